/** Source of the numbers: seed, section 9; scale and lift from vue-sonner, which the product's first form used. */
const VISIBLE_TOASTS = 3;
const GAP_PX = 14;
const SHRINK_PER_TOAST = 0.05;

/** A toast as the stack sees it. `height` is its own, in pixels; 0 until it has been measured. */
export type StackedToast = { id: string; height: number; leaving: boolean };

/**
 * Where a toast stands.
 *
 * index    how many stand in front of it
 * lift     pixels away from the edge of the window
 * scale    1 for the front one
 * height   pixels it is drawn with; null for its own
 * visible  among the first three; the others wait, invisible, until newer ones have gone
 */
export type ToastPlace = { index: number; lift: number; scale: number; height: number | null; visible: boolean };

/**
 * Places the toasts, newest first. One that is leaving keeps its place and no longer counts for those behind it.
 */
export function placeToasts(toasts: StackedToast[], expanded: boolean): Map<string, ToastPlace> {
  const places = new Map<string, ToastPlace>();
  const front = toasts.find((toast) => !toast.leaving);
  let index = 0;
  let above = 0;
  for (const toast of toasts) {
    const behind = toast !== front && index > 0;
    places.set(toast.id, {
      index,
      lift: expanded ? above : index * GAP_PX,
      scale: expanded ? 1 : 1 - SHRINK_PER_TOAST * index,
      height: behind && !expanded ? (front?.height ?? null) : null,
      visible: index < VISIBLE_TOASTS,
    });
    if (toast.leaving) continue;
    index += 1;
    above += toast.height + GAP_PX;
  }
  return places;
}
