/** What a person reads in the terminal: progress on standard output, the one sentence of a failure on standard error. */

/** A foreseen failure: its message is one sentence that says what is wrong and how to mend it. */
export class Trouble extends Error {}

/** A program that we ran has ended badly and has said why: we end with its exit code. */
export class Ended extends Error {
  constructor(code) {
    super(`A program ended with exit code ${code}.`);
    this.code = code;
  }
}

export function say(line) {
  console.log(line);
}

/** Ends the process with one sentence and exit code 1. */
export function fail(sentence) {
  console.error(`taskdesk: ${sentence}`);
  process.exit(1);
}

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal"];

/** A line of the log in the form of all others (app/lib/log.server.ts), from a process that has none of the application. */
export function note(level, msg, more = {}) {
  const lowest = (process.env.LOG_LEVEL?.trim() || "info").toLowerCase();
  if (lowest === "silent" || LEVELS.indexOf(level) < LEVELS.indexOf(lowest)) return;
  say(JSON.stringify({ level, time: new Date().toISOString(), ...more, msg }));
}

/** Announces a step, runs it, and tells how long it took. */
export async function step(announcement, work) {
  const started = performance.now();
  say(`${announcement} …`);
  const result = await work();
  say(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}
