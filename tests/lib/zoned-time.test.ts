import { describe, expect, test } from "vitest";
import { isTimeZone, zonedTime } from "~/lib/zoned-time";

describe("a time zone", () => {
  test.each([
    ["UTC", true],
    ["Europe/Berlin", true],
    ["Europe/Kiev", true],
    ["Moon/Base", false],
    ["", false],
    ["+01:00", false],
    ["<script>", false],
  ])("%s: %s", (name, is) => expect(isTimeZone(name)).toBe(is));

  test("moves the clock, and the calendar with it", () => {
    const at = Date.UTC(2026, 2, 29, 0, 59, 59); // a second before Berlin goes from one o'clock UTC to summer time
    expect(zonedTime(at, "Europe/Berlin")).toEqual({ year: 2026, month: 3, day: 29, hour: 1, minute: 59, second: 59 });
    expect(zonedTime(at + 1_000, "Europe/Berlin").hour).toBe(3);
    expect(zonedTime(at, "America/New_York")).toMatchObject({ day: 28, hour: 20 });
    expect(zonedTime(at, "UTC")).toEqual({ year: 2026, month: 3, day: 29, hour: 0, minute: 59, second: 59 });
  });
});
