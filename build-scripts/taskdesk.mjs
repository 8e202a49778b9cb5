#!/usr/bin/env node
/**
 * Entry point of `npm start`, `npm test` and the other commands. Needs only Node, so that it works in a clone without
 * node_modules: it installs and builds what is missing or out of date, then runs the command.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./steps/ensure-built.mjs";
import { ensureInstalled } from "./steps/install.mjs";
import { runNode } from "./steps/run.mjs";
import { Ended, fail, printLine, Trouble } from "./steps/terminal-output.mjs";
import {
  ensureChromium,
  ensureDovecot,
  ensureFonts,
  ensureNginx,
  ensureOtherBrowsers,
} from "./steps/test-programs.mjs";

/** The oldest Node all packages support; keep in step with `engines` in package.json. */
const OLDEST_NODE = [20, 19];

/** In an image, or a folder another account owns: complete and read-only, so nothing is installed or built. */
const asBuilt = process.env.TASKDESK_AS_BUILT === "1";

async function runScript(script, args) {
  const { code } = await runNode(script, args);
  if (code !== 0) throw new Ended(code);
}

/** Tests with generated cases; `npm test` runs fewer of them. */
const GENERATED = [
  "tests/access/every-route",
  "tests/access/hostile-input",
  "tests/access/matrix",
  "tests/features/mail/body/speed",
  "tests/features/search/engines-agree",
  "tests/features/search/query-language",
  "tests/features/tasks/confidential",
  "tests/features/relations/merge.",
  "tests/http/cpu-growth",
];

const COMMANDS = {
  async start() {
    if (!asBuilt) await ensureBuilt();
    await import("../build/serve/start.js");
  },
  async demo(args) {
    await ensureBuilt();
    await runScript("build-scripts/demo.ts", args);
  },
  gallery: (args) => runScript("build-scripts/gallery.ts", args),
  async screenshots() {
    await ensureChromium();
    await ensureBuilt();
    await runScript("build-scripts/screenshots.ts", []);
  },
  dev: (args) => runScript("build-scripts/dev.ts", args),
  build: () => ensureBuilt({ always: true }),
  async bench(args) {
    if (!args.includes("--no-browser")) await ensureChromium();
    await ensureBuilt();
    await runScript("build-scripts/bench.ts", args);
  },
  async check(args) {
    await ensureBuilt();
    await runScript("build-scripts/check.ts", args);
  },
  async test(args, finishInstalling) {
    await ensureChromium();
    await ensureBuilt();
    // Named test files are work in progress: skip the project-wide checks.
    if (args.length === 0) await runScript("build-scripts/check.ts", []);
    await ensureNginx();
    await ensureDovecot();
    await ensureOtherBrowsers();
    await ensureFonts();
    await finishInstalling();
    printLine("Running the tests…");
    await runScript("node_modules/vitest/vitest.mjs", ["run", "--config", "tests/vitest.config.ts", ...args]);
  },
  async "test:crash"() {
    await ensureBuilt();
    process.env.CRASH_KILLS ??= "200";
    await runScript("node_modules/vitest/vitest.mjs", ["run", "--config", "tests/vitest.config.ts", "tests/crash"]);
  },
  async "test:generated"() {
    await ensureBuilt();
    process.env.GENERATED_CASES ??= "all";
    await runScript("node_modules/vitest/vitest.mjs", ["run", "--config", "tests/vitest.config.ts", ...GENERATED]);
  },
  seed: (args) => runScript("build-scripts/seed.ts", args),
  import: (args) => runScript("build-scripts/import.ts", args),
  backup: (args) => runScript("build-scripts/backup.ts", args),
  restore: (args) => runScript("build-scripts/restore.ts", args),
  move: (args) => runScript("build-scripts/move.ts", args),
  mail: (args) => runScript("build-scripts/mail.ts", args),
  clocks: (args) => runScript("build-scripts/clocks.ts", args),
  password: (args) => runScript("build-scripts/password.ts", args),
};

async function main([name = "start", ...args]) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    fail(
      `Taskdesk needs Node ${OLDEST_NODE.join(".")} or newer, but this is ${process.versions.node}. Install it from https://nodejs.org.`,
    );
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) fail(`There's no command "${name}". The commands are ${Object.keys(COMMANDS).join(", ")}.`);
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
  const finishInstalling = asBuilt ? async () => {} : await ensureInstalled();
  // Only the steps before the tests take long enough to run alongside native builds.
  if (name !== "test") await finishInstalling();
  try {
    await command(args, finishInstalling);
  } finally {
    await finishInstalling(); // even on failure: npm keeps running, and the next command would start it again beside it
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof Ended) process.exit(error.code);
  if (error instanceof Trouble) fail(error.message);
  throw error;
}
