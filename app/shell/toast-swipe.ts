/** Source: seed, section 9. */
const SWIPE_PX = 20;
const SWIPE_PX_PER_MS = 0.11;

/** How far a toast follows the pointer: down only, for it stands at the lower edge. */
export const swipeDistance = (fromY: number, toY: number) => Math.max(0, toY - fromY);

/** Whether letting go after `distance` pixels and `ms` milliseconds throws the toast out. */
export function isSwipedAway(distance: number, ms: number) {
  return distance >= SWIPE_PX || (distance > 0 && distance / ms > SWIPE_PX_PER_MS);
}
