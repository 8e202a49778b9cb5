import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/*
 * Chromium recomputes the styles of the whole page (50 ms on a slow phone) whenever the root may match another rule
 * with `:has()`, or does match one with `var()`.
 */
const FOLDER = "app/ui/styles";
const sheets = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .map((path) => ({ path, text: readFileSync(`${FOLDER}/${path}`, "utf8").replaceAll(/\/\*.*?\*\//gs, "") }));

test("no rule for the root or body uses :has() to look into the page", () => {
  expect(sheets.length).toBeGreaterThan(20);
  for (const { path, text } of sheets) expect(text, path).not.toMatch(/(:root|\b(html|body))\S*:has\(/);
});

test("rules for changes to the root use plain lengths instead of var()", () => {
  const rules = sheets.flatMap(({ text }) => text.match(/:root\[data-[^{,\s]*\s*\{[^}]*\}/g) ?? []);
  expect(rules.length).toBeGreaterThan(1);
  for (const rule of rules) expect(rule).not.toContain("var(");
});
