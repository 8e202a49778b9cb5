import { expect, test as plainTest } from "vitest";
import type { Db } from "~/db/types";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { disableAccount, handOverJob, MOST_AT_ONCE } from "~/features/people-admin/disable-account.server";
import { atMostCounted, disabledInWords, MOST_COUNTED } from "~/features/people-admin/disable-account-result";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aTask, NOON } from "../../support/factories";
import { bareTask } from "../users/people";

const assigneesOf = async (db: Db, ids: readonly number[]) =>
  (await db.selectFrom("task").select("assignee_id").where("id", "in", ids).orderBy("id").execute()).map(
    (task) => task.assignee_id,
  );

onEachDatabase("domain B5: open tasks of a disabled account", (test) => {
  test("go to the chosen agent, or become unassigned where that agent has no access", async ({ db }) => {
    const [root, ada] = [await anAdmin(db, { name: "Root" }), await anAgent(db, { name: "Ada" })];
    const grace = await anAgent(db, { name: "Grace" });
    await db.deleteFrom("team_member").where("user_id", "=", grace.id).execute();
    const open = await aTask(db, { assignee: ada });
    const secret = await aTask(db, { assignee: ada, confidential: true, evenIfShutOut: true });
    const solved = await aTask(db, { assignee: ada, status: "resolved" });
    const ids = [open.id, secret.id, solved.id];
    const end = (heir: number | null | undefined, viewer = root) =>
      disableAccount(db, viewer, { id: ada.id, heir }, NOON);
    for (const heir of [grace.id, 9_999, undefined]) {
      expect(await end(heir, grace)).toEqual({ ok: false, why: "not_allowed" });
      expect(await end(heir, open.requester)).toEqual({ ok: false, why: "no_such_person" });
    }
    expect(await end(undefined)).toEqual({ ok: false, why: "heir_needed" });
    for (const nobody of [ada.id, 9_999, open.requester.id])
      expect(await end(nobody)).toMatchObject({ why: "no_such_heir" });
    expect(await assigneesOf(db, ids)).toEqual([ada.id, ada.id, ada.id]);

    const done = { ok: true, name: "Ada", heir: "Grace", inherited: 1, freed: 1, later: false };
    expect(await end(grace.id)).toEqual(done);
    expect(await assigneesOf(db, ids)).toEqual([grace.id, null, ada.id]);
    const told = await db.selectFrom("event").selectAll().where("field", "=", "assignee").orderBy("id").execute();
    expect(told.map(({ old_value, new_value, actor_id }) => [old_value, new_value, actor_id])).toEqual([
      ["Ada", "Grace", root.id],
      ["Ada", null, root.id],
    ]);
  });

  test("are handed over in batches if there are very many, unless the account is active again", async ({ db }) => {
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
    expect(await disableAccount(db, root, { id: ada.id, heir: grace.id }, NOON)).toMatchObject({
      ok: true,
      later: true,
    });
    expect(await left()).toBe(MOST_AT_ONCE + 1);
    await db.updateTable("user").set({ state: "active" }).where("id", "=", ada.id).execute();
    await work(NOON);
    expect(await left()).toBe(MOST_AT_ONCE + 1);
    await disableAccount(db, root, { id: ada.id, heir: grace.id }, NOON + 1);
    expect(await work(NOON + 1)).toBe(6);
    expect(await left()).toBe(0);
  });
});

plainTest.each([
  [{ heir: null }, "Ada's account is disabled."],
  [{ heir: "Grace" }, "Ada's account is disabled."],
  [{ heir: "Grace", inherited: 14 }, "Ada's account is disabled. 14 open tasks went to Grace."],
  [{ heir: null, freed: 1 }, "Ada's account is disabled. 1 open task is now unassigned."],
  [{ heir: "Grace", freed: 2 }, "Ada's account is disabled. 2 open tasks that Grace can't access are now unassigned."],
  [
    { heir: "Grace", inherited: 1, freed: 1 },
    "Ada's account is disabled. 1 open task went to Grace. 1 open task that Grace can't access is now unassigned.",
  ],
  [{ heir: "Grace", later: true }, "Ada's account is disabled. Their open tasks go to Grace within a few minutes."],
  [{ heir: null, later: true }, "Ada's account is disabled. Their open tasks become unassigned within a few minutes."],
])("%j reads: %s", (what, words) => {
  expect(disabledInWords({ name: "Ada", inherited: 0, freed: 0, later: false, ...what })).toBe(words);
});

plainTest("the count shown beforehand stops at 1,000+", () => {
  expect([1, 14, MOST_COUNTED, MOST_COUNTED + 1].map(atMostCounted)).toEqual(["1", "14", "1,000", "1,000+"]);
});
