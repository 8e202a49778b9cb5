import { describe, expect, test } from "vitest";
import { isSwipedAway, swipeDistance } from "~/shell/toast-item";

describe("behaviour 6.4: swiping a toast", () => {
  test.each([
    [100, 130, 30],
    [100, 100, 0],
    [100, 40, 0],
  ])("a drag from y %i to y %i moves the toast %i px", (from, to, distance) => {
    expect(swipeDistance(from, to)).toBe(distance);
  });

  test.each([
    [20, 10_000, true],
    [19, 10_000, false],
    [11, 100, false], // exactly 0.11 px/ms isn't fast enough
    [12, 100, true],
    [1, 5, true],
    [0, 0, false],
    [0, 500, false],
    [1, 0, true],
  ])("a swipe of %i px in %i ms dismisses the toast: %s", (distance, ms, away) => {
    expect(isSwipedAway(distance, ms)).toBe(away);
  });
});
