import { describe, expect, test } from "vitest";
import { GROWS_TO, REMOVED_AFTER_MS, RIPPLE_MS, rippleBox } from "~/shell/drop-ripple";

describe("behaviour 10: ripple", () => {
  test("grows to 2.5 times its size in 400 ms and is removed after 401 ms", () => {
    expect([RIPPLE_MS, REMOVED_AFTER_MS, GROWS_TO]).toEqual([400, 401, 2.5]);
  });

  test.each([
    [
      "the longer side is the width",
      { left: 10, top: 20, width: 100, height: 40 },
      { clientX: 60, clientY: 40 },
      { size: 100, left: 0, top: -30 },
    ],
    [
      "the longer side is the height",
      { left: 0, top: 0, width: 30, height: 90 },
      { clientX: 0, clientY: 90 },
      { size: 90, left: -45, top: 45 },
    ],
  ])("is centred on the pointer: %s", (_, element, pointer, box) => {
    expect(rippleBox(element, pointer)).toEqual(box);
  });
});
