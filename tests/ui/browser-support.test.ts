import { readdirSync, readFileSync } from "node:fs";
import postcss, { type AtRule, type Rule } from "postcss";
import nesting from "postcss-nesting";
import { describe, expect, test } from "vitest";

const FOLDER = "app/ui/styles";

/** All rules as browsers without nesting get them, with their files. */
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

/** The last part of a selector, which is the element it styles: `tr:hover` of `.table tbody > tr:hover`. */
const SUBJECT = /(?:\([^)]*\)|[^\s>+~()])+$/;

/**
 * In Safari, a table row with `position: relative` is no containing block: an overlay in it would cover the whole page.
 */
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

/** All files that browsers get: those of the build, and the style sheet in public/. */
function sentFiles(ending: string) {
  const built = readdirSync("public/build", { recursive: true, encoding: "utf8" }).map(
    (name) => `public/build/${name}`,
  );
  const all = [...built, "build/login.js", "build/sw.js", "public/offline.css"];
  return all.filter((file) => file.endsWith(ending)).map((file) => ({ file, text: readFileSync(file, "utf8") }));
}

/**
 * Features that the browsers in the README lack, or lacked until less than two years ago. Similar functions of
 * libraries have other names.
 */
const TOO_NEW: Record<string, RegExp> = {
  "regex lookbehind (Safari 16.4)": /\(\?<[=!]/,
  "URL.canParse (Safari 17)": /\bURL\.canParse\b/,
  "URL.parse (Safari 18)": /\bURL\.parse\b/,
  "Array.fromAsync (Chromium 121)": /\bfromAsync\b/,
  "Array copies (Firefox 115)": /\.to(Sorted|Reversed|Spliced)\(/,
  "Promise.withResolvers, Promise.try (2024, 2025)": /\bPromise\.(withResolvers|try)\b/,
  "groupBy (Safari 17.4)": /\b(Object|Map)\.groupBy\b/,
  "set methods (Firefox 127)": /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|intersection)\(/,
  "iterator helpers (Safari 18.4)":
    /\bIterator\.from\b|\.(values|keys|entries)\(\)\.(map|filter|take|drop|some|every|find|toArray)\(/,
  "RegExp.escape (2025)": /\bRegExp\.escape\b/,
  // The option that asks the router for one. The router checks whether the browser supports it.
  "view transitions (Firefox 144)": /\bviewTransition:(?:!0|true)\b/,
  "the scrollend event (Safari 26.2)": /["'`]scrollend["'`]/,
  "popovers by script (Firefox 125)": /\.(show|hide|toggle)Popover\(/,
};

describe("files for browsers of the last two years", () => {
  test("scripts use no newer features", () => {
    const scripts = sentFiles(".js");
    expect(scripts.length).toBeGreaterThan(20);
    for (const { file, text } of scripts)
      for (const [what, sign] of Object.entries(TOO_NEW))
        expect(sign.exec(text)?.[0], `${what} in ${file}`).toBeUndefined();
  });

  test("style sheets use no nesting or light-dark(), and alternative text in `content` only in @supports", () => {
    const sheets = sentFiles(".css");
    expect(sheets.length).toBeGreaterThan(1);
    for (const { file, text } of sheets) {
      expect(text, file).not.toMatch(/light-dark\(|@starting-style|interpolate-size|@scope|anchor\(/);
      const root = postcss.parse(text);
      root.walkRules((rule) => {
        expect(rule.parent?.type, `${file}: ${rule.selector}`).not.toBe("rule");
        expect(rule.selector, file).not.toContain("&");
      });
      root.walkDecls("content", (declaration) => {
        if (!declaration.value.includes('/ "')) return;
        const around = declaration.parent?.parent as AtRule | undefined;
        expect(around?.name, `${file}: ${declaration}`).toBe("supports");
      });
    }
  });
});
