import { expect } from "vitest";
import type { Db } from "~/db/types";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { disableAccount, handOverJob, MOST_AT_ONCE } from "~/features/tasks/people/hand-over.server";
import { onEachDatabase } from "../../../support/database";
import { anAdmin, anAgent, aTask, NOON } from "../../../support/factories";
import { bareTask } from "../../users/people";

const assigneesOf = async (db: Db, ids: readonly number[]) =>
  (await db.selectFrom("task").select("assignee_id").where("id", "in", ids).orderBy("id").execute()).map(
    (task) => task.assignee_id,
  );

onEachDatabase("domain B5: the open tasks of an account that ends", (test) => {
  test("go to who is chosen, or to nobody where that person may not work on them", async ({ db }) => {
    const [root, ada] = [await anAdmin(db, { name: "Root" }), await anAgent(db, { name: "Ada" })];
    const grace = await anAgent(db, { name: "Grace" });
    await db.deleteFrom("team_member").where("user_id", "=", grace.id).execute();
    const open = await aTask(db, { assignee: ada });
    const secret = await aTask(db, { assignee: ada, confidential: true, evenIfShutOut: true });
    const done = await aTask(db, { assignee: ada, status: "resolved" });
    const ids = [open.id, secret.id, done.id];
    const end = (heir: number | null | undefined, viewer = root) =>
      disableAccount(db, viewer, { id: ada.id, heir }, NOON);
    expect(await end(grace.id, grace)).toEqual({ ok: false, why: "not_allowed" });
    expect(await end(undefined)).toEqual({ ok: false, why: "heir_needed" });
    for (const nobody of [ada.id, 9_999, open.requester.id])
      expect(await end(nobody)).toMatchObject({ why: "no_such_heir" });
    expect(await assigneesOf(db, ids)).toEqual([ada.id, ada.id, ada.id]);

    expect(await end(grace.id)).toEqual({ ok: true, later: false });
    expect(await assigneesOf(db, ids)).toEqual([grace.id, null, ada.id]);
    const told = await db.selectFrom("event").selectAll().where("field", "=", "assignee").orderBy("id").execute();
    expect(told.map(({ old_value, new_value, actor_id }) => [old_value, new_value, actor_id])).toEqual([
      ["Ada", "Grace", root.id],
      ["Ada", null, root.id],
    ]);
  });

  test("change hands in portions where there are very many, unless the account goes on again", async ({ db }) => {
    const [root, ada, grace] = [await anAdmin(db), await anAgent(db), await anAgent(db)];
    const one = await bareTask(db, ada.id);
    const { id: _, ...row } = await db.selectFrom("task").selectAll().where("id", "=", one).executeTakeFirstOrThrow();
    const rows = Array.from({ length: MOST_AT_ONCE + 1 }, () => ({
      ...row,
      assignee_id: ada.id,
      status: "in_progress",
    }));
    for (let n = 0; n < rows.length; n += 100)
      await db
        .insertInto("task")
        .values(rows.slice(n, n + 100))
        .execute();
    const left = async () =>
      (await db.selectFrom("task").select("id").where("assignee_id", "=", ada.id).execute()).length;
    const work = (at: number) =>
      doDueJobs(db, { hand_over: handOverJob }, at, (error) => {
        throw error;
      });
    expect(await disableAccount(db, root, { id: ada.id, heir: grace.id }, NOON)).toEqual({ ok: true, later: true });
    expect(await left()).toBe(MOST_AT_ONCE + 1);
    await db.updateTable("user").set({ state: "active" }).where("id", "=", ada.id).execute();
    await work(NOON);
    expect(await left()).toBe(MOST_AT_ONCE + 1);
    await disableAccount(db, root, { id: ada.id, heir: grace.id }, NOON + 1);
    expect(await work(NOON + 1)).toBe(6);
    expect(await left()).toBe(0);
  });
});
