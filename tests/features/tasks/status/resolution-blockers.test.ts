import { describe, expect, test as plain } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { resolutionBlockers } from "~/features/tasks/status/resolution-blockers.server";
import { unfinishedSentence } from "~/features/tasks/status/unfinished-work-notice";
import { changeTask } from "~/features/tasks/task-change.server";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aTask, NOON } from "../../../support/factories";

describe("the sentence about unfinished work", () => {
  plain.each([
    [1, 0, "1 sub-task is still open. Nothing is saved yet."],
    [0, 2, "2 checklist items aren't ticked. Nothing is saved yet."],
    [3, 1, "3 sub-tasks are still open and 1 checklist item isn't ticked. Nothing is saved yet."],
  ])("%i sub-tasks, %i items", (openChildren, uncheckedItems, sentence) => {
    expect(unfinishedSentence({ openChildren, uncheckedItems })).toBe(sentence);
  });
});

const row = (db: Db, id: number) => db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** A task with one of two sub-tasks open and one of two checklist items unticked. */
async function anUnfinishedTask(db: Db) {
  const task = await aTask(db);
  for (const status of ["in_progress", "resolved"] as const) {
    const child = await aTask(db, { requester: task.requester, status });
    await db.updateTable("task").set({ parent_id: task.id }).where("id", "=", child.id).execute();
  }
  const item = { task_id: task.id, position: 1 };
  await db
    .insertInto("checklist_item")
    .values([
      { ...item, text: "Call", done_at: NOON },
      { ...item, text: "Write", done_at: null },
    ])
    .execute();
  return task;
}

const aNeededField = (db: Db) =>
  db.insertInto("custom_field").values({ key: "cause", label: "Cause", kind: "text", required: "resolve" }).execute();

onEachDatabase("resolving a task with unfinished work (domain B3)", (test) => {
  const resolve = { change: { version: 1, status: "resolved" as const }, was: { status: "new" as const } };
  const left = { openChildren: 1, uncheckedItems: 1 };

  test("asks for confirmation and changes nothing before it", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await anUnfinishedTask(db)];
    expect(await inTransaction(db, (tx) => resolutionBlockers(tx, { id, type: "incident" }))).toEqual({
      ...left,
      missingFields: [],
    });
    expect(await changeTask(db, ada, id, resolve, NOON)).toEqual({ ok: false, why: "unfinished", ...left });
    expect(await row(db, id)).toMatchObject({ status: "new", version: 1 });
    expect(await changeTask(db, ada, id, { ...resolve, confirmed: true }, NOON)).toMatchObject({ ok: true });
    expect(await row(db, id)).toMatchObject({ status: "resolved" });
  });

  test("asks before a resolving reply, which is sent once confirmed", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await anUnfinishedTask(db)];
    const reply = { body: "Done.", requestKey: aKey(), status: "resolved" as const };
    expect(await replyToTask(db, ada, id, reply, NOON)).toEqual({ ok: false, why: "unfinished", ...left });
    expect(await db.selectFrom("message").select("id").where("body", "=", "Done.").execute()).toEqual([]);
    expect(await replyToTask(db, ada, id, { ...reply, confirmed: true }, NOON)).toMatchObject({ ok: true });
  });

  test("asks nothing when an agent cancels the task or the requester says it's solved", async ({ db }) => {
    const [ada, { id, requester }] = [await anAgent(db), await anUnfinishedTask(db)];
    await aNeededField(db);
    const given = { change: { version: 1, status: "cancelled" as const }, was: { status: "new" as const } };
    expect(await changeTask(db, ada, (await anUnfinishedTask(db)).id, given, NOON)).toMatchObject({ ok: true });
    const solved = { body: "", requestKey: aKey(), outcome: "solved" as const };
    expect(await replyToTask(db, requester, id, solved, NOON)).toMatchObject({ ok: true });
    expect(await row(db, id)).toMatchObject({ status: "resolved" });
  });

  test("is refused while a required field is empty, even when confirmed", async ({ db }) => {
    await aNeededField(db);
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const missing = { ok: false, why: "missing_fields", fields: [{ key: "cause", label: "Cause" }] };
    expect(await changeTask(db, ada, id, { ...resolve, confirmed: true }, NOON)).toMatchObject(missing);
    const reply = { body: "Done.", requestKey: aKey(), status: "resolved" as const, confirmed: true };
    expect(await replyToTask(db, ada, id, reply, NOON)).toMatchObject(missing);
    await db.insertInto("task_field").values({ task_id: id, key: "cause", value: "Rain" }).execute();
    expect(await changeTask(db, ada, id, resolve, NOON)).toMatchObject({ ok: true });
  });
});
