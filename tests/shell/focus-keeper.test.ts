import { describe, expect, test } from "vitest";
import { type Control, successorOf } from "~/shell/focus-keeper.island";

const control = (form: string, name: string, type: string, text = ""): Control => ({ form, name, type, text });

describe("which control gets the focus when the focused one disappears", () => {
  const page = [
    control("Task", "status", "select-one"),
    control("Task", "", "submit", "Save changes"),
    control("Reply", "body", "textarea"),
    control("Reply", "anyway", "submit", "Send anyway"),
    control("Reply", "outcome", "submit", "It is not solved"),
    control("", "", "submit", "Assign to me"),
  ];

  test.each([
    ["the same button", control("Task", "", "submit", "Save changes"), 1],
    ["the same field", control("Reply", "body", "textarea"), 2],
    ["one of two buttons", control("Reply", "outcome", "submit", "It is not solved"), 4],
    ["a removed button: the form's field", control("Reply", "do", "submit", "Delete draft"), 2],
    [
      "a replaced button: the form's field, not the new button",
      control("Reply", "outcome", "submit", "It is solved"),
      2,
    ],
    ["a removed form", control("Internal note", "", "submit", "Add note"), -1],
    ["a form without a name", control("", "", "submit", "Show"), -1],
    ["a link, which has no form", control("", "", ""), -1],
  ])("%s", (_, gone, place) => {
    expect(successorOf(gone, page)).toBe(place);
  });
});
