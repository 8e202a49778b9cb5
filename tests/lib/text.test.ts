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

test.each([
  ["a letter with many marks", `a${"\u0301".repeat(10)}\u0316 and on`],
  ["Korean", "한국어"],
  ["Hindi", "हिन्दी क्षत्रिय"],
  ["Tibetan", "བསྒྲུབས"],
  ["Hebrew with points and accents", "בְּרֵאשִׁ֖ית"],
  ["half-width Japanese", "ﾌﾟﾘﾝﾀｰ"],
  ["emoji", "👩‍🔧 ☺️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
])("%s keeps all its marks", (_, text) => {
  expect(cleanText(text)).toBe(text.normalize("NFC"));
});

test("a letter keeps 30 marks at most, however many are sent", () => {
  expect(cleanText(`a${"\u0301".repeat(400_000)}${"\u0316".repeat(400_000)}b`)).toBe(`á${"\u0301".repeat(29)}b`);
  expect(cleanText(`क${"\u094d\u093c".repeat(400_000)}`)).toHaveLength(31);
});

test("cleaning twice changes nothing more when normalisation splits marks", () => {
  for (const mark of ["\u0344", "\u0f73", "\u0958\u094d", "\uff9e\u0301"]) {
    const once = cleanText(`a${mark.repeat(50)}`);
    expect(cleanText(once)).toBe(once);
  }
});
