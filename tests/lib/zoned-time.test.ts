import { describe, expect, test } from "vitest";
import { timeZoneNamed, zonedTime } from "~/lib/zoned-time";

describe("a time zone", () => {
  test.each([
    ["UTC", "UTC"],
    ["Europe/Berlin", "Europe/Berlin"],
    ["eUrOpE/bErLiN", "Europe/Berlin"],
    ["Moon/Base", null],
    ["", null],
    ["+01:00", null],
    ["<script>", null],
  ])("of %s is called %s", (name, called) => expect(timeZoneNamed(name)).toBe(called));

  test("moves the clock, and the calendar with it", () => {
    const at = Date.UTC(2026, 2, 29, 0, 59, 59); // a second before Berlin goes from one o'clock UTC to summer time
    expect(zonedTime(at, "Europe/Berlin")).toEqual({ year: 2026, month: 3, day: 29, hour: 1, minute: 59, second: 59 });
    expect(zonedTime(at + 1_000, "Europe/Berlin").hour).toBe(3);
    expect(zonedTime(at, "America/New_York")).toMatchObject({ day: 28, hour: 20 });
    expect(zonedTime(at, "UTC")).toEqual({ year: 2026, month: 3, day: 29, hour: 0, minute: 59, second: 59 });
  });
});
