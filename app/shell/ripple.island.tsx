import { useEffect } from "react";
import { GROWS_TO, REMOVED_AFTER_MS, RIPPLE_MS, rippleBox } from "./ripple";

/** Buttons and navigation items. Small round ones inside a toast have no room for it. */
const WHERE = "button:not(.toast-close), .button, .sidebar-toggle summary, .menu > summary, .sidebar-links a";

/** A drop of ink where a button is pressed. Decoration: without scripts, or with reduced motion, there is none. */
export function Ripple() {
  useEffect(() => {
    const dropped = new WeakMap<Element, () => void>();

    function drop(event: PointerEvent) {
      if (event.button !== 0 || !(event.target instanceof Element)) return;
      const element = event.target.closest<HTMLElement>(WHERE);
      if (!element || element.matches(":disabled, [aria-disabled='true']")) return;
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;

      dropped.get(element)?.(); // a new press restarts it
      const box = rippleBox(element.getBoundingClientRect(), event);
      // The clip is an element of its own: the button may have things that stand out, such as a menu.
      const clip = document.createElement("span");
      clip.className = "ripple";
      clip.setAttribute("aria-hidden", "true");
      const ink = clip.appendChild(document.createElement("span"));
      Object.assign(ink.style, {
        width: `${box.size}px`,
        height: `${box.size}px`,
        left: `${box.left - element.clientLeft}px`,
        top: `${box.top - element.clientTop}px`,
      });
      if (getComputedStyle(element).position === "static") element.style.position = "relative";
      element.append(clip);

      const frames = { transform: ["scale(0)", `scale(${GROWS_TO})`], opacity: [1, 0] };
      const animation = ink.animate(frames, { duration: RIPPLE_MS, easing: "linear", fill: "forwards" });
      const remove = () => {
        clearTimeout(latest);
        clip.remove();
        dropped.delete(element);
      };
      const latest = setTimeout(remove, REMOVED_AFTER_MS);
      animation.onfinish = remove;
      dropped.set(element, remove);
    }
    document.addEventListener("pointerdown", drop);
    return () => document.removeEventListener("pointerdown", drop);
  }, []);
  return null;
}
