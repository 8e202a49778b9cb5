import { describe, expect, test } from "vitest";
import { styleOf } from "~/lib/time-style";
import { absoluteDay, absoluteTime, minuteInWords, momentOf, relativeDay, relativeTime } from "~/ui/format-time";

const NOW = Date.UTC(2026, 2, 5, 12, 0, 0);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("a time in words", () => {
  test.each([
    [NOW, "just now"],
    [NOW - 59_999, "just now"],
    [NOW - MINUTE, "1 min ago"],
    [NOW - HOUR + 1, "59 min ago"],
    [NOW - HOUR, "1 h ago"],
    [NOW - DAY + 1, "23 h ago"],
    [NOW - DAY, "1 day ago"],
    [NOW - 7 * DAY + 1, "6 days ago"],
    [NOW - 7 * DAY, "26 Feb"],
    [Date.UTC(2016, 1, 29, 1, 16), "29 Feb 2016"],
    [NOW + 30_000, "just now"],
    [NOW + 90 * MINUTE, "in 1 h"],
    [NOW + 3 * DAY, "in 3 days"],
    [NOW + 30 * DAY, "4 Apr"],
  ])("%i is %s", (at, words) => {
    expect(relativeTime(at, NOW)).toBe(words);
  });

  test.each([
    ["UTC", "2026-11-25", "yesterday"],
    ["America/Los_Angeles", "2026-11-25", "today"],
    ["America/Los_Angeles", "2026-11-26", "tomorrow"],
    ["America/Los_Angeles", "2026-11-24", "yesterday"],
    ["America/Los_Angeles", "2026-11-20", "5 days ago"],
    ["America/Los_Angeles", "2026-12-01", "in 6 days"],
    ["America/Los_Angeles", "2026-12-02", "2 Dec"],
    ["America/Los_Angeles", "2027-01-02", "2 Jan 2027"],
    ["Pacific/Kiritimati", "2026-11-26", "today"],
    ["Etc/GMT+12", "2026-11-25", "today"],
  ])("in %s on the evening of 25 November, the day %s is %s", (zone, day, words) => {
    const evening = Date.parse("2026-11-26T03:02Z");
    expect(relativeDay(Date.parse(day), evening, styleOf(zone, "day"))).toBe(words);
  });

  test("in full includes the time zone", () => {
    expect(absoluteTime(Date.UTC(2026, 2, 5, 4, 7))).toBe("5 March 2026, 04:07 UTC");
  });

  test("to the minute is short enough for a narrow table", () => {
    expect(minuteInWords(Date.UTC(2026, 2, 5, 4, 7))).toBe("5 Mar, 04:07");
  });

  test.each([
    ["day", "UTC", "2026-03-05T14:07:00Z", "5 March 2026, 14:07 UTC", "5 March 2026", "5 Mar", "29 Feb 2016"],
    [
      "month",
      "America/New_York",
      "2026-03-05T09:07:00-05:00",
      "March 5, 2026, 9:07 AM",
      "March 5, 2026",
      "Mar 5",
      "Feb 28, 2016",
    ],
    ["year", "Asia/Tokyo", "2026-03-05T23:07:00+09:00", "2026-03-05, 23:07", "2026-03-05", "2026-03-05", "2016-02-29"],
  ] as const)(
    "puts the %s first for users who prefer that, in %s",
    (dates, zone, dateTime, title, day, short, earlier) => {
      const [at, style] = [Date.UTC(2026, 2, 5, 14, 7), styleOf(zone, dates)];
      expect(momentOf(at, style)).toMatchObject({ dateTime, title });
      expect(absoluteDay(at, style)).toBe(day);
      expect(relativeTime(at, at + 30 * DAY, style)).toBe(short);
      expect(relativeTime(Date.UTC(2016, 1, 29, 1, 16), at, style)).toBe(earlier);
    },
  );

  test.each([
    [0, "12:00 AM"],
    [12, "12:00 PM"],
    [13, "1:00 PM"],
  ])("hour %i is %s for users who put the month first", (hour, clock) => {
    expect(momentOf(Date.UTC(2026, 2, 5, hour), styleOf("Etc/GMT", "month")).title).toBe(`March 5, 2026, ${clock}`);
  });
});
