import { expect, test } from "vitest";
import { following, formBaseline } from "~/features/custom-fields/sync-untouched-fields";

/* domain B12 "Optimistic concurrency": the baseline of a form that is shown again. */

const CASES = [
  { name: "a new form shows the task's value", sent: undefined, told: [], was: "now", shown: "now" },
  {
    name: "an untouched field follows the task",
    sent: { f: "old", was_f: "old" },
    told: [],
    was: "now",
    shown: "now",
  },
  {
    name: "an edited field keeps its text and its baseline",
    sent: { f: "mine", was_f: "old" },
    told: [],
    was: "old",
    shown: "mine",
  },
  {
    name: "an edited field whose conflict was shown gets a new baseline",
    sent: { f: "mine", was_f: "old" },
    told: ["f"],
    was: "now",
    shown: "mine",
  },
  { name: "a field that the form didn't have shows the task's value", sent: {}, told: [], was: "now", shown: "now" },
  { name: "a ticked check field stays ticked", sent: { f: "no,yes", was_f: "no" }, told: [], was: "no", shown: "yes" },
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
    name: "an edited field keeps its text and its baseline",
    was: "old",
    typed: "mine",
    now: "new",
    after: ["old", undefined],
  },
  {
    name: "a field edited to the task's new value follows the task",
    was: "old",
    typed: "new",
    now: "new",
    after: ["new", "new"],
  },
  {
    name: "nothing changes if the task's value is the same",
    was: "old",
    typed: "old",
    now: "old",
    after: ["old", undefined],
  },
  {
    name: "a field that is missing or in use is left alone",
    was: "old",
    typed: undefined,
    now: "new",
    after: ["old", undefined],
  },
])("$name", ({ was, typed, now, after }) => {
  const next = following({ f: was }, typed === undefined ? {} : { f: typed }, { f: now });
  expect([next.was.f, next.set.f]).toEqual(after);
});
