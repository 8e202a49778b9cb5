import { expect } from "vitest";
import type { Db } from "~/db/types";
import { countsOf } from "~/features/reports/figures";
import { makeReport } from "~/features/reports/make-report.server";
import { addDays } from "~/features/reports/report-days";
import { listOf } from "~/features/reports/report-queries";
import { DIMENSIONS } from "~/features/reports/reports";
import { countTasks as countListed } from "~/features/task-list/task-list.server";
import type { Viewer } from "~/features/users/users";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { onEachDatabase } from "../../support/database";
import { tryEveryCase } from "../../support/generated";
import { seededRandom } from "../service-levels/generated-histories";
import { aReportedDesk, changeReportedDesk, countAll } from "./reported-desk";

const COMBINATIONS = tryEveryCase ? 500 : 100;
const seed = Number(process.env.GENERATED_SEED ?? 1) * 7_919;

/** 2026-06-17, a Wednesday. */
const NOW = Date.UTC(2026, 5, 17, 15);

async function listed(db: Db, viewer: Viewer, query: string): Promise<number> {
  const { asked } = await parseListUrl(db, viewer, new URL(listOf(query), "http://localhost").searchParams, NOW);
  if (!asked.ok) throw new Error(`${query}: ${asked.error.message}`);
  return countListed(db, viewer, asked, 10_000);
}

const FILTERS = [
  "",
  "",
  "",
  "priority:>=high",
  "status:open",
  "tag:vpn OR type:question",
  "printer -tag:wifi",
  "assignee:me",
];

/** Query prefixes, each of which must have listed tasks at least once. */
const MEASURES = [
  ...["created", "resolved", "backlog", "answered", "met.first", "breached.first", "met.resolve", "breached.resolve"],
  ...["retargeted.", "resolved is:one-touch", "resolved reopened:>=1", "rated rating:good,bad", "rated rating:good"],
];

onEachDatabase("generated reports", (test) => {
  test("each number equals the number of tasks its link lists", { timeout: 600_000 }, async ({ db }) => {
    const random = seededRandom(seed);
    const below = (n: number) => Math.floor(random() * n);
    const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
    const desk = await aReportedDesk(db, random, NOW);
    await countAll(db, NOW);
    const zones = ["UTC", "America/Los_Angeles", "Asia/Kathmandu"];
    const known = new Map<string, number>();
    const seen = new Set<string>();
    for (let number = 0; number < COMBINATIONS; number++) {
      if (number % 25 === 0) {
        known.clear();
        await changeReportedDesk(db, desk, random, NOW); // uncounted changes
        if (number % 100 === 75) await countAll(db, NOW);
      }
      const viewer = { ...pick(desk.viewers), preferences: JSON.stringify({ zone: pick(zones) }) };
      const from = addDays("2026-01-01", below(160));
      const wanted = {
        from,
        to: addDays(from, pick([0, 3, 6, 27, 30, 89, 364])),
        by: pick(DIMENSIONS),
        q: pick(FILTERS),
      };
      const report = await makeReport(db, viewer, wanted, NOW, { smallDesk: pick([0, 10_000]) });
      if (!report.ok) throw new Error(JSON.stringify(report));
      const group = report.groups.length > 0 ? pick(report.groups) : report.total;
      const points = report.points.length > 0 ? [pick(report.points)] : [];
      const figures = [
        ...[group.now, group.before, report.total.now].flatMap(countsOf),
        ...points.flatMap(({ created, resolved, backlog }) => [created, resolved, backlog]),
      ];
      for (const { count, query } of figures) {
        if (query === null) continue;
        const key = `${viewer.id} ${viewer.preferences} ${query}`;
        const tasks = known.get(key) ?? (await listed(db, viewer, query));
        known.set(key, tasks);
        if (tasks !== count)
          expect({ number, wanted, viewer: viewer.id, query, count }).toEqual({
            number,
            wanted,
            viewer: viewer.id,
            query,
            count: tasks,
          });
        if (tasks > 0) seen.add(query.replaceAll(/:[^ ]*\d{4}-[^ ]+/g, "").split(" team:")[0] ?? "");
      }
    }
    for (const measure of MEASURES)
      expect(
        [...seen].some((query) => query.startsWith(measure)),
        measure,
      ).toBe(true);
  });

  test("daily counts equal counting tasks one by one", { timeout: 120_000 }, async ({ db }) => {
    const random = seededRandom(seed + 1);
    const desk = await aReportedDesk(db, random, NOW);
    for (const by of DIMENSIONS) {
      for (const viewer of desk.viewers) {
        const wanted = { from: "2026-02-03", to: "2026-05-20", by, q: "" };
        await countAll(db, NOW);
        const [daily, single] = [
          await makeReport(db, viewer, wanted, NOW, { smallDesk: 0 }),
          await makeReport(db, viewer, wanted, NOW, { smallDesk: 10_000 }),
        ];
        if (!daily.ok || !single.ok) throw new Error("The report was refused.");
        const numbers = (report: typeof daily) =>
          report.groups.map(({ name, now, before }) => [
            name,
            [...countsOf(now), now.messages, ...countsOf(before), before.messages].map(({ count }) => count),
          ]);
        expect(numbers(daily)).toEqual(numbers(single));
        const [rounded, exact] = [daily.total.now.resolution.median ?? 0, single.total.now.resolution.median ?? 0];
        expect(Math.abs(rounded - exact)).toBeLessThanOrEqual(Math.max(1, exact * 0.06));
        await changeReportedDesk(db, desk, random, NOW);
      }
    }
  });
});
