import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * What replaces modules, changes them, or sets the environment. All other files share the modules of their worker, and its
 * browser: to load and start them anew for each took as long as many of the tests.
 */
const APART = [
  "tests/features/auth/{auth-client,old-session-cookie,password,sign-in-limits}.test.ts",
  "tests/platform/{query-plans,shared-browser}.test.ts",
];

/** Where the long files of those that share are. They begin first: else the last worker would go on alone. */
const LONG = /\/tests\/(?:access|browser|crash|platform)\//;

/** In a new clone nothing is known of how long a file takes; after where it lies, its size tells most. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // Those apart before all: a worker that is shared ends when one of them is next.
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
      // Longer than a journey waits for a single thing, which then says what did not come; and than a machine that is four times
      // as slow as usual takes for the thousands of addresses of a single test.
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
    // For two cores. Files wait for pages, starts and pauses, so two left cores idle. Four were no faster, and pages came late: a
    // browser and a server use more than a core.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      project({ name: "apart", include: APART, isolate: true }),
      project({ name: "sharing", include: ["tests/**/*.test.{ts,tsx}"], exclude: APART, isolate: false }),
    ],
  },
});
