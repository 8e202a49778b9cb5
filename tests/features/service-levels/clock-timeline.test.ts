import { describe, expect, test } from "vitest";
import { clocksOf } from "~/features/service-levels/clock-rules";
import { periodsOf } from "~/features/service-levels/clock-timeline";
import { at } from "./calendars";
import { generateHistory } from "./generated-histories";
import { created, levelsOf, local, MINUTE, policy, status, targetsOf } from "./histories";

describe("a clock's timeline", () => {
  test("lists the periods that counted, were paused or were stopped", () => {
    const facts = [
      ...[created("2026-03-09 09:00"), status("2026-03-09 11:00", "waiting_requester")],
      ...[status("2026-03-11 10:00", "in_progress"), status("2026-03-11 11:00", "resolved")],
      status("2026-03-12 09:00", "in_progress"),
    ];
    const [periods = []] = periodsOf(facts, at("2026-03-12 10:30"), levelsOf([targetsOf({ resolution: 480 })]));
    expect(
      periods.map(({ from, until, what, status, open }) =>
        [local(from), local(until), what, status, open / MINUTE].join(" | "),
      ),
    ).toEqual([
      "2026-03-09 09:00 | 2026-03-09 11:00 | counted |  | 120",
      "2026-03-09 11:00 | 2026-03-11 10:00 | paused | waiting_requester | 900",
      "2026-03-11 10:00 | 2026-03-11 11:00 | counted |  | 60",
      "2026-03-11 11:00 | 2026-03-12 09:00 | stopped |  | 360",
      "2026-03-12 09:00 | 2026-03-12 10:30 | counted |  | 90",
    ]);
  });

  test("begins when a policy gives the clock its target, and ends with the clock", () => {
    const facts = [
      ...[created("2026-03-09 09:00", { policy: null }), policy("2026-03-09 10:00", 1)],
      status("2026-03-09 12:00", "resolved"),
    ];
    const [periods = []] = periodsOf(facts, at("2026-03-10 10:30"), levelsOf([targetsOf({ resolution: 480 })]));
    expect(periods.map(({ from, until }) => [local(from), local(until)])).toEqual([
      ["2026-03-09 10:00", "2026-03-09 12:00"],
    ]);
  });

  test("adds up to the clock's time in generated histories", () => {
    for (let seed = 1; seed <= 500; seed++) {
      const { facts, now, levels } = generateHistory(seed);
      const sums = periodsOf(facts, now, levels).map((periods) =>
        periods.reduce((sum, { what, open }) => (what === "counted" ? sum + open : sum), 0),
      );
      expect(sums, `seed ${seed}`).toEqual(clocksOf(facts, now, levels).map(({ consumed }) => consumed));
    }
  });
});
