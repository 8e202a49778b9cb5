import { readdirSync, readFileSync } from "node:fs";
import postcss, { type Rule } from "postcss";
import nesting from "postcss-nesting";
import { expect, test } from "vitest";

const FOLDER = "app/ui/styles";

/** All rules as a browser without nesting gets them, with the file they come from. */
function allRules() {
  const rules: { file: string; rule: Rule }[] = [];
  for (const file of readdirSync(FOLDER, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".css")) continue;
    const { root } = postcss([nesting()]).process(readFileSync(`${FOLDER}/${file}`, "utf8"), { from: file });
    root.walkRules((rule) => {
      rules.push({ file, rule });
    });
  }
  return rules;
}

/** The last part of a selector, which names what a rule is about: `tr:hover` of `.table tbody > tr:hover`. */
const SUBJECT = /(?:\([^)]*\)|[^\s>+~()])+$/;

/** Safari gives a table row with `position: relative` no containing block: an overlay in it would cover the whole page. */
test("no table row is positioned", () => {
  const rules = allRules();
  expect(rules.length).toBeGreaterThan(300);
  const wrong = rules.filter(({ rule }) => {
    const isAboutRow = rule.selectors.some((selector) =>
      /(?<![\w.-])tr(?![\w-])/.test(SUBJECT.exec(selector)?.[0] ?? ""),
    );
    return isAboutRow && rule.some((node) => node.type === "decl" && node.prop === "position");
  });
  expect(wrong.map(({ file, rule }) => `${file}: ${rule.selector}`)).toEqual([]);
});
