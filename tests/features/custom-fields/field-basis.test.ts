import { expect, test } from "vitest";
import { following, formBaseline } from "~/features/custom-fields/sync-untouched-fields";

/* domain B12 "Optimistic concurrency": the baseline of a form that is shown again. */

const CASES = [
  { name: "a new form shows the task", sent: undefined, told: [], was: "now", shown: "now" },
  {
    name: "what was left alone follows the task",
    sent: { f: "old", was_f: "old" },
    told: [],
    was: "now",
    shown: "now",
  },
  {
    name: "what was typed stays, and so does what it began with",
    sent: { f: "mine", was_f: "old" },
    told: [],
    was: "old",
    shown: "mine",
  },
  {
    name: "a conflict that was shown is settled by sending again",
    sent: { f: "mine", was_f: "old" },
    told: ["f"],
    was: "now",
    shown: "mine",
  },
  { name: "a field the form did not have", sent: {}, told: [], was: "now", shown: "now" },
  { name: "a check field that is set", sent: { f: "no,yes", was_f: "no" }, told: [], was: "no", shown: "yes" },
];

test.each(CASES)("$name", ({ sent, told, was, shown }) => {
  expect(formBaseline({ f: "now" }, sent as Record<string, string> | undefined, told)).toEqual({
    was: { f: was },
    shown: { f: shown },
  });
});

test.each([
  { name: "an untouched field follows the task", was: "old", typed: "old", now: "new", after: ["new", "new"] },
  {
    name: "a touched one keeps what stands in it and what it began with",
    was: "old",
    typed: "mine",
    now: "new",
    after: ["old", undefined],
  },
  {
    name: "one that says what the task has by now follows it",
    was: "old",
    typed: "new",
    now: "new",
    after: ["new", "new"],
  },
  {
    name: "nothing happens where nothing has changed",
    was: "old",
    typed: "old",
    now: "old",
    after: ["old", undefined],
  },
  {
    name: "a field that is not there, or in use, is left alone",
    was: "old",
    typed: undefined,
    now: "new",
    after: ["old", undefined],
  },
])("$name", ({ was, typed, now, after }) => {
  const next = following({ f: was }, typed === undefined ? {} : { f: typed }, { f: now });
  expect([next.was.f, next.set.f]).toEqual(after);
});
