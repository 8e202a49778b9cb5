import { describe, expect, test } from "vitest";
import {
  backgroundStretch,
  estimatedProgress,
  type LoadingBar,
  type LoadingBarEvent,
  nextLoadingBar,
  RESTING,
} from "~/shell/loading-bar";

const being = (events: LoadingBarEvent[], bar: LoadingBar = RESTING) => events.reduce(nextLoadingBar, bar);
const start = { type: "start" } as const;
const timer = { type: "timer" } as const;
const finish = { type: "finish" } as const;
const frame = (elapsed: number) => ({ type: "frame", elapsed }) as const;

describe("behaviour 5: loading bar", () => {
  test("starts hidden at 0 and waits 200 ms", () => {
    expect(being([start])).toEqual({
      visible: false,
      progress: 0,
      running: false,
      failed: false,
      timer: { ends: "throttle", after: 200 },
    });
  });

  test("never shows for a navigation that ends within 200 ms", () => {
    expect(being([start, finish])).toEqual(RESTING);
  });

  test("appears and starts moving when the throttle ends", () => {
    expect(being([start, timer])).toMatchObject({ visible: true, progress: 0, running: true, timer: null });
  });

  test.each([
    [0, 0],
    [1_000, 50],
    [2_000, 70.48],
    [4_000, 84.4],
    [1e12, 100],
    [-50, 0],
  ])("estimates %i ms as %f percent", (elapsed, percent) => {
    expect(estimatedProgress(elapsed)).toBeCloseTo(percent, 1);
    expect(being([start, timer, frame(elapsed)]).progress).toBeCloseTo(percent, 1);
  });

  test("ends at 100, hides 500 ms later and resets to 0 after another 400 ms", () => {
    const ended = being([start, timer, frame(1_000), finish]);
    expect(ended).toMatchObject({ visible: true, progress: 100, running: false, timer: { ends: "hide", after: 500 } });
    const hidden = being([timer], ended);
    expect(hidden).toMatchObject({ visible: false, progress: 100, timer: { ends: "reset", after: 400 } });
    expect(being([timer], hidden)).toEqual(RESTING);
  });

  test("doesn't move after it has ended", () => {
    expect(being([start, timer, finish, frame(10)]).progress).toBe(100);
  });

  test("drops a pending hide when the next navigation starts, and stays visible", () => {
    const second = being([start, timer, finish, start]);
    expect(second).toMatchObject({ visible: true, progress: 0, timer: { ends: "throttle", after: 200 } });
    expect(being([timer, frame(1_000)], second)).toMatchObject({ visible: true, running: true, timer: null });
  });

  test("drops a pending reset when the next navigation starts", () => {
    expect(being([start, timer, finish, timer, start])).toMatchObject({
      visible: false,
      progress: 0,
      timer: { ends: "throttle" },
    });
  });

  test("treats every start as a new one, with a fresh timer and progress 0", () => {
    const first = being([start, timer, frame(2_000)]);
    const second = being([start], first);
    expect(second.progress).toBe(0);
    expect(second.timer).not.toBe(being([start]).timer);
  });

  test("takes the error colour when it ends with an error, and loses it at the next start", () => {
    const failed = being([start, timer, { type: "finish", failed: true }]);
    expect(failed.failed).toBe(true);
    expect(being([start], failed).failed).toBe(false);
    expect(being([start, timer, finish, { type: "finish", failed: true }]).failed).toBe(true);
  });

  test("keeps the first hide timer when it ends twice", () => {
    const ended = being([start, timer, finish]);
    expect(being([finish], ended)).toBe(ended);
  });

  test("ignores an end without a start", () => {
    expect(being([finish, timer, frame(10)])).toBe(RESTING);
  });

  test.each([
    [-5, { progress: 0, timer: { ends: "throttle", after: 200 } }],
    [30, { progress: 30, timer: { ends: "throttle", after: 200 } }],
    [100, { progress: 100, timer: { ends: "hide", after: 500 } }],
    [250, { progress: 100, timer: { ends: "hide", after: 500 } }],
  ])("can be set to %i", (progress, expected) => {
    expect(being([start, timer, { type: "set", progress }])).toMatchObject(expected);
  });

  test("stretches the background to offset the bar's scale, except at 0", () => {
    expect([0, 50, 100].map(backgroundStretch)).toEqual([0, 200, 100]);
  });
});
