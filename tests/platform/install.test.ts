import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../build-scripts/steps/run.mjs";

test("a failed build still waits for npm's native packages, so two runs never build them at once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "taskdesk-install-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // A clone with packages that are not built yet, and without anything to build the product with.
  await cp("build-scripts/steps", join(folder, "build-scripts/steps"), { recursive: true });
  await cp("build-scripts/taskdesk.mjs", join(folder, "build-scripts/taskdesk.mjs"));
  await mkdir(join(folder, "node_modules"));
  for (const lock of ["package-lock.json", "node_modules/.package-lock.json"])
    await writeFile(join(folder, lock), '{ "packages": {} }');
  const unfinished = join(folder, "node_modules/.unfinished");
  await writeFile(unfinished, "");
  const npm = join(folder, "npm.js");
  await writeFile(npm, 'require("node:fs").writeFileSync("asked", process.argv.slice(2, 3).join());');

  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH, npm_execpath: npm, CHROMIUM_PATH: process.execPath };
  const { code, output } = await run(process.execPath, [join(folder, "build-scripts/taskdesk.mjs"), "test"], {
    quiet: true,
    env,
  });
  expect([code, existsSync(unfinished)], output).toEqual([1, false]);
  expect(output).toMatch(/Building…[\s\S]*Building native packages…\n {2}done/);
  expect(output).not.toContain("Running the tests");
});
