import { sql } from "kysely";
import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import { readServiceLevels } from "~/features/service-levels/service-levels-data.server";
import { verifySample } from "~/features/service-levels/verify-clocks.server";
import { onEachDatabase } from "../../support/database";
import { aTask, NOON } from "../../support/factories";
import { changeCalendar, differences, forAllPriorities, runClockJobs, storeCalendar, storePolicy } from "./desk";

onEachDatabase("recomputing clocks", (test) => {
  test("finds a wrong state, row and fact, in the nightly sample too", async ({ db }) => {
    await storePolicy(db, {
      calendar: await storeCalendar(db),
      targets: forAllPriorities({ first: 60, resolution: 240 }),
    });
    const [lost, wrong, missed, fine] = [await aTask(db), await aTask(db), await aTask(db), await aTask(db)];
    await runClockJobs(db, NOON); // the change of policies has reached all tasks
    expect(await differences(db, NOON)).toEqual([]);
    await db.deleteFrom("clock").where("task_id", "=", lost.id).where("metric", "=", "first").execute();
    const row = await db.selectFrom("clock_state").select("state").where("task_id", "=", wrong.id).executeTakeFirst();
    const state = (row?.state ?? "").replaceAll('"normal"', '"urgent"').replace('"new"', '"on_hold"');
    await db.updateTable("clock_state").set({ state }).where("task_id", "=", wrong.id).execute();
    await db.updateTable("task").set({ priority: 4 }).where("id", "=", missed.id).execute();

    const found = await differences(db, NOON + 1);
    expect(new Set(found.map(({ taskId, what }) => `${taskId} ${what}`))).toEqual(
      new Set([`${lost.id} clocks`, `${wrong.id} facts`, `${wrong.id} state`, `${missed.id} facts`]),
    );
    expect(found.some(({ taskId }) => taskId === fine.id)).toBe(false);
    const sample = (random: number) => inTransaction(db, (tx) => verifySample(tx, NOON + 1, random));
    expect(await sample(0)).toEqual(found);
    expect(await sample(0.999)).toEqual(found);
  });

  test("reads a calendar's versions in saved order, wherever the engine keeps their rows", async ({ db, engine }) => {
    const other = await storeCalendar(db);
    const id = await storeCalendar(db);
    await db.deleteFrom("calendar_version").where("calendar_id", "=", other).execute();
    if (engine === "postgres") await sql`vacuum calendar_version`.execute(db); // the next row takes that place
    await changeCalendar(db, id, { hours: "08:00-12:00" }, NOON);
    const { levels } = await readServiceLevels(db);
    expect(levels.calendars.get(id)?.map(({ from }) => from)).toEqual([0, NOON]);
  });
});
