/** `npm run check`: types, lint, formatting, import boundaries and the browser bundle. Needs a finished build. */
import { findLeaks } from "./check-bundle";
import { run } from "./steps/run.mjs";

type Check = { name: string; work: () => Promise<string | null> };

/** Runs a program as a check: null when it succeeds, otherwise its output. */
const program =
  (...args: string[]) =>
  async () => {
    const { code, output } = await run(process.execPath, args, { quiet: true });
    return code === 0 ? null : output.trim();
  };

async function bundle() {
  const leaks = findLeaks();
  return leaks.length === 0 ? null : leaks.join("\n");
}

const CHECKS: Check[] = [
  { name: "types", work: program("node_modules/typescript/bin/tsc", "--noEmit") },
  {
    name: "lint and format",
    work: program("node_modules/@biomejs/biome/bin/biome", "check", "."),
  },
  {
    name: "import boundaries",
    work: program("node_modules/vitest/vitest.mjs", "run", "--config", "tests/architecture.config.ts"),
  },
  { name: "no server code in the browser", work: bundle },
];

let failed = false;
// Run all at once: the type check takes longest and uses a single core.
const findings = CHECKS.map(({ name, work }) => ({ name, working: work() }));
for (const { name, working } of findings) {
  const finding = await working;
  console.log(`${finding === null ? "ok" : "NOT OK"}  ${name}`);
  if (finding !== null) console.error(finding);
  failed ||= finding !== null;
}
if (failed) process.exitCode = 1;
