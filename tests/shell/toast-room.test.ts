import { describe, expect, test } from "vitest";
import { edgeFor } from "~/shell/toast-room";

const places = {
  bottom: { left: 900, right: 1256, top: 700, bottom: 768 },
  top: { left: 900, right: 1256, top: 32, bottom: 100 },
};
const field = { left: 800, right: 1200, top: 690, bottom: 730 };
const beside = { left: 300, right: 900, top: 690, bottom: 730 };
const titleField = { left: 300, right: 1000, top: 40, bottom: 80 };

describe("behaviour 6: which edge of the window toasts use", () => {
  test.each([
    ["is the lower one", [], "bottom", "bottom"],
    ["is the lower one beside the field that is edited", [beside], "bottom", "bottom"],
    ["is the upper one where a field would be covered", [field], "bottom", "top"],
    ["is the lower one again where that covers nothing and the upper one would", [titleField], "top", "bottom"],
    ["stays where both cover something", [field, titleField], "bottom", "bottom"],
    ["stays where neither does", [beside], "top", "top"],
  ] as const)("%s", (_, kept, edge, expected) => {
    expect(edgeFor(places, kept, edge)).toBe(expected);
  });
});
