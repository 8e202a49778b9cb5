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
    ["is the bottom", [], "bottom", "bottom"],
    ["is the bottom if toasts are beside the edited field", [beside], "bottom", "bottom"],
    ["is the top if the bottom would cover a field", [field], "bottom", "top"],
    ["is the bottom again if only the top would cover a field", [titleField], "top", "bottom"],
    ["stays the same if both edges would cover a field", [field, titleField], "bottom", "bottom"],
    ["stays the same if neither edge would", [beside], "top", "top"],
  ] as const)("%s", (_, kept, edge, expected) => {
    expect(edgeFor(places, kept, edge)).toBe(expected);
  });
});
