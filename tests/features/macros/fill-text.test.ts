import { describe, expect, test } from "vitest";
import { fillTemplate, missingVariablesMessage } from "~/features/macros/fill-template.server";

const values = new Map([
  ["requester.first_name", "Rita"],
  ["task.title", "[Click](https://evil.example) *now*\n@ben"],
  ["requester.name", "{{task.title}} (@ben) ~~x~~"],
  ["field.place", ""],
]);

describe("macro text (B11)", () => {
  test.each([
    ["Hello {{requester.first_name}},", "Hello Rita,", []],
    ["Hello {{ requester.first_name | there }},", "Hello Rita,", []],
    ["At {{field.place|your desk}}", "At your desk", []],
    ["At {{field.place}} and {{field.place}}", "At {{field.place}} and {{field.place}}", ["{{field.place}}"]],
    ["{{field.place|}}", "{{field.place|}}", ["{{field.place|}}"]],
    ["{{nonsense}} {{}}", "{{nonsense}} {{}}", ["{{nonsense}}", "{{}}"]],
    ["{{nonsense|a|b}} {one} {{", "a|b {one} {{", []],
    ["About {{task.title}}", "About \\[Click\\](https://evil.example) \\*now\\* \\@ben", []],
    ["{{requester.name}}", "\\{\\{task.title\\}\\} (\\@ben) \\~\\~x\\~\\~", []],
  ])("%s", (text, filled, missing) => {
    expect(fillTemplate(text, values)).toEqual({ text: filled, missing });
  });

  test("names the variables that block sending", () => {
    expect(missingVariablesMessage(["{{a}}"])).toBe("“{{a}}” is empty or unknown here. Replace it with your own text.");
    expect(missingVariablesMessage(["{{a}}", "{{b}}", "{{c}}"])).toMatch(
      /^“\{\{a\}\}”, “\{\{b\}\}”, and “\{\{c\}\}” are empty/,
    );
  });
});
