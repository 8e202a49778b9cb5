import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test.each(["build/index.js", "build/prepare.js"])(
  "%s bundles packages that consist of hundreds of small files",
  (file) => {
    const asked = [...readFileSync(file, "utf8").matchAll(/\bfrom ?"([a-z@][^"]*)"/g)].map(
      ([, name]) => name as string,
    );
    expect(asked).toContain("pg");
    expect(asked.filter((name) => /^(kysely|zod)\b/.test(name))).toEqual([]);
  },
);
