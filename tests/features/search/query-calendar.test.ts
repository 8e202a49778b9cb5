import { describe, expect, test } from "vitest";
import { boundsOf } from "~/features/search/query-calendar";
import { readPeriod } from "~/features/search/query-values";
import { readDuration } from "~/lib/durations";

const HOUR = 3_600_000;
const iso = (at: number) => new Date(at).toISOString().slice(0, 16);

function bounds(text: string, timeZone = "UTC", now = Date.UTC(2026, 2, 11, 12)) {
  const period = readPeriod(text);
  if (!period) throw new Error(`${text} isn't a period.`);
  const { from, until } = boundsOf(period, now, timeZone);
  return `${iso(from)} ${iso(until)}`;
}

describe("domain B7: a period", () => {
  test.each([
    ["2026-03-09", "2026-03-09T00:00 2026-03-10T00:00"],
    ["2026-12-31", "2026-12-31T00:00 2027-01-01T00:00"],
    ["2024-02-29", "2024-02-29T00:00 2024-03-01T00:00"],
    ["2026-12", "2026-12-01T00:00 2027-01-01T00:00"],
    ["today", "2026-03-11T00:00 2026-03-12T00:00"],
    ["Yesterday", "2026-03-10T00:00 2026-03-11T00:00"],
    ["tomorrow", "2026-03-12T00:00 2026-03-13T00:00"],
    ["this-week", "2026-03-09T00:00 2026-03-16T00:00"],
    ["last-week", "2026-03-02T00:00 2026-03-09T00:00"],
    ["this-month", "2026-03-01T00:00 2026-04-01T00:00"],
    ["last-month", "2026-02-01T00:00 2026-03-01T00:00"],
  ])("%s is %s", (text, expected) => {
    expect(bounds(text)).toBe(expected);
  });

  test("of a week starts on Monday, even when today is Sunday or Monday", () => {
    expect(bounds("this-week", "UTC", Date.UTC(2026, 2, 15, 23))).toBe("2026-03-09T00:00 2026-03-16T00:00");
    expect(bounds("this-week", "UTC", Date.UTC(2026, 2, 16, 1))).toBe("2026-03-16T00:00 2026-03-23T00:00");
    expect(bounds("last-month", "UTC", Date.UTC(2026, 0, 31))).toBe("2025-12-01T00:00 2026-01-01T00:00");
  });

  test("starts at midnight in the viewer's time zone, even when the clocks change", () => {
    expect(bounds("2026-03-09", "Asia/Tokyo")).toBe("2026-03-08T15:00 2026-03-09T15:00");
    expect(bounds("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00 2026-03-29T22:00");
    expect(bounds("2026-10-25", "Europe/Berlin")).toBe("2026-10-24T22:00 2026-10-25T23:00");
    expect(bounds("2026-03-08", "America/New_York")).toBe("2026-03-08T05:00 2026-03-09T04:00");
    expect(bounds("today", "Pacific/Auckland", Date.UTC(2026, 2, 11, 12))).toBe("2026-03-11T11:00 2026-03-12T11:00");
    // In Beirut the clocks went from 23:59:59 to 01:00 that night: the day starts at one.
    expect(bounds("2022-03-27", "Asia/Beirut")).toBe("2022-03-26T22:00 2022-03-27T21:00");
  });
});

test.each([
  ["30m", 0.5 * HOUR],
  ["4h", 4 * HOUR],
  ["7D", 7 * 24 * HOUR],
  ["2w", 14 * 24 * HOUR],
  ["4", null],
  ["h", null],
  ["-4h", null],
  ["4.5h", null],
  ["100000w", null],
])("the duration %s is %d milliseconds", (text, milliseconds) => {
  expect(readDuration(text)).toBe(milliseconds);
});
