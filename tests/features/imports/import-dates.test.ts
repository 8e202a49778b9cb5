import { describe, expect, test } from "vitest";
import { dateReader } from "~/features/imports/import-dates";

const read = (format: string, text: string, zone = "UTC") => {
  const time = dateReader(format, zone)?.(text);
  return time === null || time === undefined ? time : new Date(time).toISOString();
};

describe("a date in a cell", () => {
  test.each([
    ["DD-MM-YYYY HH:mm", "29-02-2016 01:16", "2016-02-29T01:16:00.000Z"],
    ["DD-MM-YYYY HH:mm", "5-03-2016 12:00", null],
    ["DD-MM-YYYY HH:mm", "30-02-2016 12:00", null],
    ["DD-MM-YYYY HH:mm", "29-02-2016 24:00", null],
    ["DD-MM-YYYY HH:mm", "29-02-2016", null],
    ["DD-MM-YYYY HH:mm", "29-02-2016 01:16:00", null],
    ["D.M.YYYY", "1.2.2026", "2026-02-01T00:00:00.000Z"],
    ["M/D/YYYY h:mm A", "3/9/2026 12:05 AM", "2026-03-09T00:05:00.000Z"],
    ["M/D/YYYY h:mm A", "3/9/2026 1:05 pm", "2026-03-09T13:05:00.000Z"],
    ["M/D/YYYY h:mm A", "3/9/2026 13:05 PM", null],
    ["YYYY-MM-DDTHH:mm:ss.SSS", "2026-03-09T01:02:03.456", "2026-03-09T01:02:03.456Z"],
    ["ISO", "2026-03-09T01:02:03Z", "2026-03-09T01:02:03.000Z"],
    ["ISO", "2026-03-09 01:02:03.5+02:00", "2026-03-08T23:02:03.500Z"],
    ["ISO", "2026-03-09", "2026-03-09T00:00:00.000Z"],
    ["ISO", "2026-02-29", null],
    ["unix", "1772971323", "2026-03-08T12:02:03.000Z"],
    ["unix-ms", "1772971323456", "2026-03-08T12:02:03.456Z"],
    ["unix", "tomorrow", null],
    ["YYYY-MM-DD", "0999-01-01", null],
  ])("in the format %s, %s, reads as %s", (format, text, expected) => {
    expect(read(format, text)).toBe(expected);
  });

  test.each([
    ["in winter", "2026-01-15 12:00", "2026-01-15T11:00:00.000Z"],
    ["in summer", "2026-07-15 12:00", "2026-07-15T10:00:00.000Z"],
    ["in the hour that DST skips", "2026-03-29 02:30", "2026-03-29T01:30:00.000Z"],
    ["in the hour that DST repeats, as the first of the two", "2026-10-25 02:30", "2026-10-25T00:30:00.000Z"],
    ["right after the repeated hour", "2026-10-25 03:00", "2026-10-25T02:00:00.000Z"],
  ])("is read in Berlin time %s", (_, text, expected) => {
    expect(read("YYYY-MM-DD HH:mm", text, "Europe/Berlin")).toBe(expected);
  });

  test.each(["HH:mm", "DD-MM", "YYYY-YYYY-MM-DD", "YYYY-MM-DD hh:mm", "YYYY-MM-DD HH:mm A", "Qq", "", "constructor"])(
    "can't be read with the invalid format %j",
    (format) => {
      expect(dateReader(format, "UTC")).toBeNull();
    },
  );
});
