import { expect, test } from "vitest";
import { nextTime, parseSchedule } from "~/features/rules/schedule";

const next = (text: string, at: string, zone = "Europe/Berlin") => {
  const schedule = parseSchedule(text);
  return schedule && new Date(nextTime(schedule, zone, Date.parse(at))).toISOString();
};

test.each([
  ["every 1 minute", "2026-03-02T12:00:00Z", "2026-03-02T12:01:00.000Z"],
  ["every 15 minutes", "2026-03-02T12:00:00Z", "2026-03-02T12:15:00.000Z"],
  ["daily at 09:00", "2026-03-02T07:59:59Z", "2026-03-02T08:00:00.000Z"],
  ["daily at 09:00", "2026-03-02T08:00:00Z", "2026-03-03T08:00:00.000Z"],
  ["Weekly on Monday at 9:00", "2026-03-02T08:00:00Z", "2026-03-09T08:00:00.000Z"],
  ["monthly on 31 at 09:00", "2026-02-02T08:00:00Z", "2026-02-28T08:00:00.000Z"],
  ["monthly on 1 at 00:00", "2026-03-02T08:00:00Z", "2026-03-31T22:00:00.000Z"],
  // A skipped hour moves the run forward. In a repeated hour it runs once.
  ["daily at 02:30", "2026-03-28T12:00:00Z", "2026-03-29T01:30:00.000Z"],
  ["daily at 02:30", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00.000Z"],
  ["daily at 02:30", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00.000Z"],
])("service-levels 4.3: %s, after %s, next runs at %s", (text, at, expected) => {
  expect(next(text, at)).toBe(expected);
});

test.each(["", "every 0 minutes", "every 60 minutes", "daily", "daily at 24:00", "weekly on Someday at 09:00"])(
  "%s isn't a valid schedule",
  (text) => {
    expect(parseSchedule(text)).toBeNull();
  },
);
