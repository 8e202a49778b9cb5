import fc from "fast-check";
import { afterEach, beforeEach, expect, vi } from "vitest";

// Logs of the code under test are not the report of the test run.
process.env.LOG_LEVEL ??= "silent";
// Else the first token would write one into ./data.
process.env.SESSION_SECRET ??= "a secret for tests, of forty characters.";

// Generated cases are the same in every run, so that a run that fails can be repeated; GENERATED_SEED asks for others.
fc.configureGlobal({ seed: Number(process.env.GENERATED_SEED ?? 2026) });

// What opens a data folder makes files private from then on; other tests of this process share some with other accounts.
const usual = process.umask();
afterEach(() => void process.umask(usual));

const announced: RegExp[] = [];

/** Says that this test is about an error: a `console.error` that matches does not fail it. */
export const expectLoggedError = (pattern: RegExp) => void announced.push(pattern);

beforeEach(() => {
  announced.length = 0;
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  const surprises = vi
    .mocked(console.error)
    .mock.calls.map((call) => call.map(String).join(" "))
    .filter((line) => !announced.some((pattern) => pattern.test(line)));
  vi.mocked(console.error).mockRestore();
  expect(surprises, "errors logged by surprise").toEqual([]);
});
