import { describe, expect, test } from "vitest";
import { timeZoneChoices, timeZoneNamed } from "~/lib/time-zones";
import { zonedTime } from "~/lib/zoned-time";

describe("a time zone", () => {
  test.each([
    ["UTC", "UTC"],
    ["Europe/Berlin", "Europe/Berlin"],
    ["eUrOpE/bErLiN", "Europe/Berlin"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["Europe/Kiev", "Europe/Kyiv"],
    ["asia/saigon", "Asia/Ho_Chi_Minh"],
    ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
    ["Moon/Base", null],
    ["", null],
    ["+01:00", null],
    ["<script>", null],
  ])("named %s resolves to %s", (name, called) => expect(timeZoneNamed(name)).toBe(called));

  test("is offered once, under its current name, with the same clock as its old name", () => {
    const names = timeZoneChoices("Europe/Berlin").map(({ value }) => value);
    expect(names).toEqual(expect.arrayContaining(["UTC", "Asia/Kolkata", "Europe/Kyiv", "Asia/Ho_Chi_Minh"]));
    expect(names.filter((name) => timeZoneNamed(name) !== name)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(zonedTime(0, "Asia/Kolkata")).toEqual(zonedTime(0, "Asia/Calcutta"));
  });

  test("sets both the clock and the date", () => {
    const at = Date.UTC(2026, 2, 29, 0, 59, 59); // a second before Berlin switches to summer time at 01:00 UTC
    expect(zonedTime(at, "Europe/Berlin")).toEqual({ year: 2026, month: 3, day: 29, hour: 1, minute: 59, second: 59 });
    expect(zonedTime(at + 1_000, "Europe/Berlin").hour).toBe(3);
    expect(zonedTime(at, "America/New_York")).toMatchObject({ day: 28, hour: 20 });
    expect(zonedTime(at, "UTC")).toEqual({ year: 2026, month: 3, day: 29, hour: 0, minute: 59, second: 59 });
  });
});
