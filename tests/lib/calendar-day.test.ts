import { describe, expect, test } from "vitest";
import { dayOf, startOfDay, todayIn } from "~/lib/calendar-day";
import { atWallClock, isoTime, wallClock } from "~/lib/zoned-time";

/** Time zones from UTC-12 to UTC+14, some with half or quarter hours, some with clock changes. */
const ZONES = [
  ...["Etc/GMT+12", "Pacific/Pago_Pago", "America/Los_Angeles", "America/St_Johns", "America/Santiago", "UTC"],
  ...[
    "Europe/Berlin",
    "Africa/Cairo",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
  ],
];

describe("a calendar day", () => {
  test.each([
    ["America/Los_Angeles", "2026-11-26T03:02Z", "2026-11-25"],
    ["UTC", "2026-11-26T03:02Z", "2026-11-26"],
    ["Etc/GMT+12", "2026-11-26T11:59Z", "2026-11-25"],
    ["Etc/GMT+12", "2026-11-26T12:00Z", "2026-11-26"],
    ["Pacific/Kiritimati", "2026-11-26T09:59Z", "2026-11-26"],
    ["Pacific/Kiritimati", "2026-11-26T10:00Z", "2026-11-27"],
    ["Asia/Kathmandu", "2026-11-25T18:15Z", "2026-11-26"],
  ])("in %s at %s is %s", (zone, at, day) => {
    expect(dayOf(todayIn(zone, Date.parse(at)))).toBe(day);
  });

  test.each([
    ["Europe/Berlin", "2008-10-26T02:00Z", "2008-10-26T00:00Z"],
    ["Asia/Amman", "2021-10-29T00:00Z", "2021-10-28T21:00Z"],
    ["America/New_York", "2026-11-01T01:30Z", "2026-11-01T05:30Z"],
    ["Europe/Berlin", "2026-03-29T02:30Z", "2026-03-29T01:30Z"], // skipped
  ])("resolves a repeated wall-clock time in %s to its first occurrence: %s", (zone, wall, moment) => {
    expect(new Date(atWallClock(Date.parse(wall), zone))).toEqual(new Date(moment));
  });

  test("starts at its midnight in every time zone, even on days when clocks change", () => {
    for (const zone of ZONES)
      for (let day = startOfDay("2026-01-01") ?? 0; dayOf(day) < "2027-01-01"; day += 86_400_000) {
        const start = atWallClock(day, zone);
        expect([zone, dayOf(day), dayOf(todayIn(zone, start))]).toEqual([zone, dayOf(day), dayOf(day)]);
        expect(todayIn(zone, start - 1)).toBe(day - 86_400_000);
        const morning = atWallClock(day + 8 * 3_600_000, zone);
        expect(wallClock(morning, zone)).toBe(day + 8 * 3_600_000);
      }
  });
});

test.each([
  ["UTC", "2026-11-26T03:02:07Z"],
  ["America/Los_Angeles", "2026-11-25T19:02:07-08:00"],
  ["Asia/Kathmandu", "2026-11-26T08:47:07+05:45"],
  ["Pacific/Kiritimati", "2026-11-26T17:02:07+14:00"],
])("formats a time in %s with its UTC offset: %s", (zone, text) => {
  const at = Date.UTC(2026, 10, 26, 3, 2, 7, 89);
  expect(isoTime(at, zone)).toBe(text);
  expect(Date.parse(text)).toBe(at - 89);
});
