/** Source: seed, section 9; the growth and the extra millisecond come from PrimeVue. */
export const RIPPLE_MS = 400;
export const REMOVED_AFTER_MS = 401;
export const GROWS_TO = 2.5;

type Rect = { left: number; top: number; width: number; height: number };

/** Returns a square as wide as the element's longer side, centred on the pointer, in pixels relative to the element. */
export function rippleBox(element: Rect, pointer: { clientX: number; clientY: number }) {
  const size = Math.max(element.width, element.height);
  return {
    size,
    left: pointer.clientX - element.left - size / 2,
    top: pointer.clientY - element.top - size / 2,
  };
}

const dropped = new WeakMap<Element, () => void>();

export function drop(element: HTMLElement, pointer: { clientX: number; clientY: number }) {
  dropped.get(element)?.();
  const box = rippleBox(element.getBoundingClientRect(), pointer);
  // Clips the ripple in its own element: the button may have overflowing content, such as a menu.
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
