import { describe, expect, test } from "vitest";
import {
  formatCalendar,
  formatHolidays,
  formatHours,
  parseCalendar,
  parseHolidays,
  parseHours,
} from "~/features/service-levels/calendar-text";
import { formatTarget, parseTarget } from "~/features/service-levels/target-duration";

const messageOf = (parsed: { ok: true } | { ok: false; message: string }) => (parsed.ok ? "" : parsed.message);

describe("hours of a weekday", () => {
  test.each([
    ["", ""],
    ["  ", ""],
    ["09:00-17:00", "09:00-17:00"],
    ["9:00 – 17:30", "09:00-17:30"],
    ["09:00-12:00, 13:00-17:00", "09:00-12:00, 13:00-17:00"],
    ["13:00-17:00,09:00-12:00,", "09:00-12:00, 13:00-17:00"],
    ["00:00-24:00", "00:00-24:00"],
    ["08:00-10:00, 10:00-12:00, 13:00-14:00, 23:59-24:00", "08:00-10:00, 10:00-12:00, 13:00-14:00, 23:59-24:00"],
  ])("“%s” are read as “%s”", (typed, shown) => {
    const parsed = parseHours(typed);
    expect(parsed.ok && formatHours(parsed.value)).toBe(shown);
  });

  test.each([
    ["nine to five", "“nine to five” isn't a time range. Write ranges such as 09:00-12:00, 13:00-17:00."],
    [
      "09:00-12:00 13:00-17:00",
      "“09:00-12:00 13:00-17:00” isn't a time range. Write ranges such as 09:00-12:00, 13:00-17:00.",
    ],
    ["9-17", "“9-17” isn't a time range. Write ranges such as 09:00-12:00, 13:00-17:00."],
    ["09:60-17:00", "“09:60” isn't a time. Use 00:00 to 24:00."],
    ["09:00-24:01", "“24:01” isn't a time. Use 00:00 to 24:00."],
    [
      "22:00-06:00",
      "“22:00-06:00” ends before it starts. For a night shift, end this day at 24:00 and start the next day at 00:00.",
    ],
    [
      "09:00-09:00",
      "“09:00-09:00” ends before it starts. For a night shift, end this day at 24:00 and start the next day at 00:00.",
    ],
    ["09:00-12:00, 11:59-17:00", "09:00-12:00 and 11:59-17:00 overlap. Write them as one time range."],
    [
      "01:00-02:00,03:00-04:00,05:00-06:00,07:00-08:00,09:00-10:00",
      "A day can have at most 4 time ranges. Remove some.",
    ],
  ])("“%s” are refused: %s", (typed, message) => expect(messageOf(parseHours(typed))).toBe(message));
});

describe("holidays", () => {
  test("are read one a line, and written back", () => {
    const lines = [
      "2026-04-03 Good Friday",
      "12-25 Christmas",
      "12-24 09:00-12:00 Christmas Eve",
      "02-29",
      "2026-05-01 1st of May",
      "2026-12-31 09:00-10:00, 11:00-12:00 Half a day",
    ];
    const parsed = parseHolidays(`\n${lines.join("\r\n")}\n\n`);
    expect(parsed.ok && formatHolidays(parsed.value).split("\n")).toEqual(lines);
    expect(parsed.ok && parsed.value[2]).toEqual({
      date: "12-24",
      hours: [{ start: 540, end: 720 }],
      name: "Christmas Eve",
    });
  });

  test.each([
    ["Good Friday", "Line 1: “Good” isn't a date. Start with a date such as 2026-04-03, or 12-25 for every year."],
    [
      "12-25\n\n25.12. Christmas",
      "Line 3: “25.12.” isn't a date. Start with a date such as 2026-04-03, or 12-25 for every year.",
    ],
    ["2026-02-29 Leap day", "Line 1: The date 2026-02-29 doesn't exist. Check the month and the day."],
    ["13-01 Nothing", "Line 1: The date 13-01 doesn't exist. Check the month and the day."],
    ["02-30 Nothing", "Line 1: The date 02-30 doesn't exist. Check the month and the day."],
    ["12-24 09:00 Eve", "Line 1: “09:00” isn't a time range. Write ranges such as 09:00-12:00, 13:00-17:00."],
    ["12-24 09:00-25:00 Eve", "Line 1: “25:00” isn't a time. Use 00:00 to 24:00."],
    [
      "12-24 09:00-10:00 11:00-12:00 Eve",
      "Line 1: “11:00-12:00” isn't a time range. Write ranges such as 09:00-12:00, 13:00-17:00.",
    ],
    ["12-25 A\n12-26 B\n12-25 C", "Line 3: 12-25 is already on line 1. Put all its hours on one line."],
    [`12-25 ${"x".repeat(101)}`, "Line 1: The name can have at most 100 characters. Make it shorter."],
    [
      Array.from({ length: 1_001 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)).join("\n"),
      "A calendar can have at most 1,000 holidays. Remove some.",
    ],
  ])("%# are refused with the line number and a hint", (typed, message) => {
    expect(messageOf(parseHolidays(typed))).toBe(message);
  });
});

describe("a calendar", () => {
  const typed = {
    zone: "Asia/Calcutta",
    weekdays: ["09:00-12:00, 13:00-17:00", "", "", "", "", "", "00:00-24:00"],
    holidays: "12-25 Christmas",
    alwaysOpen: false,
  };

  test("is read from its form and written back", () => {
    const parsed = parseCalendar(typed);
    expect(parsed.ok && formatCalendar(parsed.calendar)).toEqual({ ...typed, zone: "Asia/Kolkata" });
  });

  test("reports every mistake at once", () => {
    const weekdays = ["9", "", "", "", "", "", ""];
    expect(parseCalendar({ zone: "Moon", weekdays, holidays: "?", alwaysOpen: true })).toEqual({
      ok: false,
      mistakes: {
        zone: "There's no time zone “Moon”. Use a name such as Europe/Berlin or America/New_York.",
        weekdays: [
          "“9” isn't a time range. Write ranges such as 09:00-12:00, 13:00-17:00.",
          null,
          null,
          null,
          null,
          null,
          null,
        ],
        holidays: "Line 1: “?” isn't a date. Start with a date such as 2026-04-03, or 12-25 for every year.",
        calendar: null,
      },
    });
  });

  test("needs an opening, unless it's always open", () => {
    const closed = { ...typed, weekdays: ["", "", "", "", "", "", ""] };
    const parsed = parseCalendar(closed);
    expect(!parsed.ok && parsed.mistakes.calendar).toBe(
      "This calendar is never open. Enter hours for at least one weekday, or tick Always open.",
    );
    expect(parseCalendar({ ...closed, alwaysOpen: true }).ok).toBe(true);
  });
});

describe("a target", () => {
  test.each([
    ["", null, ""],
    ["4h", 240, "4h"],
    ["30m", 30, "30m"],
    ["1h30m", 90, "1h30m"],
    [" 1H 30M ", 90, "1h30m"],
    ["90m", 90, "1h30m"],
    ["1m", 1, "1m"],
    ["4000h", 240_000, "4000h"],
  ])("“%s” is %s minutes, shown as “%s”", (typed, minutes, shown) => {
    const parsed = parseTarget(typed);
    expect(parsed).toEqual({ ok: true, value: minutes === null ? null : minutes * 60_000 });
    expect(parsed.ok && formatTarget(parsed.value)).toBe(shown);
  });

  test.each([
    ["4", "“4” isn't a duration. Use hours and minutes, such as 4h or 1h30m."],
    ["soon", "“soon” isn't a duration. Use hours and minutes, such as 4h or 1h30m."],
    ["-4h", "“-4h” isn't a duration. Use hours and minutes, such as 4h or 1h30m."],
    ["1.5h", "“1.5h” isn't a duration. Use hours and minutes, such as 4h or 1h30m."],
    ["2d", "Targets count opening hours, not days. Use hours and minutes, such as 16h or 1h30m."],
    ["0m", "The shortest target is 1m."],
    ["4000h1m", "The longest target is 4,000h."],
  ])("“%s” is refused: %s", (typed, message) => expect(messageOf(parseTarget(typed))).toBe(message));
});
