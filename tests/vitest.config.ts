import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Test files that mock or change modules, or set the environment. All others share the modules and the browser of their
 * worker: loading and starting these for each file took as long as many of the tests.
 */
const APART = [
  "tests/features/auth/{auth-client,old-session-cookie,password,sign-in-limits}.test.ts",
  "tests/platform/{query-plans,shared-browser}.test.ts",
];

/** Folders of the long files that share modules. These start first: otherwise, the last worker would run on alone. */
const LONG = /\/tests\/(?:access|browser|crash|platform)\//;

/** A new clone has no record of how long each file takes. After the folder, a file's size is the best hint. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // Isolated files come first: a shared worker ends when an isolated file is next.
    const rank = ({ moduleId, project }: TestSpecification) =>
      project.config.isolate ? 0 : LONG.test(moduleId) ? 1 : 2;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const project = (test: { name: string; include: string[]; exclude?: string[]; isolate: boolean }) =>
  ({
    root,
    resolve: { alias: { "~": `${root}app` } },
    test: {
      setupFiles: ["tests/support/setup.ts"],
      // Longer than a journey waits for a single thing, whose error then names what is missing. Also longer than a
      // machine four times slower needs for a test of thousands of addresses.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 30_000 } },
      ...test,
    },
  }) satisfies TestProjectConfiguration;

export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}app` } },
  test: {
    globalSetup: ["tests/support/global-setup.ts"],
    // Tuned for two cores. Files wait for pages, starts and pauses, so two workers left cores idle. Four were no
    // faster, and pages came late: a browser and a server use more than one core.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      project({ name: "apart", include: APART, isolate: true }),
      project({ name: "sharing", include: ["tests/**/*.test.{ts,tsx}"], exclude: APART, isolate: false }),
    ],
  },
});
