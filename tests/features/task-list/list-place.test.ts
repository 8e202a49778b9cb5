import { sql } from "kysely";
import { expect } from "vitest";
import { listPlaceOf } from "~/features/task-list/list-place.server";
import { type ListTasks, listTasks } from "~/features/task-list/task-list.server";
import { SORTS } from "~/features/task-list/task-sort-and-cursor";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

onEachDatabase("a task's place in a list", (test) => {
  test("matches the list in every order and both directions", async ({ db }) => {
    const ada = await anAgent(db);
    const ana = await aRequester(db);
    for (let n = 0; n < 7; n++) {
      await aTask(db, {
        requester: ana,
        due: n % 3 === 0 ? `2026-03-1${n}` : "",
        priority: n % 2 ? "high" : "normal",
        at: NOON + n,
        status: n === 2 ? "closed" : "new",
      });
    }
    for (const key of SORTS) {
      for (const direction of ["asc", "desc"] as const) {
        for (const status of ["open", "any"] as const) {
          const list: ListTasks = { sort: { key, direction }, filter: { status } };
          const ids = (await listTasks(db, ada, list)).tasks.map(({ id }) => id);
          const places = await Promise.all(ids.map((id) => listPlaceOf(db, ada, list, id)));
          expect(places, `${key} ${direction} ${status}`).toEqual(
            ids.map((_, index) => ({
              previous: ids[index - 1] ?? null,
              next: ids[index + 1] ?? null,
              position: index + 1,
              total: ids.length,
            })),
          );
        }
      }
    }
  });

  test("is where the task would be, once it has left the list", async ({ db }) => {
    const ada = await anAgent(db);
    for (let n = 0; n < 3; n++) await aTask(db, { at: NOON + n, status: n === 1 ? "resolved" : "new" });
    const list: ListTasks = { sort: { key: "created", direction: "desc" } };
    expect(await listPlaceOf(db, ada, list, 2)).toEqual({ previous: 3, next: 1, position: null, total: null });
  });

  test("counts a list with a query, unless counts are switched off", async ({ db }) => {
    const ada = await anAdmin(db);
    await aTask(db, { title: "Printer" });
    const list: ListTasks = { where: () => sql`task.title = 'Printer'` };
    expect(await listPlaceOf(db, ada, list, 1)).toEqual({ previous: null, next: null, position: 1, total: 1 });
    expect(await listPlaceOf(db, ada, list, 1, { counts: false })).toMatchObject({ position: null, total: null });
  });

  test("has only neighbours that the viewer may see", async ({ db }) => {
    const ada = await anAgent(db);
    for (let n = 0; n < 3; n++) await aTask(db, { at: NOON + n });
    const team = await db
      .insertInto("team")
      .values({ name: "Payroll", is_default: 0, visibility: "members" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("task").set({ team_id: team.id }).where("id", "=", 2).execute();
    expect(await listPlaceOf(db, ada, {}, 3)).toEqual({ previous: null, next: 1, position: 1, total: 2 });
    expect(await listPlaceOf(db, ada, {}, 2)).toBeNull();
  });
});
