import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the build for the server has no sign for which V8 would keep it in twice the bytes", () => {
  expect(readFileSync("build/index.js", "utf8")).not.toMatch(/[^\0-\x7f]/);
});

test.each(["build/index.js", "build/prepare.js"])(
  "%s asks for none of the packages of hundreds of small files",
  (file) => {
    const asked = [...readFileSync(file, "utf8").matchAll(/\bfrom ?"([a-z@][^"]*)"/g)].map(
      ([, name]) => name as string,
    );
    expect(asked).toContain("pg");
    expect(asked.filter((name) => /^(kysely|zod)\b/.test(name))).toEqual([]);
  },
);
