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
