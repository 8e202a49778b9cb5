import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Actions } from "~/features/actions/actions";
import { applyActions } from "~/features/actions/apply-actions.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { readHistory } from "~/features/history/history-page.server";
import { undoChange } from "~/features/history/undo-change.server";
import { listDisabledByFailures } from "~/features/rules/disabled-rules.server";
import { changeRule } from "~/features/rules/rule-changes.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { runLog, runRuleJobs, storedAction, storeRule } from "./desk";

const change = (db: Db, who: Viewer, taskId: number, actions: Actions, now = NOON) =>
  inTransaction(db, (tx) => applyActions(tx, who, { taskId }, actions, now));

const taskOf = (db: Db, id: number) => db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const tagsOf = async (db: Db, id: number) =>
  (await db.selectFrom("task_tag").select("tag").where("task_id", "=", id).orderBy("tag").execute()).map(
    ({ tag }) => tag,
  );

const automatic = async (db: Db, taskId: number) =>
  (
    await db
      .selectFrom("message")
      .select(["kind", "body"])
      .where("task_id", "=", taskId)
      .where("automated", "=", 1)
      .orderBy("id")
      .execute()
  ).map(({ kind, body }) => `${kind}: ${body}`);

const queueIsEmpty = async (db: Db) => {
  expect(await db.selectFrom("rule_change").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("job").select("id").where("kind", "=", "run_rules").execute()).toEqual([]);
};

onEachDatabase("rules (service-levels 4, B11)", (test) => {
  test("act on new tasks that meet their condition, and say why in the history", async ({ db }) => {
    await storeRule(db, {
      ...{ name: "Fires first", trigger: "created", query: "fire" },
      actions: [storedAction("priority", "urgent"), storedAction("add_tag", "fire")],
    });
    const { id } = await aTask(db, { title: "Printer on fire" });
    const other = await aTask(db, { title: "Toner", body: "Empty." });
    await runRuleJobs(db);
    expect((await taskOf(db, id)).priority).toBe(4);
    expect(await tagsOf(db, id)).toEqual(["fire"]);
    expect(await tagsOf(db, other.id)).toEqual([]);
    expect(await runLog(db)).toEqual([`Fires first on #${id}: done Priority: Urgent; Add tags: fire`]);
    const page = await readHistory(db, await anAdmin(db), { id, leads: 0 }, { before: null, of: null }, NOON);
    expect(page.entries.at(-1)).toMatchObject({
      actor: "Taskdesk",
      after: expect.stringMatching(/^\(by rule "Fires first" because the task was created and fire \(.*title.*\)\)$/),
    });
    await queueIsEmpty(db);
  });

  test("can be undone like other changes, and don't act on the undo", async ({ db }) => {
    await storeRule(db, { trigger: "changed", query: "priority:high", actions: [storedAction("add_tag", "high")] });
    const [admin, ada] = [await anAdmin(db), await anAgent(db)];
    const { id } = await aTask(db);
    await change(db, ada, id, { priority: "high" });
    await runRuleJobs(db);
    expect(await tagsOf(db, id)).toEqual(["high"]);
    const { change_set_id } = await db.selectFrom("rule_run").select("change_set_id").executeTakeFirstOrThrow();
    const undo = { taskId: id, changeSetId: change_set_id ?? 0 };
    expect(await undoChange(db, ada, undo, NOON)).toMatchObject({ ok: false, why: "not_allowed" });
    expect(await undoChange(db, admin, undo, NOON)).toMatchObject({ ok: true });
    await runRuleJobs(db);
    expect(await tagsOf(db, id)).toEqual([]);
  });

  test("run in order, and a rule that stops hides the change from later rules", async ({ db }) => {
    const ada = await anAgent(db);
    const { id } = await aTask(db);
    await storeRule(db, { name: "One", actions: [storedAction("add_tag", "one")] });
    await storeRule(db, { name: "Two", query: "tag:one", actions: [storedAction("add_tag", "two")], stopAfter: true });
    await storeRule(db, { name: "Three", actions: [storedAction("add_tag", "three")] });
    await change(db, ada, id, { priority: "high" });
    await runRuleJobs(db);
    // Three acts on what One changed: only Ada's change was stopped by Two.
    expect((await runLog(db)).map((line) => line.split(" ")[0])).toEqual(["One", "Two", "Three"]);
    await queueIsEmpty(db);
  });

  test("stop after one run each when they undo each other, and the log says so", async ({ db }) => {
    await storeRule(db, { name: "Up", query: "priority:normal", actions: [storedAction("priority", "high")] });
    await storeRule(db, { name: "Down", query: "priority:high", actions: [storedAction("priority", "normal")] });
    const ada = await anAgent(db);
    const { id } = await aTask(db, { priority: "normal" });
    await change(db, ada, id, { addTags: ["x"] });
    await runRuleJobs(db);
    expect(await runLog(db)).toEqual([
      `Up on #${id}: done Priority: High`,
      `Down on #${id}: done Priority: Normal`,
      `Up on #${id}: stopped Stopped: this rule had already run on the task for the same change.`,
    ]);
    await queueIsEmpty(db);
  });

  test("trigger other rules up to a depth of 3", async ({ db }) => {
    for (const [from, to] of [
      ["a", "b"],
      ["b", "c"],
      ["c", "d"],
      ["d", "e"],
      ["e", "f"],
    ] as const) {
      // The order is reversed below, so each rule waits for the change made by the one before it.
      await storeRule(db, {
        name: `To ${to}`,
        query: `tag:${from} -tag:${to}`,
        actions: [storedAction("add_tag", to)],
      });
    }
    await db
      .updateTable("rule")
      .set((eb) => ({ position: eb.val(1000).$castTo<number>() }))
      .execute();
    const made = db.selectFrom("rule").select("id").where("enabled", "=", 1).orderBy("id", "desc");
    const rules = await made.execute();
    for (const [place, { id }] of rules.entries())
      await db
        .updateTable("rule")
        .set({ position: place + 1 })
        .where("id", "=", id)
        .execute();
    const ada = await anAgent(db);
    const { id } = await aTask(db);
    await change(db, ada, id, { addTags: ["a"] });
    await runRuleJobs(db);
    expect(await tagsOf(db, id)).toEqual(["a", "b", "c", "d"]);
    expect((await runLog(db)).at(-1)).toBe(
      `To e on #${id}: stopped Stopped to prevent a loop: rules triggered other rules 3 times in a row. Change a rule so that it doesn't trigger the next.`,
    );
    await queueIsEmpty(db);
  });

  test("ignore their own messages, or stop at them when the condition names a channel", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, requester } = await aTask(db, { assignee: ada });
    await storeRule(db, { name: "Thanks", trigger: "message", actions: [storedAction("reply", "Thank you.")] });
    await replyToTask(db, requester, id, { body: "Still burning.", requestKey: aKey() }, NOON);
    await runRuleJobs(db);
    expect(await automatic(db, id)).toEqual(["public: Thank you."]);
    await db.updateTable("rule").set({ query: "channel:web" }).where("name", "=", "Thanks").execute();
    await db
      .updateTable("catalogue")
      .set((eb) => ({ rules: eb("rules", "+", 1) }))
      .execute();
    await replyToTask(db, requester, id, { body: "Ouch.", requestKey: aKey() }, NOON);
    await runRuleJobs(db);
    expect(await automatic(db, id)).toHaveLength(2);
    expect((await runLog(db)).at(-1)).toContain("stopped");
    await queueIsEmpty(db);
  });

  test("send at most 20 messages per task in 24 hours, none of which counts as a response", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, requester } = await aTask(db);
    await storeRule(db, { trigger: "message", query: "is:unanswered", actions: [storedAction("reply", "Soon.")] });
    for (let n = 0; n < 22; n++) {
      await replyToTask(db, requester, id, { body: `Hello ${n}?`, requestKey: aKey() }, NOON + n);
      await runRuleJobs(db, NOON + n);
    }
    expect(await automatic(db, id)).toHaveLength(20);
    expect((await runLog(db)).at(-1)).toContain("20 automatic messages");
    expect(await taskOf(db, id)).toMatchObject({ first_responded_at: null, last_agent_at: null, status: "new" });
    await replyToTask(db, requester, id, { body: "A day later?", requestKey: aKey() }, NOON + DAY_MS + 60_000);
    await runRuleJobs(db, NOON + DAY_MS + 60_000);
    expect(await automatic(db, id)).toHaveLength(21);
    expect(ada.id).toBeGreaterThan(0);
  });

  test("roll back all actions on failure, and are disabled after five failures in a row", async ({ db }) => {
    const rule = await storeRule(db, {
      name: "Hole",
      trigger: "created",
      actions: [storedAction("add_tag", "new"), storedAction("reply", "Yours, {{agent.name}}")],
    });
    for (let n = 0; n < 6; n++) {
      const { id } = await aTask(db, { title: `Task ${n}` });
      await runRuleJobs(db);
      expect(await tagsOf(db, id)).toEqual([]);
      expect(await automatic(db, id)).toEqual([]);
    }
    const log = await runLog(db);
    expect(log).toHaveLength(5);
    expect(log[0]).toMatch(/failed There's no value for \{\{agent.name\}\}/);
    expect(await db.selectFrom("rule").select("enabled").where("id", "=", rule).executeTakeFirst()).toEqual({
      enabled: 0,
    });
    await queueIsEmpty(db);

    const admin = await anAdmin(db);
    expect(await listDisabledByFailures(db)).toEqual([{ id: rule, name: "Hole" }]);
    const dismiss = { id: rule, verb: "dismiss" } as const;
    expect(await changeRule(db, await anAgent(db), dismiss, NOON)).toEqual({ ok: false, why: "not_allowed" });
    expect(await changeRule(db, admin, { ...dismiss, id: 9_999 }, NOON)).toMatchObject({ why: "no_such_rule" });
    expect(await changeRule(db, admin, dismiss, NOON)).toEqual({ ok: true, name: "Hole" });
    expect(await listDisabledByFailures(db)).toEqual([]);
  });

  test("never reply to a no-reply address", async ({ db }) => {
    await storeRule(db, { trigger: "created", actions: [storedAction("reply", "Welcome.")] });
    const machine = await aRequester(db, { email: "no-reply@example.org" });
    const { id } = await aTask(db, { requester: machine });
    await runRuleJobs(db);
    expect(await automatic(db, id)).toEqual([]);
    expect(await runLog(db)).toEqual([]);
  });

  test("assign, notify, create tasks and apply macros as an admin would", async ({ db }) => {
    const [ada, lea] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Lea" })];
    await db.updateTable("team_member").set({ lead: 1 }).where("user_id", "=", lea.id).execute();
    const macro = await db
      .insertInto("macro")
      .values({
        ...{ name: "Park", scope: "everyone", owner_id: lea.id, team_id: null, kind: "note", body: "Parked." },
        ...{ actions: JSON.stringify({ addTags: ["parked"] }), created_at: NOON, updated_at: NOON },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await storeRule(db, {
      name: "All",
      trigger: "created",
      query: "is:unassigned -tag:made",
      actions: [
        ...[storedAction("assignee", "least_loaded"), storedAction("due", "2d"), storedAction("notify", "leads")],
        ...[storedAction("macro", String(macro.id)), storedAction("create", "Follow up {{task.number}}")],
      ],
    });
    const { id } = await aTask(db);
    await runRuleJobs(db);
    expect(await taskOf(db, id)).toMatchObject({ assignee_id: ada.id, due_at: Date.UTC(2026, 2, 4) });
    expect(await tagsOf(db, id)).toEqual(["parked"]);
    expect(await automatic(db, id)).toEqual(["internal: Parked."]);
    const notified = await db
      .selectFrom("notification")
      .select(["user_id", "details"])
      .where("kind", "=", "rule")
      .execute();
    expect(notified.map(({ user_id }) => user_id)).toContain(lea.id);
    const created = await db.selectFrom("task").select(["id", "title"]).where("id", ">", id).orderBy("id").execute();
    expect(created[0]?.title).toBe(`Follow up ${id}`);
    await queueIsEmpty(db);
  });

  test("treat each task of a bulk change as its own chain", { timeout: 120_000 }, async ({ db }) => {
    await storeRule(db, { query: "priority:high", actions: [storedAction("add_tag", "seen")] });
    await storeRule(db, { query: "tag:seen", actions: [storedAction("remove_tag", "seen")] });
    const ada = await anAgent(db);
    const ids: number[] = [];
    for (let n = 0; n < 100; n++) ids.push((await aTask(db, { title: `T${n}` })).id);
    await inTransaction(db, async (tx) => {
      for (const taskId of ids) await applyActions(tx, ada, { taskId }, { priority: "high" }, NOON);
    });
    await runRuleJobs(db);
    const log = await runLog(db);
    for (const id of ids) {
      const ofTask = log.filter((line) => line.includes(`#${id}:`));
      expect(ofTask.map((line) => line.split(": ")[1]?.split(" ")[0])).toEqual(["done", "done", "stopped"]);
    }
    await queueIsEmpty(db);
  });
});
