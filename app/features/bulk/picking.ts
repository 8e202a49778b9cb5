/**
 * Boxes that become like the one that was pressed with Shift: those from the one that was pressed before up to it. Both by
 * their place in the list; without a box before it is that one alone.
 */
export function rangeOf(before: number | null, pressed: number): [first: number, last: number] {
  const from = before ?? pressed;
  return [Math.min(from, pressed), Math.max(from, pressed)];
}
