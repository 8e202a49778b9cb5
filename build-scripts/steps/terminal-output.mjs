/** Terminal output: progress on standard output, the one sentence of a failure on standard error. */

/** An expected failure: its message is one sentence that says what is wrong and how to fix it. */
export class Trouble extends Error {}

/** A child program failed and has printed why: we exit with its code. */
export class Ended extends Error {
  constructor(code) {
    super(`A program ended with exit code ${code}.`);
    this.code = code;
  }
}

export function printLine(line) {
  console.log(line);
}

export function fail(sentence) {
  console.error(`taskdesk: ${sentence}`);
  process.exit(1);
}

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal"];

/** Logs a line in the application's format (app/lib/log.server.ts), from a process that doesn't load it. */
export function note(level, msg, more = {}) {
  const lowest = (process.env.LOG_LEVEL?.trim() || "info").toLowerCase();
  if (lowest === "silent" || LEVELS.indexOf(level) < LEVELS.indexOf(lowest)) return;
  printLine(JSON.stringify({ level, time: new Date().toISOString(), ...more, msg }));
}

/** Announces a step, runs it, and prints how long it took. */
export async function step(announcement, work) {
  const started = performance.now();
  printLine(`${announcement}…`);
  const result = await work();
  printLine(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}
