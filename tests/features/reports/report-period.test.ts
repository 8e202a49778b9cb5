import { describe, expect, test } from "vitest";
import { nextMailAt } from "~/features/reports/mail-times";
import { addDays, daysBetween, namesOf } from "~/features/reports/report-days";
import { periodBefore, periodOf, pointsOf } from "~/features/reports/report-period";
import { bucketOf, percentile } from "~/features/reports/reports";

/** A Wednesday evening in Berlin, already Thursday in Kathmandu. */
const NOW = Date.UTC(2026, 2, 11, 20);

describe("report periods", () => {
  test.each([
    ["this-week", "2026-03-09", "2026-03-15"],
    ["last-week", "2026-03-02", "2026-03-08"],
    ["this-month", "2026-03-01", "2026-03-31"],
    ["last-month", "2026-02-01", "2026-02-28"],
    ["last-30-days", "2026-02-10", "2026-03-11"],
    ["last-year", "2025-01-01", "2025-12-31"],
  ] as const)("%s is %s to %s", (preset, from, to) => {
    expect(periodOf(preset, NOW, "Europe/Berlin")).toEqual({ from, to });
  });

  test("depend on the desk's time zone", () => {
    expect(periodOf("last-30-days", NOW, "Asia/Kathmandu").to).toBe("2026-03-12");
  });

  test.each([
    ["2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31"],
    ["2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31"],
    ["2026-03-02", "2026-03-08", "2026-02-23", "2026-03-01"],
    ["2026-03-01", "2026-03-30", "2026-01-30", "2026-02-28"],
    ["2026-03-09", "2026-03-09", "2026-03-08", "2026-03-08"],
  ])("%s to %s is compared with %s to %s", (from, to, first, last) => {
    expect(periodBefore({ from, to })).toEqual({ from: first, to: last });
  });

  test("split into years, months and days", () => {
    expect(namesOf("2024-12-30", "2026-02-02")).toEqual([
      "2024-12-30",
      "2024-12-31",
      "2025",
      "2026-01",
      "2026-02-01",
      "2026-02-02",
    ]);
    for (const days of [1, 5, 40, 100, 300, 800, 3_000]) {
      const period = { from: "2023-05-17", to: addDays("2023-05-17", days - 1) };
      const lengths = namesOf(period.from, period.to).map((name) =>
        name.length === 10
          ? 1
          : name.length === 7
            ? daysBetween(`${name}-01`, addDays(`${addDays(`${name}-28`, 4).slice(0, 7)}-01`, -1))
            : daysBetween(`${name}-01-01`, `${name}-12-31`),
      );
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(days);
      const points = pointsOf(period);
      expect(points.length).toBeLessThanOrEqual(32);
      expect(points.reduce((sum, { from, to }) => sum + daysBetween(from, to), 0)).toBe(days);
    }
  });
});

describe("durations", () => {
  test("have nearest-rank percentiles", () => {
    const durations = new Map([
      [5, 1],
      [10, 2],
      [60, 1],
    ]);
    expect([percentile(durations, 0.5), percentile(durations, 0.9), percentile(new Map(), 0.5)]).toEqual([
      10,
      60,
      null,
    ]);
  });

  test("fall into buckets at most 3 percent off, and a bucket maps to itself", () => {
    for (let minutes = 0; minutes < 100_000; minutes += 7) {
      expect(Math.abs(bucketOf(minutes) - minutes)).toBeLessThanOrEqual(Math.max(0.5, minutes * 0.03));
      expect(bucketOf(bucketOf(minutes))).toBe(bucketOf(minutes));
    }
  });
});

describe("the time a report is mailed", () => {
  test("is 7:00 on Monday, or on the first of the month", () => {
    expect(nextMailAt("weekly", NOW, "Europe/Berlin")).toBe(Date.UTC(2026, 2, 16, 6));
    expect(nextMailAt("monthly", NOW, "Europe/Berlin")).toBe(Date.UTC(2026, 3, 1, 5)); // after the clocks changed
    expect(nextMailAt("weekly", Date.UTC(2026, 2, 16, 5, 59), "Europe/Berlin")).toBe(Date.UTC(2026, 2, 16, 6));
    expect(nextMailAt("weekly", Date.UTC(2026, 2, 16, 6), "Europe/Berlin")).toBe(Date.UTC(2026, 2, 23, 6));
    expect(nextMailAt("never", NOW, "UTC")).toBeNull();
  });
});
