import { describe, expect, test } from "vitest";
import type { BusinessCalendar } from "~/features/service-levels/business-calendar";
import { parseCalendar } from "~/features/service-levels/calendar-text";
import { calendarYear, chosenYear, weeklyHours } from "~/features/service-levels/calendars/calendar-year";

const WORKDAYS = [..."12345"].map(() => "09:00-12:00, 13:00-17:00");

function calendar(more: Partial<Parameters<typeof parseCalendar>[0]> = {}): BusinessCalendar {
  const text = { zone: "Europe/Berlin", weekdays: [...WORKDAYS, "", ""], holidays: "", alwaysOpen: false, ...more };
  const parsed = parseCalendar(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.mistakes));
  return parsed.calendar;
}

const boxes = (path: string) => path.split("z").length - 1;

describe("service levels 1: the picture of a year", () => {
  test("has every day, its opening hours and its holidays", () => {
    const holidays = "2026-04-03 Good Friday\n12-24 09:00-12:00 Christmas Eve\n12-25 Christmas";
    const year = calendarYear(calendar({ holidays }), 2026);
    expect([boxes(year.days), boxes(year.open), boxes(year.special)]).toEqual([365, 2 * 258 + 1, 3]);
    expect(year.months[3]).toEqual({
      month: 4,
      openDays: 21,
      openHours: 147,
      special: [{ date: "2026-04-03", name: "Good Friday", hours: "" }],
    });
    expect(year.months[11]).toMatchObject({
      openDays: 22,
      openHours: 150,
      special: [
        { date: "2026-12-24", hours: "09:00-12:00" },
        { date: "2026-12-25", hours: "" },
      ],
    });
  });

  test("draws a day's hours in its column, from midnight down", () => {
    const { open } = calendarYear(calendar({ weekdays: ["06:00-18:00", "", "", "", "", "", ""] }), 2026);
    // 5 January 2026 is the first Monday: the fifth column of the first row.
    expect(open).toMatch(/^M70 20h9v12h-9z/);
  });

  test("counts the hours of a day with a clock change", () => {
    const year = calendarYear(calendar({ alwaysOpen: true }), 2026);
    expect(year.months.map(({ openHours }) => openHours)).toEqual([
      ...[744, 672, 743, 720, 744, 720, 744, 744, 720, 745, 720, 744],
    ]);
  });

  test("has 29 February in leap years only", () => {
    expect(boxes(calendarYear(calendar(), 2028).days)).toBe(366);
    const holidays = "02-29 Leap day";
    expect(calendarYear(calendar({ holidays }), 2028).months[1]?.special).toHaveLength(1);
    expect(calendarYear(calendar({ holidays }), 2026).months[1]?.special).toHaveLength(0);
  });

  test("leaves out a day that its zone skipped", () => {
    const year = calendarYear(calendar({ zone: "Pacific/Apia" }), 2011); // no Friday, 30 December
    expect(year.months[11]?.openDays).toBe(21);
  });

  test("is the year in the address, or the current one", () => {
    const now = Date.UTC(2026, 2, 1);
    expect(chosenYear("2027", now)).toBe(2027);
    for (const asked of [null, "", "27", "9999", "1e3", "2026.5", "-100"]) expect(chosenYear(asked, now)).toBe(2026);
  });

  test("comes with the calendar's hours a week", () => {
    expect(weeklyHours(calendar())).toBe(35);
    expect(weeklyHours(calendar({ alwaysOpen: true }))).toBe(168);
  });
});
