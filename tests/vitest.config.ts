import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * What loads much of the server and keeps nothing in its modules: these files share those of their worker, because loading
 * them anew took as long as the tests. Sign-in is apart: it keeps what it has measured, and its tests replace modules.
 */
const SHARING = "tests/{db,features/!(auth)}/**/*.test.ts";

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
      project({ name: "apart", include: ["tests/**/*.test.{ts,tsx}"], exclude: [SHARING], isolate: true }),
      project({ name: "sharing", include: [SHARING], isolate: false }),
    ],
  },
});
