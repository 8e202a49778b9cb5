import { expect } from "vitest";
import type { Db } from "~/db/types";
import { AGES, listOf, openAfter, openedOn, openFor, resolvedOn } from "~/features/charts/chart-queries";
import { readCharts } from "~/features/charts/charts.server";
import { countTasks } from "~/features/task-list/task-list.server";
import type { Viewer } from "~/features/users/users";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aTask, NOON } from "../../support/factories";

/** Counts the tasks of the list that a bar links to. */
async function listed(db: Db, viewer: Viewer, query: string, now: number): Promise<number> {
  const { asked } = await parseListUrl(db, viewer, new URL(listOf(query), "http://localhost").searchParams, now);
  if (!asked.ok) throw new Error(`${query}: ${asked.error.message}`);
  return countTasks(db, viewer, asked, 1_000);
}

/** The numbers on all bars, and the numbers of tasks in the lists behind them. */
async function bothWays(db: Db, viewer: Viewer, now: number) {
  const { days, ages } = await readCharts(db, viewer, now);
  const count = (query: string) => listed(db, viewer, query, now);
  const lists = {
    days: await Promise.all(
      days.map(async ({ day }) => ({
        day,
        opened: await count(openedOn(day)),
        resolved: await count(resolvedOn(day)),
        open: await count(openAfter(day)),
      })),
    ),
    ages: await Promise.all(AGES.map((age) => count(openFor(age)))),
  };
  return { said: { days, ages }, lists };
}

/** Days before noon today; fractions are parts of a day. */
const ago = (days: number) => NOON - days * DAY_MS;

/** Tasks around the boundaries of days and age groups, open and done in every way. */
async function aLongStory(db: Db, ada: Viewer) {
  const ages = [0, 0.4, 0.5, 0.6, 1, 1.01, 3, 6.99, 7, 7.5, 12.5, 13.5, 13.6, 14, 29, 30, 31, 90, 91, 400];
  for (const age of ages) {
    await aTask(db, { at: ago(age) });
    const done = await aTask(db, { at: ago(age + 2), status: "resolved" });
    await db
      .updateTable("task")
      .set({ resolved_at: ago(age) })
      .where("id", "=", done.id)
      .execute();
    const closed = await aTask(db, { at: ago(age + 20), status: "closed" });
    const times = { resolved_at: ago(age + 1), closed_at: ago(age) };
    await db.updateTable("task").set(times).where("id", "=", closed.id).execute();
    const cancelled = await aTask(db, { at: ago(age + 0.1), status: "cancelled" });
    await db
      .updateTable("task")
      .set({ closed_at: ago(age) })
      .where("id", "=", cancelled.id)
      .execute();
  }
  const odd = await aTask(db, { at: ago(2), status: "resolved" }); // possible after an import
  await db
    .updateTable("task")
    .set({ resolved_at: ago(5) })
    .where("id", "=", odd.id)
    .execute();
  const hidden = await aTask(db, { at: ago(1) });
  await db.updateTable("task").set({ put_away: "trash" }).where("id", "=", hidden.id).execute();
  const merged = await aTask(db, { at: ago(1), status: "closed" });
  await db.updateTable("task").set({ merged_into: odd.id }).where("id", "=", merged.id).execute();
  return aTask(db, { at: ago(1), requester: ada });
}

onEachDatabase("charts", (test) => {
  test("every bar shows the number of tasks in its list", async ({ db }) => {
    const ada = await anAgent(db);
    await aLongStory(db, ada);
    for (const now of [NOON, NOON + 11 * HOUR_MS]) {
      const { said, lists } = await bothWays(db, ada, now);
      expect(said).toEqual(lists);
      expect(said.days).toHaveLength(14);
      expect(said.days.some(({ opened, resolved }) => opened > 1 && resolved > 1)).toBe(true);
      expect(said.ages.every((count) => count > 0)).toBe(true);
    }
  });

  test("count only what the viewer may see", async ({ db }) => {
    const [ada, bob, boss] = [await anAgent(db), await anAgent(db), await anAdmin(db)];
    await aLongStory(db, ada);
    await db.updateTable("task").set({ confidential: 1 }).where("id", "in", [1, 2, 6]).execute();
    await db.updateTable("task").set({ requester_id: ada.id }).where("id", "=", 1).execute();
    await db.insertInto("team").values({ id: 77, name: "Others", is_default: 0, visibility: "members" }).execute();
    await db.updateTable("task").set({ team_id: 77 }).where("id", "in", [3, 5, 9, 10]).execute();
    await db.deleteFrom("team_member").where("user_id", "in", [ada.id, bob.id]).execute();
    await db.insertInto("team_member").values({ team_id: 77, user_id: bob.id }).execute();

    const open = async (viewer: Viewer) => {
      const { said, lists } = await bothWays(db, viewer, NOON);
      expect(said).toEqual(lists);
      return said.days.at(-1)?.open ?? 0;
    };
    const [hers, his, all] = [await open(ada), await open(bob), await open(boss)];
    expect({ hers, his }).toEqual({ hers: all - 2, his: all - 1 }); // #5 and #9: other team; #1: her own secret
  });

  test("use days of the viewer's time zone", async ({ db }) => {
    const ada = await anAgent(db);
    await aLongStory(db, ada);
    const there = { ...ada, preferences: JSON.stringify({ zone: "America/Los_Angeles" }) };
    const now = NOON + 16 * HOUR_MS; // already tomorrow, but not there
    const { said, lists } = await bothWays(db, there, now);
    expect(said).toEqual(lists);
    expect(said.days.at(-1)?.day).toBe("2026-03-02");
    expect(said.days).not.toEqual((await readCharts(db, ada, now - DAY_MS)).days);
  });

  test("show zeros for an empty desk", async ({ db }) => {
    const { days, ages } = await readCharts(db, await anAgent(db), NOON);
    expect(days.map(({ day }) => day)).toContain("2026-03-02");
    expect(days.at(0)?.day).toBe("2026-02-17");
    expect(days.every(({ opened, resolved, open }) => opened + resolved + open === 0)).toBe(true);
    expect(ages).toEqual([0, 0, 0, 0, 0]);
  });
});
