import { expect, test } from "vitest";
import { fieldsToKeep } from "~/features/conversation/drafts/drafts";
import { readSentFields } from "~/features/custom-fields/custom-fields.server";

const NAMES = ["constructor", "floor"];

function formOf(...fields: [string, string][]) {
  const form = new FormData();
  for (const [name, text] of fields) form.append(name, text);
  return form;
}

test.each(NAMES)("a field may be called %s", (key) => {
  const form = formOf(
    [`field.${key}`, "a"],
    [`field.${key}`, "b"],
    [`was_field.${key}`, "c"],
    [`keep_field.${key}`, "theirs"],
  );
  expect(readSentFields(form)).toEqual({ sent: { [key]: ["a", "b"] }, was: { [key]: "c" }, keptTheirs: [key] });
});

test.each(NAMES)("a draft keeps %s as it was written", (name) => {
  expect(fieldsToKeep(formOf([name, "a"]), "reply")).toEqual({ [name]: "a" });
  expect(fieldsToKeep(formOf([name, "a"], [name, "b"]), "reply")).toEqual({ [name]: "a,b" });
});
