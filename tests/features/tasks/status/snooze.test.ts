import { describe, expect, test as plain } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { undoChange } from "~/features/history/undo-change.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { snoozeChoices, snoozeError } from "~/features/tasks/status/snooze";
import { wakeTask } from "~/features/tasks/status/wake-task.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { TaskFields } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aTask, NOON } from "../../../support/factories";

const DAY = 86_400_000;
const MORNING_OF_5TH = Date.UTC(2026, 2, 5, 8);

describe("snooze days", () => {
  plain.each([
    ["Monday 2 March", NOON, ["2026-03-03", "2026-03-05", "2026-03-09"]],
    ["Friday 6 March", NOON + 4 * DAY, ["2026-03-07", "2026-03-09"]],
    ["Sunday 8 March", NOON + 6 * DAY, ["2026-03-09", "2026-03-11"]],
    ["Saturday 7 March", NOON + 5 * DAY, ["2026-03-08", "2026-03-09", "2026-03-10"]],
    ["31 December", Date.UTC(2026, 11, 31, 23), ["2027-01-01", "2027-01-03", "2027-01-04"]],
  ])("offered on %s are tomorrow, in three days and next Monday, sorted and without duplicates", (_, now, days) => {
    expect(snoozeChoices(now, "UTC").map(({ value }) => value)).toEqual(days);
  });

  plain.each([
    ["tomorrow", "2026-03-03", null],
    ["today, after its morning", "2026-03-02", "Choose a day in the future."],
    ["a year ago", "2025-03-02", "Choose a day in the future."],
  ])("must be in the future: %s", (_, day, refusal) => {
    expect(snoozeError(day, { waits: true, now: NOON, zone: "UTC" })).toBe(refusal);
  });
});

const taskRow = (db: Db, id: number) =>
  db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const history = (db: Db, id: number) =>
  db
    .selectFrom("event")
    .select(["field", "old_value", "new_value", "actor_id", "via"])
    .where("task_id", "=", id)
    .where("kind", "=", "changed")
    .orderBy("id")
    .execute();
const unexpected = (error: unknown) => {
  throw error;
};
const doJobs = (db: Db, now: number) => doDueJobs(db, { wake_task: wakeTask }, now, unexpected);

onEachDatabase("a snooze (domain B3)", (test) => {
  const change = (db: Db, viewer: Viewer, id: number, to: TaskFields, was: TaskFields = {}) =>
    changeTask(db, viewer, id, { change: { ...to, version: 1 }, was }, NOON);

  test("ends on the morning of its day, when the system puts the task in progress (S6)", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "on_hold" })];
    expect(await change(db, ada, id, { snooze: "2026-03-05" })).toMatchObject({ ok: true, changed: ["snooze"] });
    expect(await taskRow(db, id)).toMatchObject({ snoozed_until: MORNING_OF_5TH, version: 2 });

    expect(await doJobs(db, MORNING_OF_5TH - 1)).toBe(0);
    expect(await doJobs(db, MORNING_OF_5TH)).toBe(1);
    expect(await taskRow(db, id)).toMatchObject({
      status: "in_progress",
      snoozed_until: null,
      version: 3,
      updated_at: MORNING_OF_5TH,
      reopen_count: 0,
    });
    expect(await history(db, id)).toEqual([
      { field: "snooze", old_value: null, new_value: "2026-03-05", actor_id: ada.id, via: "web" },
      { field: "snooze", old_value: "2026-03-05", new_value: null, actor_id: null, via: "system" },
      { field: "status", old_value: "On hold", new_value: "In progress", actor_id: null, via: "system" },
    ]);
    expect(await doJobs(db, MORNING_OF_5TH + DAY)).toBe(0);
  });

  test("needs a waiting status, which may be set in the same change", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    expect(await change(db, ada, id, { snooze: "2026-03-05" })).toMatchObject({
      why: "wrong",
      errors: { snooze: expect.any(String) },
    });
    const hidden = { snooze: "2026-03-05", status: "new" } as const;
    expect(await change(db, ada, id, hidden, { snooze: "", status: "new" })).toMatchObject({ ok: true, changed: [] });
    const both = { snooze: "2026-03-05", status: "on_hold" } as const;
    expect(await change(db, ada, id, both)).toMatchObject({ ok: true, changed: ["status", "snooze"] });
  });

  test("until a past day is refused", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "on_hold" })];
    const past = await change(db, ada, id, { snooze: "2026-03-01" });
    expect(past).toMatchObject({ why: "wrong", errors: { snooze: "Choose a day in the future." } });
    expect(await taskRow(db, id)).toMatchObject({ snoozed_until: null, version: 1 });
  });

  test("can be moved to another day or ended by an agent", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "on_hold" })];
    await change(db, ada, id, { snooze: "2026-03-05" });
    await change(db, ada, id, { snooze: "2026-03-06" }, { snooze: "2026-03-05" });
    expect(await doJobs(db, MORNING_OF_5TH)).toBe(0);
    await change(db, ada, id, { snooze: "" }, { snooze: "2026-03-06" });
    expect(await doJobs(db, MORNING_OF_5TH + 9 * DAY)).toBe(0);
    expect(await taskRow(db, id)).toMatchObject({ status: "on_hold", snoozed_until: null });
  });

  test("ends in the same change that leaves the waiting status", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "on_hold" })];
    await change(db, ada, id, { snooze: "2026-03-05" });
    const work = await change(db, ada, id, { status: "in_progress" }, { status: "on_hold", snooze: "2026-03-05" });
    expect(work).toMatchObject({ ok: true, changed: ["status", "snooze"] });
    expect(await taskRow(db, id)).toMatchObject({ snoozed_until: null });
    expect(await doJobs(db, MORNING_OF_5TH)).toBe(0);
  });

  test("returns with its wake-up time when the change that ended it is undone (B12)", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "on_hold" })];
    await change(db, ada, id, { snooze: "2026-03-05" });
    const work = await change(db, ada, id, { status: "in_progress" }, { status: "on_hold" });
    const changeSetId = (work.ok && work.changeSetId) || 0;
    expect(await undoChange(db, ada, { taskId: id, changeSetId }, NOON + 1)).toMatchObject({ ok: true, kept: [] });
    expect(await taskRow(db, id)).toMatchObject({ status: "on_hold", snoozed_until: MORNING_OF_5TH });
    expect(await doJobs(db, MORNING_OF_5TH)).toBe(1);
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress", snoozed_until: null });
  });

  test("continues when the task moves to another waiting status", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "on_hold" })];
    await change(db, ada, id, { snooze: "2026-03-05" });
    await change(db, ada, id, { status: "waiting_requester" }, { status: "on_hold" });
    expect(await taskRow(db, id)).toMatchObject({ status: "waiting_requester", snoozed_until: MORNING_OF_5TH });
  });

  test("ends when the requester replies, and the morning then changes nothing (S2)", async ({ db }) => {
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db, { status: "waiting_requester" })];
    await change(db, ada, id, { snooze: "2026-03-05" });
    await replyToTask(db, requester, id, { body: "Here it is.", requestKey: aKey() }, NOON + 1);
    const answered = await taskRow(db, id);
    expect(answered).toMatchObject({ status: "in_progress", snoozed_until: null });
    expect((await history(db, id)).at(-1)).toMatchObject({ field: "snooze", old_value: "2026-03-05", via: "system" });
    await doJobs(db, MORNING_OF_5TH);
    expect(await taskRow(db, id)).toEqual(answered);
  });

  test("set by two agents to different days is a conflict that names both (B12)", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db, { status: "on_hold" })];
    await change(db, bob, id, { snooze: "2026-03-05" }, { snooze: "" });
    expect(await change(db, ada, id, { snooze: "2026-03-09" }, { snooze: "" })).toMatchObject({
      why: "conflict",
      fields: [{ field: "snooze", mine: "2026-03-09", theirs: "2026-03-05" }],
    });
  });

  test("can be searched with is:snoozed and snooze:, by agents only (B7)", async ({ db }) => {
    const ada = await anAgent(db);
    const [asleep, awake] = [await aTask(db, { status: "on_hold" }), await aTask(db, { status: "on_hold" })];
    await change(db, ada, asleep.id, { snooze: "2026-03-05" });
    const found = async (viewer: Viewer, query: string) => {
      const answer = await searchTasks(db, viewer, query, { now: NOON });
      return answer.ok ? answer.tasks.map(({ id }) => id) : [answer.error.message];
    };
    expect(await found(ada, "is:snoozed")).toEqual([asleep.id]);
    expect(await found(ada, "-is:snoozed")).toEqual([awake.id]);
    expect(await found(ada, "snooze:<4d")).toEqual([asleep.id]);
    expect(await found(ada, "snooze:2026-03-05")).toEqual([asleep.id]);
    expect(await found(ada, "snooze:tomorrow")).toEqual([]);
    for (const query of ["is:snoozed", "snooze:any"]) {
      expect(await found(asleep.requester, query), query).toEqual([
        expect.stringContaining("only available to agents"),
      ]);
    }
  });
});
