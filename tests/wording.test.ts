import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Words that give away a translation. Each has a plain one: "again" for "anew", "email" for "e-mail", "sign in" for
 * "log in", and the agent, requester or admin for "whoever" and "somebody".
 */
const WORST =
  /\b(?:whoever|whom(?:ever)?|anew|somebody|e-mails?|log(?:ged)? in|(?:is|are) told|not there any ?more)\b/i;

const files = (...paths: string[]) =>
  execFileSync("git", ["ls-files", ...paths], { encoding: "utf8" })
    .trim()
    .split("\n");

/** Lines of copy without comments and export names; lines of documentation without code. */
const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ""))
    .split("\n")
    .map((line, index) => ({ at: `${file}:${index + 1}`, line }))
    .filter(({ line }) => !/^\s*(\/\/|\/?\*|import )/.test(line))
    .map(({ at, line }) => ({
      at,
      line: file.endsWith(".md") ? line.replace(/`[^`]*`/g, "") : line.replace(/^export const \w+/, ""),
    }));

test.each([
  ["copy", files("app/**/*-copy.ts")],
  // docs/behaviour.md quotes the names of tests.
  ["documentation", files("*.md", "docs/*.md", "docs/decisions/*.md").filter((file) => !file.endsWith("behaviour.md"))],
])("%s has none of the worst words", (_, found) => {
  expect(found.length).toBeGreaterThan(8);
  const hits = found.flatMap(linesOf).filter(({ line }) => WORST.test(line));
  expect(hits.map(({ at, line }) => `${at} ${line.trim()}`)).toEqual([]);
});
