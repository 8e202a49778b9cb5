import { describe, expect, test } from "vitest";
import { absoluteTime, relativeTime } from "~/ui/time-words";

const NOW = Date.UTC(2026, 2, 5, 12, 0, 0);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("a moment in words", () => {
  test.each([
    [NOW, "just now"],
    [NOW - 59_999, "just now"],
    [NOW - MINUTE, "1 min ago"],
    [NOW - HOUR + 1, "59 min ago"],
    [NOW - HOUR, "1 h ago"],
    [NOW - DAY + 1, "23 h ago"],
    [NOW - DAY, "1 day ago"],
    [NOW - 7 * DAY + 1, "6 days ago"],
    [NOW - 7 * DAY, "26 Feb"],
    [Date.UTC(2016, 1, 29, 1, 16), "29 Feb 2016"],
    [NOW + 30_000, "just now"],
    [NOW + 90 * MINUTE, "in 1 h"],
    [NOW + 3 * DAY, "in 3 days"],
    [NOW + 30 * DAY, "4 Apr"],
  ])("%i is %s", (at, words) => {
    expect(relativeTime(at, NOW)).toBe(words);
  });

  test("in full has its zone beside it", () => {
    expect(absoluteTime(Date.UTC(2026, 2, 5, 4, 7))).toBe("5 March 2026, 04:07 UTC");
  });
});
