import { describe, expect, test } from "vitest";
import { placeToasts, type StackedToast } from "~/shell/toast-stack";

const stack = (...heights: number[]): StackedToast[] =>
  heights.map((height, n) => ({ id: `t${n}`, height, leaving: false }));
const places = (toasts: StackedToast[], expanded: boolean) => [...placeToasts(toasts, expanded).values()];

describe("behaviour 6.3: the stack of toasts", () => {
  test("offsets each collapsed toast by 14 px, 5% smaller and as high as the front one", () => {
    expect(places(stack(50, 80, 60), false)).toEqual([
      { index: 0, lift: 0, scale: 1, height: null, visible: true },
      { index: 1, lift: 14, scale: 0.95, height: 50, visible: true },
      { index: 2, lift: 28, scale: 0.9, height: 50, visible: true },
    ]);
  });

  test("puts each expanded toast above those in front, with 14 px between them", () => {
    expect(places(stack(50, 80, 60), true)).toEqual([
      { index: 0, lift: 0, scale: 1, height: null, visible: true },
      { index: 1, lift: 64, scale: 1, height: null, visible: true },
      { index: 2, lift: 158, scale: 1, height: null, visible: true },
    ]);
  });

  test.each([false, true])("hides the fourth and later toasts (expanded: %s)", (expanded) => {
    expect(places(stack(50, 50, 50, 50, 50), expanded).map((place) => place.visible)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test("frees a leaving toast's place at once, so the fourth becomes visible", () => {
    const toasts = stack(50, 60, 70, 80).map((toast) => ({ ...toast, leaving: toast.id === "t0" }));
    expect(places(toasts, false).map(({ index, visible }) => [index, visible])).toEqual([
      [0, true],
      [0, true],
      [1, true],
      [2, true],
    ]);
    expect(places(toasts, true).map((place) => place.lift)).toEqual([0, 0, 74, 158]);
    expect(places(toasts, false).map((place) => place.height)).toEqual([null, null, 60, 60]);
  });

  test("is empty without toasts", () => {
    expect(places([], true)).toEqual([]);
  });
});
