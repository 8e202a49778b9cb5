import { expect, test } from "vitest";
import { randomToken } from "~/lib/random.server";

test("no two tokens are alike, not even those drawn in one batch", () => {
  const tokens = Array.from({ length: 1_000 }, randomToken);
  expect(new Set(tokens).size).toBe(1_000);
  for (const token of tokens) expect(token).toMatch(/^(?!0{64})[0-9a-f]{64}$/);
});
