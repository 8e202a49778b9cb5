import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { addFact, type ClockHistory, clocksAt, clocksOf, NO_HISTORY } from "~/features/service-levels/clock-rules";
import { generateHistory, seededRandom } from "./generated-histories";
import { clocksByMinute, effectiveFacts } from "./minute-oracle";

const HISTORIES = 10_000;
const WALKED = 300;
const seed = Number(process.env.GENERATED_SEED ?? 1) * 1_000_003;

describe("generated histories (domain B18-9)", () => {
  test("give the same clocks fact by fact as recomputed", { timeout: 60_000 }, () => {
    const states = new Set<string>();
    for (let number = 0; number < HISTORIES; number++) {
      const { facts, now, levels } = generateHistory(seed + number);
      const random = seededRandom(number);
      let history: ClockHistory = NO_HISTORY;
      for (const fact of facts) {
        history = addFact(history, fact, levels);
        // Reading in between, and storing, changes nothing.
        if (random() < 0.2) clocksAt(history, fact.at + Math.floor(random() * 86_400_000), levels);
        if (random() < 0.2) history = JSON.parse(JSON.stringify(history));
      }
      const clocks = clocksAt(history, now, levels);
      const recomputed = clocksOf(effectiveFacts(facts), now, levels);
      // `expect` alone would take as long as all the rest.
      if (!isDeepStrictEqual(clocks, recomputed)) expect(clocks, `seed ${seed + number}`).toEqual(recomputed);
      for (const { metric, state, warning, retargeted } of clocks) {
        states.add(`${metric} ${warning ? "warning" : state}${retargeted ? " retargeted" : ""}`);
      }
    }
    const all = ["first", "next", "resolution"].flatMap((metric) =>
      ["running", "warning", "met", "breached", "breached retargeted", "cancelled"].map(
        (state) => `${metric} ${state}`,
      ),
    );
    expect([...states].sort()).toEqual([...all, "resolution paused"].sort());
  });

  test("agree with walking every minute", { timeout: 60_000 }, () => {
    for (let number = 0; number < WALKED; number++) {
      const { facts, now, levels, oracle } = generateHistory(seed + number);
      expect(clocksOf(facts, now, levels), `seed ${seed + number}`).toEqual(clocksByMinute(facts, now, oracle));
    }
  });
});
