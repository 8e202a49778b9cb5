import fc from "fast-check";
import { afterEach, beforeEach, expect, vi } from "vitest";

// Logs of the code under test don't belong in the test report.
process.env.LOG_LEVEL ??= "silent";
// Otherwise, the first token would write a secret into ./data.
process.env.SESSION_SECRET ??= "a secret for tests, of forty characters.";

// Every run generates the same cases, so failures can be reproduced. GENERATED_SEED generates others.
fc.configureGlobal({ seed: Number(process.env.GENERATED_SEED ?? 2026) });

// Opening a data folder makes all later files private. Other tests in this process share files with other accounts.
const usual = process.umask();
afterEach(() => void process.umask(usual));

const announced: RegExp[] = [];

/** Expects an error in this test: a matching `console.error` doesn't fail it. */
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
  expect(surprises, "unexpected errors in the log").toEqual([]);
});
