import fc from "fast-check";
import { expect, test } from "vitest";
import { formatNumber } from "~/lib/numbers";

test("integers are grouped as Intl.NumberFormat groups them in English", () => {
  const english = new Intl.NumberFormat("en");
  fc.assert(fc.property(fc.integer(), (value) => formatNumber(value) === english.format(value)));
  for (const value of [0, 999, 1_000, 999_999, 1_000_000, -1_000])
    expect(formatNumber(value)).toBe(english.format(value));
});
