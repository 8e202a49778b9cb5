import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanLine, cleanText, codePoints } from "~/lib/text";

test.each([
  ["  trimmed\t\n", "trimmed"],
  ["two\r\nlines\rthree", "two\nlines\nthree"],
  ["tab\tand newline\nstay", "tab\tand newline\nstay"],
  ["bell\u0007 and nul\u0000 go", "bell and nul go"],
  ["e\u0301 is one letter", "é is one letter"],
  ["half \ud83d of a pair", "half \ufffd of a pair"],
])("text %j is kept as %j", (typed, kept) => {
  expect(cleanText(typed)).toBe(kept);
});

test("a line has no line breaks", () => {
  expect(cleanLine(" one\n\n two\tthree ")).toBe("one two three");
});

test("limits count code points, not UTF-16 units", () => {
  expect(codePoints("a💥é")).toBe(3);
});

test("cleaning twice changes nothing more", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => cleanText(cleanText(text)) === cleanText(text)));
});
