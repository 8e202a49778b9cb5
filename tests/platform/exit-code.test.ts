import { mkdir, rm, writeFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { run } from "../../build-scripts/steps/run.mjs";

const FOLDER = "tests/output/exit-code"; // other tests have their own beside it
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

// That one which passes ends with 0 this run itself says.
test("a run whose test fails says so with its exit code", async () => {
  await mkdir(FOLDER, { recursive: true });
  const file = `${FOLDER}/fails.test.ts`;
  await writeFile(file, `import { expect, test } from "vitest";\ntest("one", () => expect(1).toBe(2));\n`);
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", file];
  const { code, output } = await run(process.execPath, vitest, { quiet: true });
  expect([code, output]).toEqual([1, expect.stringContaining("expected 1 to be 2")]);
});
