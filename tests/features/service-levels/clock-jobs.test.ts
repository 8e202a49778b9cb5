import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { noticeClocks } from "~/features/service-levels/notice-clocks.server";
import { policiesChanged } from "~/features/service-levels/policies-changed.server";
import type { Viewer } from "~/features/users/users";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import {
  changeCalendar,
  changePolicy,
  clocksOfTask,
  differences,
  forAllPriorities,
  policyOf,
  runClockJobs,
  storeCalendar,
  storePolicy,
} from "./desk";

const always = (db: Db) => storeCalendar(db, { zone: "UTC", alwaysOpen: true });

const notified = async (db: Db, taskId: number) =>
  (
    await db
      .selectFrom("notification")
      .innerJoin("user", "user.id", "notification.user_id")
      .select(["user.name", "notification.kind", "notification.details", "notification.reason"])
      .where("task_id", "=", taskId)
      .where("kind", "in", ["clock_warning", "clock_breached"])
      .orderBy("notification.id")
      .execute()
  ).map(({ name, kind, details, reason }) => `${name}: ${kind} ${details} as ${reason}`);

const history = async (db: Db, taskId: number) =>
  (
    await db
      .selectFrom("event")
      .select(["field", "old_value", "new_value"])
      .where("task_id", "=", taskId)
      .where("field", "in", ["service_level_policy", "clock_warning", "clock_breached"])
      .orderBy("id")
      .execute()
  ).map(({ field, old_value, new_value }) => [field, old_value ?? "", new_value ?? ""].join("|"));

async function memberOf(db: Db, person: Viewer, lead: 0 | 1) {
  await db.updateTable("team_member").set({ lead }).where("user_id", "=", person.id).execute(); // agents are members
}

onEachDatabase("service-levels 2: warnings and breaches", (test) => {
  test("are recorded once each; warnings notify the assignee, breaches the leads too", async ({ db }) => {
    await storePolicy(db, { name: "Gold", calendar: await always(db), targets: forAllPriorities({ first: 60 }) });
    const [ada, lea] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Lea" })];
    await memberOf(db, ada, 0);
    await memberOf(db, lea, 1);
    const { id } = await aTask(db, { assignee: ada });
    await runClockJobs(db, NOON + 29 * MINUTE_MS);
    expect(await notified(db, id)).toEqual([]);
    for (const later of [0, 1, 5]) await runClockJobs(db, NOON + 30 * MINUTE_MS + later * MINUTE_MS);
    expect(await notified(db, id)).toEqual(["Ada: clock_warning First response as assignee"]);
    for (const later of [0, 1, 600]) await runClockJobs(db, NOON + HOUR_MS + later * MINUTE_MS);
    expect((await notified(db, id)).slice(1).sort()).toEqual([
      "Ada: clock_breached First response as assignee",
      "Lea: clock_breached First response as team",
    ]);
    // The server's clock is set back.
    await runClockJobs(db, NOON);
    await runClockJobs(db, NOON + 2 * HOUR_MS);
    expect(await notified(db, id)).toHaveLength(3);
    expect(await history(db, id)).toEqual([
      ...["service_level_policy||Gold", "clock_warning||First response", "clock_breached||First response"],
    ]);
    expect(await differences(db, NOON + 2 * HOUR_MS)).toEqual([]);
  });

  test("warn all team members about an unassigned task", async ({ db }) => {
    await storePolicy(db, { calendar: await always(db), targets: forAllPriorities({ resolution: 600 }) });
    for (const name of ["Ada", "Ben"]) await memberOf(db, await anAgent(db, { name }), 0);
    const { id } = await aTask(db);
    await runClockJobs(db, NOON + 9 * HOUR_MS);
    expect(await notified(db, id)).toEqual([
      ...["Ada: clock_warning Resolution as team", "Ben: clock_warning Resolution as team"],
    ]);
  });

  test("report only the breach after downtime, even for a clock that was answered too late", async ({ db }) => {
    await storePolicy(db, { calendar: await always(db), targets: forAllPriorities({ first: 60 }) });
    const ada = await anAgent(db, { name: "Ada" });
    const { id } = await aTask(db, { assignee: ada });
    await replyToTask(db, ada, id, { body: "Sorry.", requestKey: aKey() }, NOON + 90 * MINUTE_MS);
    await runClockJobs(db, NOON + 91 * MINUTE_MS);
    expect(await notified(db, id)).toEqual(["Ada: clock_breached First response as assignee"]);
    expect(await clocksOfTask(db, id, NOON + 91 * MINUTE_MS)).toEqual([
      expect.stringMatching(/^first breached 90\/60m/),
    ]);
  });

  test("wait for a reply in its sending window, and come when it's withdrawn", async ({ db }) => {
    const { withdrawReply } = await import("~/features/conversation/sending/held-replies.server");
    await storePolicy(db, { calendar: await always(db), targets: forAllPriorities({ first: 60 }) });
    const ada = await anAgent(db, { name: "Ada" });
    const [sent, withdrawn] = [await aTask(db, { assignee: ada }), await aTask(db, { assignee: ada })];
    const written = NOON + 59 * MINUTE_MS;
    const held = new Map<number, number>();
    for (const { id } of [sent, withdrawn]) {
      const reply = { body: `Soon ${id}.`, requestKey: aKey() };
      const answer = await replyToTask(db, ada, id, reply, written, { windowMs: 2 * MINUTE_MS });
      held.set(id, (answer.ok && answer.held) || 0);
    }
    await runClockJobs(db, NOON + 60 * MINUTE_MS);
    expect(await notified(db, sent.id)).toEqual(["Ada: clock_warning First response as assignee"]);
    const { sendReplyNow } = await import("~/features/conversation/sending/held-replies.server");
    await sendReplyNow(db, ada, sent.id, held.get(sent.id) ?? 0, written + 2 * MINUTE_MS);
    const typed = { body: "", fields: {} } as never;
    const back = await withdrawReply(
      db,
      ada,
      withdrawn.id,
      held.get(withdrawn.id) ?? 0,
      typed,
      written + 2 * MINUTE_MS,
    );
    expect(back).toEqual({ ok: true });
    await runClockJobs(db, written + 3 * MINUTE_MS);
    expect(await clocksOfTask(db, sent.id, written + 3 * MINUTE_MS)).toEqual([
      expect.stringMatching(/^first met 59\/60m/),
    ]);
    expect(await clocksOfTask(db, withdrawn.id, written + 3 * MINUTE_MS)).toEqual([
      expect.stringMatching(/^first breached/),
    ]);
    expect(await notified(db, sent.id)).toHaveLength(1);
    expect(await notified(db, withdrawn.id)).toHaveLength(2);
    expect(await differences(db, written + 3 * MINUTE_MS)).toEqual([]);
  });
});

onEachDatabase("service-levels 2.1: a change of policies", (test) => {
  const LATER = NOON + 2 * HOUR_MS;

  test("selects a policy for all unfinished tasks, whose clocks start then", async ({ db }) => {
    const ada = await anAgent(db);
    const fresh = await aTask(db);
    const asked = await aTask(db, { assignee: ada });
    const done = await aTask(db, { assignee: ada, status: "resolved" });
    await replyToTask(db, ada, asked.id, { body: "Which one?", requestKey: aKey() }, NOON + MINUTE_MS);
    await replyToTask(db, asked.requester, asked.id, { body: "That one.", requestKey: aKey() }, NOON + 2 * MINUTE_MS);
    const targets = forAllPriorities({ first: 60, next: 90, resolution: 120 });
    await storePolicy(db, { name: "Gold", calendar: await always(db), targets, at: LATER });
    await runClockJobs(db, LATER);
    expect(await clocksOfTask(db, fresh.id, LATER + 10 * MINUTE_MS)).toEqual([
      ...["first running 10/60m due 2026-03-02 16:00", "resolution running 10/120m due 2026-03-02 17:00"],
    ]);
    expect(await clocksOfTask(db, asked.id, LATER + 10 * MINUTE_MS)).toEqual([
      ...["next running 10/90m due 2026-03-02 16:30", "resolution running 10/120m due 2026-03-02 17:00"],
    ]);
    expect(await policyOf(db, done.id)).toBeUndefined();
    expect(await history(db, fresh.id)).toEqual(["service_level_policy||Gold"]);
    expect(await differences(db, LATER + 10 * MINUTE_MS)).toEqual([]);
  });

  test("keeps the time used, and cancels the clocks of a task left without a policy", async ({ db }) => {
    const calendar = await always(db);
    const gold = { query: "priority:normal", calendar, targets: forAllPriorities({ resolution: 600 }) };
    const id = await storePolicy(db, { name: "Gold", ...gold });
    const task = await aTask(db);
    await changePolicy(db, id, { ...gold, targets: forAllPriorities({ resolution: 60 }) }, LATER);
    await runClockJobs(db, LATER);
    expect(await clocksOfTask(db, task.id, LATER)).toEqual([
      "resolution breached 120/60m due 2026-03-02 15:00 breached 2026-03-02 15:00 retargeted",
    ]);
    const other = await aTask(db, { at: LATER });
    const none = { ...gold, query: "priority:urgent", targets: forAllPriorities({ resolution: 60 }) };
    await changePolicy(db, id, none, LATER + HOUR_MS / 2);
    await runClockJobs(db, LATER + HOUR_MS / 2);
    expect(await clocksOfTask(db, other.id, LATER + HOUR_MS)).toEqual([
      "resolution cancelled 30/60m ended 2026-03-02 15:30",
    ]);
    expect(await policyOf(db, other.id)).toBeNull();
    expect(await history(db, other.id)).toContain("service_level_policy|Gold|");
    expect(await differences(db, LATER + HOUR_MS)).toEqual([]);
  });

  test("applies a changed calendar, and an organization's own policy", async ({ db }) => {
    const calendar = await storeCalendar(db, { zone: "UTC", hours: "09:00-17:00" });
    const everyone = await storePolicy(db, { calendar, targets: forAllPriorities({ resolution: 240 }) });
    const org = { name: "Acme", name_key: "acme", created_at: 0, updated_at: 0 };
    const { id: organization } = await db
      .insertInto("organization")
      .values(org)
      .returning("id")
      .executeTakeFirstOrThrow();
    const own = await storePolicy(db, {
      organization,
      calendar,
      query: "priority:urgent",
      targets: forAllPriorities({ first: 5 }),
    });
    const requester = await aRequester(db);
    await db.updateTable("user").set({ organization_id: organization }).where("id", "=", requester.id).execute();
    const [theirs, others] = [await aTask(db, { requester }), await aTask(db)];
    expect(await policyOf(db, theirs.id)).toBe(own);
    expect(await policyOf(db, others.id)).toBe(everyone);
    await changeCalendar(db, calendar, { zone: "UTC", hours: "09:00-14:00" }, NOON + HOUR_MS);
    await runClockJobs(db, NOON + HOUR_MS);
    const due = await db.selectFrom("clock").select("due_at").where("task_id", "=", others.id).executeTakeFirst();
    expect(new Date(due?.due_at ?? 0).toISOString()).toBe("2026-03-03T11:00:00.000Z");
    expect(await differences(db, NOON + HOUR_MS)).toEqual([]);
  });

  test("reaches all 120 tasks, and later those changed meanwhile", async ({ db }) => {
    for (let count = 0; count < 120; count++) await aTask(db, { at: NOON + (count % 7) });
    await storePolicy(db, { calendar: await always(db), targets: forAllPriorities({ resolution: 60 }), at: LATER });
    await runClockJobs(db, LATER);
    const count = () => db.selectFrom("clock_state").select("task_id").execute();
    expect(await count()).toHaveLength(120);
    await db.deleteFrom("clock").execute();
    await db.deleteFrom("clock_state").execute(); // as if these changes had not seen the policy
    await db.deleteFrom("clock_fact").execute();
    await db
      .updateTable("task")
      .set({ updated_at: LATER + 1 })
      .where("id", "<=", 3)
      .execute();
    await runClockJobs(db, LATER + MINUTE_MS);
    expect(await count()).toHaveLength(3);
  });

  test("does nothing on a desk that never had a policy", async ({ db }) => {
    const { id } = await aTask(db);
    expect(await db.selectFrom("clock_fact").selectAll().execute()).toEqual([]);
    expect(await inTransaction(db, (tx) => noticeClocks(tx, NOON))).toBe(false);
    expect(await policyOf(db, id)).toBeUndefined();
    await inTransaction(db, (tx) => policiesChanged(tx, NOON));
    await runClockJobs(db, NOON);
    expect(await policyOf(db, id)).toBeUndefined();
  });
});

onEachDatabase("service-levels 2.10: imported tasks", (test) => {
  test("get resolution clocks from their history, without notifications about the past", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada" });
    const imported = await aTask(db, { assignee: ada, at: NOON });
    const done = await aTask(db, { assignee: ada, at: NOON, status: "resolved" });
    for (const { id } of [imported, done]) {
      await db.updateTable("task").set({ channel: "import" }).where("id", "=", id).execute();
      const event = { task_id: id, actor_id: null, via: "import", kind: "changed", field: "status" } as const;
      const rows = [
        { old_value: "New", new_value: "On hold", at: NOON + HOUR_MS },
        { old_value: "On hold", new_value: "In progress", at: NOON + 3 * HOUR_MS },
      ];
      const rest = { message_id: null, change_set_id: null, external_key: null };
      await db
        .insertInto("event")
        .values(rows.map((row) => ({ ...event, ...rest, ...row })))
        .execute();
    }
    const targets = forAllPriorities({ first: 30, resolution: 120 });
    await storePolicy(db, { calendar: await always(db), targets, at: NOON + 5 * HOUR_MS });
    await runClockJobs(db, NOON + 5 * HOUR_MS);
    expect(await clocksOfTask(db, imported.id, NOON + 5 * HOUR_MS)).toEqual([
      "resolution breached 180/120m due 2026-03-02 17:00 breached 2026-03-02 17:00",
    ]);
    expect(await policyOf(db, done.id)).toBeUndefined();
    expect(await notified(db, imported.id)).toEqual([]);
    expect(await differences(db, NOON + 5 * HOUR_MS)).toEqual([]);

    const reopened = { body: "Not yet.", requestKey: aKey(), outcome: "not_solved" } as const;
    expect(await replyToTask(db, done.requester, done.id, reopened, NOON + 6 * HOUR_MS)).toMatchObject({ ok: true });
    expect(await clocksOfTask(db, done.id, NOON + 6 * HOUR_MS)).toEqual([expect.stringMatching(/^resolution/)]);
    expect(await differences(db, NOON + 6 * HOUR_MS)).toEqual([]);
  });
});
