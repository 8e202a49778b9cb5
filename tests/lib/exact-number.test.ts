import fc from "fast-check";
import { expect, test } from "vitest";
import { exactNumber } from "~/lib/numbers";

test("an accepted number has the value that was typed and survives a round trip through JavaScript", () => {
  const typed = fc
    .tuple(
      fc.constantFrom("", "-", "+"),
      fc.stringMatching(/^\d{0,20}$/),
      fc.constantFrom("", "."),
      fc.stringMatching(/^\d{0,20}$/),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(typed, (text) => {
      const read = exactNumber(text);
      if (!read.ok) return;
      expect(exactNumber(read.text)).toEqual(read);
      expect(Number(read.text)).toBe(Number(text) + 0); // -0 is 0
      expect(Number(Number(read.text).toPrecision(15))).toBe(Number(read.text));
      const bare = (number: string) =>
        number
          .replace(/^[+-]?0*/, "")
          .replace(/(\.\d*?)0*$/, "$1")
          .replace(/\.$/, "");
      expect(bare(read.text)).toBe(bare(text));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["1234567890123456789", "too_long"],
  ["0.1234567890123456789", "too_long"],
  ["9".repeat(60_000), "too_long"],
  ["1e400", "no_number"],
  ["Infinity", "no_number"],
  [".", "no_number"],
  ["", "no_number"],
])("%s is refused", (text, why) => {
  expect(exactNumber(text)).toEqual({ ok: false, why });
});
