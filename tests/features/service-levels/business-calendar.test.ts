import { describe, expect, test } from "vitest";
import {
  type BusinessCalendar,
  hoursOn,
  instantAfterOpenTime,
  openingsOn,
  openTimeBetween,
} from "~/features/service-levels/business-calendar";
import { aCalendar, at, utc } from "./calendars";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const week = (hours: string) => Array.from({ length: 7 }, () => hours);

/** Openings of a date as UTC text, such as `2026-03-09 08:00Z..2026-03-09 16:00Z`. */
const openings = (calendar: BusinessCalendar, date: string) =>
  openingsOn(calendar, Date.parse(date)).map(({ from, until }) => `${utc(from)}..${utc(until)}`);

describe("domain B8, service-levels 3: a calendar is open", () => {
  test.each<[string, string, string, string, string[]]>([
    [
      "an ordinary day",
      "Europe/Berlin",
      "2026-03-09",
      "09:00-12:00, 13:00-17:00",
      ["2026-03-09 08:00Z..2026-03-09 11:00Z", "2026-03-09 12:00Z..2026-03-09 16:00Z"],
    ],
    ["a whole day", "Europe/Berlin", "2026-03-09", "00:00-24:00", ["2026-03-08 23:00Z..2026-03-09 23:00Z"]],
    [
      "a day in a zone with a 45-minute offset",
      "Asia/Kathmandu",
      "2026-03-09",
      "09:00-17:00",
      ["2026-03-09 03:15Z..2026-03-09 11:15Z"],
    ],
    ["UTC", "UTC", "2026-03-29", "09:00-24:00", ["2026-03-29 09:00Z..2026-03-30 00:00Z"]],
    // Berlin goes from 02:00 to 03:00 on 29 March, and from 03:00 to 02:00 on 25 October.
    ["a whole short day", "Europe/Berlin", "2026-03-29", "00:00-24:00", ["2026-03-28 23:00Z..2026-03-29 22:00Z"]],
    [
      "a day with a start in the gap",
      "Europe/Berlin",
      "2026-03-29",
      "02:30-05:00",
      ["2026-03-29 01:00Z..2026-03-29 03:00Z"],
    ],
    [
      "a day with an end in the gap",
      "Europe/Berlin",
      "2026-03-29",
      "01:00-02:30",
      ["2026-03-29 00:00Z..2026-03-29 01:00Z"],
    ],
    ["a day with start and end in the gap", "Europe/Berlin", "2026-03-29", "02:15-02:45", []],
    [
      "a day with two ranges that meet at the gap's end",
      "Europe/Berlin",
      "2026-03-29",
      "01:00-02:20, 02:40-04:00",
      ["2026-03-29 00:00Z..2026-03-29 02:00Z"],
    ],
    ["a whole long day", "Europe/Berlin", "2026-10-25", "00:00-24:00", ["2026-10-24 22:00Z..2026-10-25 23:00Z"]],
    [
      "a day with a repeated start",
      "Europe/Berlin",
      "2026-10-25",
      "02:30-05:00",
      ["2026-10-25 00:30Z..2026-10-25 04:00Z"],
    ],
    [
      "a day with a repeated end",
      "Europe/Berlin",
      "2026-10-25",
      "01:00-02:30",
      ["2026-10-24 23:00Z..2026-10-25 01:30Z"],
    ],
    [
      "a day with an end at the first repeated minute",
      "Europe/Berlin",
      "2026-10-25",
      "01:00-02:00",
      ["2026-10-24 23:00Z..2026-10-25 01:00Z"],
    ],
    [
      "a day with an end just after the repeated hour",
      "Europe/Berlin",
      "2026-10-25",
      "01:00-03:00",
      ["2026-10-24 23:00Z..2026-10-25 02:00Z"],
    ],
    [
      "a day with two ranges that overlap when repeated",
      "Europe/Berlin",
      "2026-10-25",
      "02:00-02:20, 02:40-03:00",
      ["2026-10-25 00:00Z..2026-10-25 02:00Z"],
    ],
    [
      "a day with a start in the hour New York skips",
      "America/New_York",
      "2026-03-08",
      "02:30-09:00",
      ["2026-03-08 07:00Z..2026-03-08 13:00Z"],
    ],
    [
      "a day with a start in the hour New York repeats",
      "America/New_York",
      "2026-11-01",
      "01:30-09:00",
      ["2026-11-01 05:30Z..2026-11-01 14:00Z"],
    ],
    // Lord Howe goes from 02:00 to 02:30 on 4 October, and from 02:00 to 01:30 on 5 April.
    [
      "a day with a start in the half hour Lord Howe skips",
      "Australia/Lord_Howe",
      "2026-10-04",
      "02:10-04:00",
      ["2026-10-03 15:30Z..2026-10-03 17:00Z"],
    ],
    [
      "a day with a start in the half hour Lord Howe repeats",
      "Australia/Lord_Howe",
      "2026-04-05",
      "01:40-04:00",
      ["2026-04-04 14:40Z..2026-04-04 17:30Z"],
    ],
    [
      "a day with an end in the half hour Lord Howe repeats",
      "Australia/Lord_Howe",
      "2026-04-05",
      "01:00-01:40",
      ["2026-04-04 14:00Z..2026-04-04 15:10Z"],
    ],
    // Apia had no 30 December 2011: after the 29th at UTC-10 came the 31st at UTC+14.
    [
      "the day before the one Apia skipped",
      "Pacific/Apia",
      "2011-12-29",
      "09:00-24:00",
      ["2011-12-29 19:00Z..2011-12-30 10:00Z"],
    ],
    ["the day Apia skipped", "Pacific/Apia", "2011-12-30", "00:00-24:00", []],
    [
      "the day after the one Apia skipped",
      "Pacific/Apia",
      "2011-12-31",
      "00:00-17:00",
      ["2011-12-30 10:00Z..2011-12-31 03:00Z"],
    ],
    // São Paulo had no midnight on 4 November 2018, and two last hours on 17 February 2018.
    [
      "a day without midnight",
      "America/Sao_Paulo",
      "2018-11-04",
      "00:00-09:00",
      ["2018-11-04 03:00Z..2018-11-04 11:00Z"],
    ],
    [
      "the day before one without midnight",
      "America/Sao_Paulo",
      "2018-11-03",
      "22:00-24:00",
      ["2018-11-04 01:00Z..2018-11-04 03:00Z"],
    ],
    [
      "a day with two last hours",
      "America/Sao_Paulo",
      "2018-02-17",
      "22:00-24:00",
      ["2018-02-18 00:00Z..2018-02-18 03:00Z"],
    ],
    // Havana has two midnights on 1 November 2026: from 01:00 it goes back to 00:00.
    [
      "the day before one with two midnights",
      "America/Havana",
      "2026-10-31",
      "22:00-24:00",
      ["2026-11-01 02:00Z..2026-11-01 04:00Z"],
    ],
    [
      "a day with two midnights",
      "America/Havana",
      "2026-11-01",
      "00:00-02:00",
      ["2026-11-01 04:00Z..2026-11-01 07:00Z"],
    ],
  ])("on %s", (_, zone, date, hours, expected) => {
    expect(openings(aCalendar({ zone, weekdays: week(hours) }), date)).toEqual(expected);
  });

  test.each([
    ["Pacific/Apia", "2011-12-01"],
    ["Pacific/Kiritimati", "1994-12-01"], // skipped 31 December
    ["America/St_Johns", "2010-10-20"],
    ["America/Sao_Paulo", "2018-02-01"],
    ["America/Havana", "2026-10-15"],
    ["Africa/Casablanca", "2026-02-01"],
    ["Antarctica/Troll", "2026-03-15"], // two hours at once
    ["Australia/Lord_Howe", "2026-03-20"],
    ["Pacific/Chatham", "2026-03-20"],
    ["Asia/Kathmandu", "1985-12-20"], // fifteen minutes, once
    ["Europe/Dublin", "2026-10-10"],
  ])("without gaps if every day is fully open: %s", (zone, date) => {
    const calendar = aCalendar({ zone, weekdays: week("00:00-24:00") });
    const first = Date.parse(date);
    const days = Array.from({ length: 60 }, (_, day) => openingsOn(calendar, first + day * DAY)).flat();
    for (const [index, { until }] of days.slice(0, -1).entries()) expect(days[index + 1]?.from).toBe(until);
    expect(days.length).toBeGreaterThanOrEqual(59); // a skipped day has no openings
  });

  test("once where two days overlap: St. John's went back from 00:01 to 23:01 of the day before", () => {
    const calendar = aCalendar({ zone: "America/St_Johns", weekdays: week("00:00-05:00, 22:00-23:30") });
    // 6 November 2010, 22:00 to the second 23:30; 7 November from the first 00:00, a minute of it before the clock went back.
    expect(openings(calendar, "2010-11-06").at(-1)).toBe("2010-11-07 00:30Z..2010-11-07 03:00Z");
    expect(openings(calendar, "2010-11-07")[0]).toBe("2010-11-07 03:00Z..2010-11-07 08:30Z");
    expect(openTimeBetween(calendar, at("2010-11-06 12:00Z"), at("2010-11-07 12:00Z")) / MINUTE).toBe(8 * 60);
  });

  test("on holidays as entered: dated before yearly, 29 February only in leap years", () => {
    const holidays = "12-24 09:00-12:00 Eve\n2026-12-24 10:00-11:00 Eve this year\n02-29 Leap day\n2027-03-01 Closed";
    const calendar = aCalendar({ zone: "UTC", weekdays: week("09:00-17:00"), holidays });
    expect(openings(calendar, "2026-12-24")).toEqual(["2026-12-24 10:00Z..2026-12-24 11:00Z"]);
    expect(openings(calendar, "2027-12-24")).toEqual(["2027-12-24 09:00Z..2027-12-24 12:00Z"]);
    expect(openings(calendar, "2028-02-29")).toEqual([]);
    expect(openings(calendar, "2027-03-01")).toEqual([]);
    expect(openings(calendar, "2028-03-01")).toEqual(["2028-03-01 09:00Z..2028-03-01 17:00Z"]);
  });

  test("always, whatever its hours and holidays are", () => {
    const calendar = aCalendar({ alwaysOpen: true, holidays: "2026-03-09 Closed" });
    expect(openTimeBetween(calendar, at("2026-03-08 00:00Z"), at("2026-03-10 00:00Z"))).toBe(2 * DAY);
    expect(hoursOn(calendar, Date.parse("2026-03-09"))).toEqual([{ start: 0, end: 1_440 }]);
    expect(openings(calendar, "2026-03-29")).toEqual(["2026-03-28 23:00Z..2026-03-29 22:00Z"]);
  });
});

describe("open time", () => {
  const calendar = aCalendar();

  test.each([
    ["2026-03-09 09:00", "2026-03-09 17:00", 480],
    ["2026-03-09 08:00", "2026-03-09 09:30", 30],
    ["2026-03-09 16:30", "2026-03-10 09:30", 60],
    ["2026-03-06 16:00", "2026-03-09 10:00", 120],
    ["2026-03-07 00:00", "2026-03-08 23:59", 0],
    ["2026-03-09 10:00", "2026-03-09 09:00", 0],
    ["2026-01-01 00:00", "2027-01-01 00:00", 261 * 480],
  ])("from %s until %s is %i minutes", (from, until, minutes) => {
    expect(openTimeBetween(calendar, at(from), at(until)) / MINUTE).toBe(minutes);
  });

  test.each<[string, number, string | null]>([
    ["2026-03-09 09:00", 0, "2026-03-09 08:00Z"],
    ["2026-03-07 11:00", 0, "2026-03-07 10:00Z"],
    ["2026-03-09 09:00", 480, "2026-03-09 16:00Z"],
    ["2026-03-09 09:00", 481, "2026-03-10 08:01Z"],
    ["2026-03-09 17:00", 1, "2026-03-10 08:01Z"],
    ["2026-03-06 16:30", 60, "2026-03-09 08:30Z"],
    ["2026-01-01 00:00", 4_000 * 60, "2027-12-01 16:00Z"],
  ])("from %s, %i minutes end at %s", (from, minutes, end) => {
    const instant = instantAfterOpenTime(calendar, at(from), minutes * MINUTE);
    expect(utc(instant)).toBe(end);
    expect(openTimeBetween(calendar, at(from), instant ?? 0)).toBe(minutes * MINUTE);
  });

  test("has no end beyond five years", () => {
    const brief = aCalendar({ zone: "UTC", hours: "", weekdays: ["09:00-09:01", "", "", "", "", "", ""] });
    expect(utc(instantAfterOpenTime(brief, at("2026-01-01 00:00Z"), 260 * MINUTE))).toBe("2030-12-23 09:01Z");
    expect(instantAfterOpenTime(brief, at("2026-01-01 00:00Z"), 262 * MINUTE)).toBeNull();
    const always = aCalendar({ alwaysOpen: true });
    expect(utc(instantAfterOpenTime(always, at("2024-02-29 00:00Z"), 1_827 * DAY))).toBe("2029-03-01 00:00Z");
    expect(instantAfterOpenTime(always, at("2024-02-29 00:00Z"), 1_827 * DAY + 1)).toBeNull();
  });
});
