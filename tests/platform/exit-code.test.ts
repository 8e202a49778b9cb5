import { mkdir, rm, writeFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { run } from "../../build-scripts/steps/run.mjs";

const FOLDER = "tests/output/exit-code"; // other tests have their own beside it
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

test.each([
  ["passes", "1", 0],
  ["fails", "2", 1],
])("a run whose test %s says so with its exit code", async (name, value, expected) => {
  await mkdir(FOLDER, { recursive: true });
  const file = `${FOLDER}/${name}.test.ts`;
  await writeFile(file, `import { expect, test } from "vitest";\ntest("one", () => expect(1).toBe(${value}));\n`);
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", file];
  const { code } = await run(process.execPath, vitest, { quiet: true });
  expect(code).toBe(expected);
});
