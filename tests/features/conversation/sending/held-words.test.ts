import { describe, expect, test } from "vitest";
import { asksIn, countdownText } from "~/features/conversation/sending/seconds-left";
import { timeToTheSecond } from "~/ui/format-time";

describe("domain B4: the countdown of a held reply", () => {
  test.each([
    [10_000, "Sends in 10 s"],
    [9_001, "Sends in 10 s"],
    [9_000, "Sends in 9 s"],
    [1, "Sends in 1 s"],
    [0, "Sending…"],
    [-5_000, "Sending…"],
  ])("with %i ms left, shows: %s", (left, words) => {
    expect(countdownText(left)).toBe(words);
  });

  test.each([
    [8_000, 9_000],
    [0, 1_000],
    [-999, 1],
    [-1_000, 1_000],
    [-6_000, 4_000],
    [-20_000, null],
  ])("with %i ms left, asks again in %j ms, then less and less often until it gives up", (left, wait) => {
    expect(asksIn(left)).toBe(wait);
  });

  test("without scripts, names the second", () => {
    expect(timeToTheSecond(Date.UTC(2026, 2, 1, 9, 5, 7))).toBe("09:05:07 UTC");
  });
});
