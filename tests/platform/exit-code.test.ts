import { mkdir, rm, writeFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { run } from "../../build-scripts/steps/run.mjs";

const FOLDER = "tests/output/exit-code"; // other tests have their own folders beside it
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

// This run itself shows that passing tests exit with 0.
test("a run with a failing test exits with 1", async () => {
  await mkdir(FOLDER, { recursive: true });
  const file = `${FOLDER}/fails.test.ts`;
  await writeFile(file, `import { expect, test } from "vitest";\ntest("one", () => expect(1).toBe(2));\n`);
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", file];
  const { code, output } = await run(process.execPath, vitest, { quiet: true });
  expect([code, output]).toEqual([1, expect.stringContaining("expected 1 to be 2")]);
});
