import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * What keeps something in its modules or replaces them, sets the environment, or is about processes. All other files share
 * the modules of their worker, and its browser: to load and start them anew for each took as long as many of the tests.
 */
const APART = "tests/{crash,platform,features/auth}/**";

const project = (test: { name: string; include: string[]; exclude?: string[]; isolate: boolean }) =>
  ({
    root,
    resolve: { alias: { "~": `${root}app` } },
    test: {
      setupFiles: ["tests/support/setup.ts"],
      // Longer than a journey waits for a single thing, which then says what did not come.
      testTimeout: 90_000,
      hookTimeout: 90_000,
      expect: { poll: { timeout: 30_000 } },
      ...test,
    },
  }) satisfies TestProjectConfiguration;

export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}app` } },
  test: {
    globalSetup: ["tests/support/global-setup.ts"],
    // One more than the two cores of a small machine: journeys wait a third of their time, for a page or a pause.
    maxWorkers: 3,
    projects: [
      project({ name: "apart", include: [`${APART}/*.test.{ts,tsx}`], isolate: true }),
      project({ name: "sharing", include: ["tests/**/*.test.{ts,tsx}"], exclude: [APART], isolate: false }),
    ],
  },
});
