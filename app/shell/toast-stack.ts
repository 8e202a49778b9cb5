/** Source: seed, section 9; scale and lift from vue-sonner, used by the first version of the product. */
export const VISIBLE_TOASTS = 3;
export const GAP_PX = 14;
const SHRINK_PER_TOAST = 0.05;

/** `height` is the toast's own, in pixels; 0 until measured. */
export type StackedToast = { id: string; height: number; leaving: boolean };

/**
 * The position of a toast.
 *
 * index    how many toasts are in front
 * lift     pixels from the edge of the window
 * scale    1 for the front toast
 * height   drawn height in pixels; null for its own
 * visible  one of the first three; the rest wait until newer ones leave
 */
export type ToastPlace = { index: number; lift: number; scale: number; height: number | null; visible: boolean };

/** Places toasts, newest first. A leaving toast keeps its place but no longer counts for those behind it. */
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
