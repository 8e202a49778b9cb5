import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/* Chromium computes the styles of the whole page anew (50 ms of a slow telephone) whenever the root may match another rule
   with a `:has()`, or does match one with a `var()`. */
const FOLDER = "app/ui/styles";
const sheets = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .map((path) => ({ path, text: readFileSync(`${FOLDER}/${path}`, "utf8").replaceAll(/\/\*.*?\*\//gs, "") }));

test("no rule of the root asks what is in the page", () => {
  expect(sheets.length).toBeGreaterThan(20);
  for (const { path, text } of sheets) expect(text, path).not.toMatch(/(:root|\b(html|body))\S*:has\(/);
});

test("what changes the root while a page is open has plain lengths", () => {
  const rules = sheets.flatMap(({ text }) => text.match(/:root\[data-[^{,\s]*\s*\{[^}]*\}/g) ?? []);
  expect(rules.length).toBeGreaterThan(1);
  for (const rule of rules) expect(rule).not.toContain("var(");
});
