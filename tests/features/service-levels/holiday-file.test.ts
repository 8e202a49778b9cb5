import { describe, expect, test } from "vitest";
import { parseHolidays } from "~/features/service-levels/calendar-text";
import { readHolidayFile, withHolidays } from "~/features/service-levels/calendars/holiday-file";

const file = (...events: string[]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...events, "END:VCALENDAR", ""].join("\r\n");

const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1@example.org", ...lines, "END:VEVENT"].join("\r\n");

const read = (...events: string[][]) => {
  const found = readHolidayFile(file(...events.map((lines) => event(...lines))));
  return found && { lines: found.holidays.map(({ date, name }) => `${date} ${name}`), skipped: found.skipped };
};

describe("service levels 1: holidays of an iCalendar file", () => {
  test("are its whole days, sorted", () => {
    expect(
      read(
        ["DTSTART;VALUE=DATE:20260406", "DTEND;VALUE=DATE:20260407", "SUMMARY:Easter Monday"],
        ["DTSTART;VALUE=DATE:20260403", "SUMMARY;LANGUAGE=en:Good Friday"],
      ),
    ).toEqual({ lines: ["2026-04-03 Good Friday", "2026-04-06 Easter Monday"], skipped: 0 });
  });

  test("come every year if the event does", () => {
    const christmas = ["DTSTART;VALUE=DATE:20201225", "SUMMARY:Christmas"];
    expect(read([...christmas, "RRULE:FREQ=YEARLY"])?.lines).toEqual(["12-25 Christmas"]);
    expect(read([...christmas, "RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=12;BYMONTHDAY=25"])?.lines).toEqual([
      "12-25 Christmas",
    ]);
  });

  test.each([
    ["a time", ["DTSTART:20260403T090000Z"]],
    ["a time in a zone", ["DTSTART;TZID=Europe/Berlin:20260403T090000"]],
    ["no start", ["DTEND;VALUE=DATE:20260404"]],
    ["a day that doesn't exist", ["DTSTART;VALUE=DATE:20260230"]],
    ["an end before its start", ["DTSTART;VALUE=DATE:20260403", "DTEND;VALUE=DATE:20260401"]],
    ["a length of half a year", ["DTSTART;VALUE=DATE:20260101", "DTEND;VALUE=DATE:20260701"]],
    ["a weekly rule", ["DTSTART;VALUE=DATE:20260403", "RRULE:FREQ=WEEKLY"]],
    ["a rule for every other year", ["DTSTART;VALUE=DATE:20260403", "RRULE:FREQ=YEARLY;INTERVAL=2"]],
    ["a yearly rule that ends", ["DTSTART;VALUE=DATE:20260403", "RRULE:FREQ=YEARLY;UNTIL=20280403"]],
    ["a rule for the fourth Thursday", ["DTSTART;VALUE=DATE:20261126", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"]],
    ["a yearly rule for another month", ["DTSTART;VALUE=DATE:20261126", "RRULE:FREQ=YEARLY;BYMONTH=10"]],
  ])("leave out an event with %s, and count it", (_, lines) => {
    expect(read([...lines, "SUMMARY:Left out"])).toEqual({ lines: [], skipped: 1 });
  });

  test("include each day of a longer event", () => {
    const days = ["2026-12-24 Closed", "2026-12-25 Closed", "2026-12-26 Closed"];
    const start = "DTSTART;VALUE=DATE:20261224";
    expect(read([start, "DTEND;VALUE=DATE:20261227", "SUMMARY:Closed"])?.lines).toEqual(days);
    expect(read([start, "DURATION:P3D", "SUMMARY:Closed"])?.lines).toEqual(days);
    expect(read([start, "DTEND;VALUE=DATE:20261224", "SUMMARY:Closed"])?.lines).toEqual(days.slice(0, 1));
  });

  test("join folded lines, and undo escapes", () => {
    const lines = ["DTSTART;VALUE=DATE:2026", " 0403", "SUMMARY:Good\\, very", "  good\\;\\nFri", "\tday"];
    expect(read(lines)?.lines).toEqual(["2026-04-03 Good, very good; Friday"]);
  });

  test("skip cancelled events, alarms, and repeated dates", () => {
    expect(
      read(
        ["DTSTART;VALUE=DATE:20260403", "STATUS:CANCELLED", "SUMMARY:Cancelled"],
        [
          ...["BEGIN:VALARM", "SUMMARY:Of an alarm", "DTSTART;VALUE=DATE:20260101", "END:VALARM"],
          ...["DTSTART;VALUE=DATE:20260406", "SUMMARY:Once"],
        ],
        ["DTSTART;VALUE=DATE:20260406", "SUMMARY:Twice"],
      ),
    ).toEqual({ lines: ["2026-04-06 Once"], skipped: 0 });
  });

  test("always have a name that the form can read", () => {
    const names = ["09:00 opening", "10:00-12:00 Open", "x".repeat(300), "", "🎄".repeat(120), "10.30 Uhr"];
    for (const name of names) {
      const found = readHolidayFile(file(event("DTSTART;VALUE=DATE:20260403", `SUMMARY:${name}`)));
      const { text } = withHolidays("", found?.holidays ?? []);
      const parsed = parseHolidays(text);
      expect(parsed, name).toMatchObject({ ok: true, value: [{ date: "2026-04-03", hours: [] }] });
    }
  });

  test.each(["", "Holidays of 2026", "<html></html>", "BEGIN:VCARD\nEND:VCARD"])("aren't found in %j", (text) => {
    expect(readHolidayFile(text)).toBeNull();
  });

  test("are read to the end of the file, even in the middle of an event", () => {
    expect(readHolidayFile("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260403")).toEqual({ holidays: [], skipped: 0 });
    expect(readHolidayFile("\ufeffBEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260403\nEND:VEVENT")?.holidays).toHaveLength(
      1,
    );
  });

  test("are added below those of the form, which keep their lines", () => {
    const typed = "2026-04-03 09:00-12:00 Half a day\n12-25 Christmas\n";
    const found = readHolidayFile(
      file(
        event("DTSTART;VALUE=DATE:20260403", "SUMMARY:Good Friday"),
        event("DTSTART;VALUE=DATE:20260406", "SUMMARY:Easter Monday"),
      ),
    );
    expect(withHolidays(typed, found?.holidays ?? [])).toEqual({
      text: "2026-04-03 09:00-12:00 Half a day\n12-25 Christmas\n2026-04-06 Easter Monday",
      added: 1,
    });
  });
});
