import { useEffect } from "react";

/** Source: seed, section 9; the growth and the reserve millisecond from PrimeVue. */
export const RIPPLE_MS = 400;
export const REMOVED_AFTER_MS = 401;
export const GROWS_TO = 2.5;

/** A rectangle of the window, in pixels. */
type Rect = { left: number; top: number; width: number; height: number };

/** A circle as wide as the element's longer side, centred on the pointer: its place inside the element, in pixels. */
export function rippleBox(element: Rect, pointer: { clientX: number; clientY: number }) {
  const size = Math.max(element.width, element.height);
  return {
    size,
    left: pointer.clientX - element.left - size / 2,
    top: pointer.clientY - element.top - size / 2,
  };
}

const dropped = new WeakMap<Element, () => void>();

/** Lets a drop of ink grow in an element, from where the pointer is. */
export function drop(element: HTMLElement, pointer: { clientX: number; clientY: number }) {
  dropped.get(element)?.(); // a new press restarts it
  const box = rippleBox(element.getBoundingClientRect(), pointer);
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

/** Buttons and navigation items. Small round ones inside a toast have no room for it. */
const WHERE = "button:not(.toast-close), .button, .sidebar-toggle summary, .menu > summary, .sidebar-links a";

/** A drop of ink where a button is pressed. Decoration: without scripts, or with reduced motion, there is none. */
export function Ripple() {
  useEffect(() => {
    function onPress(event: PointerEvent) {
      if (event.button !== 0 || !(event.target instanceof Element)) return;
      const element = event.target.closest<HTMLElement>(WHERE);
      if (!element || element.matches(":disabled, [aria-disabled='true']")) return;
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;

      drop(element, event);
    }
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, []);
  return null;
}
