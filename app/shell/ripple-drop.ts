import { GROWS_TO, REMOVED_AFTER_MS, RIPPLE_MS, rippleBox } from "./ripple";

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
