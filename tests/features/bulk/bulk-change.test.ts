import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { BULK_LIMITS, type BulkWanted, describeReplies } from "~/features/bulk/bulk";
import { bulkJob } from "~/features/bulk/bulk-batch.server";
import {
  cancelBulk,
  countRequesters,
  mostAtOnce,
  startBulk,
  sweepBulkChanges,
} from "~/features/bulk/bulk-change.server";
import { readBulkChange } from "~/features/bulk/bulk-read.server";
import { undoBulk } from "~/features/bulk/undo-bulk.server";
import { sendHeldMessage } from "~/features/conversation/sending/held-replies.server";
import { readHistory } from "~/features/history/history-page.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { Viewer } from "~/features/users/users";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

const failed = (error: unknown) => {
  throw error;
};

/** Changes the tasks and returns the result. */
async function change(db: Db, viewer: Viewer, ids: number[], wanted: BulkWanted, now = NOON + MINUTE_MS) {
  const started = await startBulk(db, viewer, { tasks: { ids }, wanted, back: "/tasks", requestKey: aKey() }, now);
  if (!started.ok) throw new Error(started.why);
  return resultOf(db, viewer, started.id, now);
}

async function resultOf(db: Db, viewer: Viewer, id: number, now = NOON + MINUTE_MS) {
  const read = await readBulkChange(db, viewer, id, null, now);
  if (!read) throw new Error("The bulk change is missing.");
  return read;
}

const tasksOf = (db: Db, ids: number[]) =>
  db.selectFrom("task").selectAll().where("id", "in", ids).orderBy("id").execute();

async function changeField(db: Db, viewer: Viewer, id: number, field: { priority: "low" | "urgent" }, now: number) {
  const { version } = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
  const changed = await changeTask(db, viewer, id, { change: { ...field, version }, was: {} }, now);
  expect(changed.ok).toBe(true);
}

/** A task that this agent can't see. */
async function aSecret(db: Db, { id }: Viewer, tags: string[] = []) {
  const task = await aTask(db, { tags });
  await db.deleteFrom("team_member").where("user_id", "=", id).execute();
  await db.updateTable("task").set({ confidential: 1 }).where("id", "=", task.id).execute();
  return task;
}

/** Creates more tasks than a single request changes, all alike. */
async function manyTasks(db: Db, count: number) {
  const { id } = await aTask(db, { title: "One of many" });
  const { id: _, ...row } = await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  for (let left = count - 1; left > 0; left -= 200) {
    const rows = Array.from({ length: Math.min(left, 200) }, () => row);
    await db.insertInto("task").values(rows).execute();
  }
}

/** Parses a list's URL; throws if the query is invalid. */
async function listAt(db: Db, viewer: Viewer, search: string) {
  const { asked } = await parseListUrl(db, viewer, new URLSearchParams(search), NOON);
  if (!asked.ok) throw new Error(asked.error.message);
  return asked;
}

onEachDatabase("a bulk change (A14)", (test) => {
  test("counts the requesters of a reply beforehand, each once, within the limit of one change", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const tasks = [await aTask(db, { requester: rita }), await aTask(db, { requester: rita }), await aTask(db)];
    await aTask(db, { status: "closed" });
    const ids = tasks.map(({ id }) => id);
    const list = await listAt(db, ada, "");
    expect(await countRequesters(db, ada, { ids }, 500)).toBe(2);
    expect(await countRequesters(db, ada, { ids: [] }, 500)).toBe(0);
    expect(await countRequesters(db, ada, { list }, 500)).toBe(2);
    expect(await countRequesters(db, ada, { list }, 2)).toBe(1);
    expect(await countRequesters(db, rita, { list: await listAt(db, rita, "") }, 500)).toBe(0);
    expect([describeReplies(1, null), describeReplies(0, 1_200), describeReplies(0, 0)]).toEqual([
      "If the macro replies, the reply goes to 1 requester.",
      "If the macro replies, the reply goes to 1,200 requesters.",
      "",
    ]);
  });

  test("is named after the requested change, even if the assignee doesn't exist", async ({ db }) => {
    const ada = await anAgent(db);
    const { id } = await aTask(db, { assignee: ada });
    const called = async (assignee: number | null) => (await change(db, ada, [id], { assignee })).words;
    expect(await called(999_999)).toBe("Assignee: no longer exists");
    expect((await tasksOf(db, [id]))[0]?.assignee_id).toBe(ada.id);
    expect(await called(null)).toBe("Assignee: none");
  });

  test("changes each task by the rules for one, and gives a reason for each it skips", async ({ db }) => {
    const [ada, ben] = [await anAgent(db, { name: "Ada" }), await anAgent(db)];
    const { label } = await aCustomField(db, { label: "Cause", required: "resolve" });
    await db.updateTable("custom_field").set({ types: '["question"]' }).execute();
    const plain = await aTask(db, { tags: ["vpn"], assignee: ben });
    const alike = await aTask(db, { assignee: ada, tags: ["net", "vpn"], status: "resolved" });
    const closed = await aTask(db, { status: "cancelled" });
    const lacking = await aTask(db, { type: "question" });
    const parent = await aTask(db);
    await aTask(db, { parent: parent.id });
    const hidden = await aSecret(db, ada);
    const ids = [plain, alike, closed, lacking, parent, hidden].map(({ id }) => id);

    const wanted: BulkWanted = { status: "resolved", assignee: ada.id, addTags: ["net"] };
    const done = await change(db, ada, [...ids, 999_999], wanted);
    expect(done).toMatchObject({ total: 7, changed: 1, skipped: 6, ended: true, hidden: 2, mayUndo: true });
    expect(done.words).toBe("Status: Resolved; Assignee: Ada; Add tags: net");
    expect(done.reasons).toContainEqual({
      reason: "This task no longer exists, or you've lost access to it.",
      count: 2,
    });
    expect(Object.fromEntries(done.rows.map(({ id, reason }) => [id, reason]))).toEqual({
      [plain.id]: null,
      [alike.id]: "No change needed.",
      [closed.id]: "The status can't change from Cancelled to Resolved. Choose another status.",
      [lacking.id]: `Fill in ${label} to resolve this task.`,
      [parent.id]: "This task has open sub-tasks. Open it to resolve it.",
    });
    const [row] = await tasksOf(db, ids);
    expect(row).toMatchObject({ status: "resolved", assignee_id: ada.id, resolved_at: NOON + MINUTE_MS });
    expect(await db.selectFrom("change_set").select(["task_id", "bulk_id"]).execute()).toEqual([
      { task_id: plain.id, bulk_id: done.id },
    ]);

    const history = await readHistory(
      db,
      ada,
      { id: plain.id, leads: 0 },
      { before: null, of: null },
      NOON + MINUTE_MS,
    );
    expect(history.entries.at(-1)).toMatchObject({ actor: "Ada", after: "(bulk change)" });
    expect(history.entries.at(-1)?.changes).toHaveLength(3);
  });

  test("undoes a macro's replies while they're held, together with its field changes", async ({ db }) => {
    const ada = await anAgent(db);
    const tasks = [await aTask(db, { requester: await aRequester(db) }), await aTask(db), await aTask(db)];
    const ids = tasks.map(({ id }) => id);
    const text = { kind: "reply" as const, body: "Done.", windowMs: 10_000, origin: "" };
    const messages = async () =>
      (await db.selectFrom("message").select(["task_id", "send_after"]).where("body", "=", "Done.").execute()).length;

    const now = NOON + MINUTE_MS;
    const both = await change(db, ada, ids, { macro: "Done", text, priority: "urgent" }, now);
    expect(await messages()).toBe(3);
    const undone = await undoBulk(db, ada, both.id, now + 1_000);
    if (!undone.ok) throw new Error(undone.why);
    expect(await resultOf(db, ada, undone.id)).toMatchObject({ changed: 3, skipped: 0 });
    expect(await messages()).toBe(0);
    await doDueJobs(db, { send_message: sendHeldMessage }, now + 20_000, failed);
    expect(await messages()).toBe(0);
    expect((await tasksOf(db, ids)).map(({ priority }) => priority)).toEqual([2, 2, 2]);

    const said = await change(db, ada, ids, { macro: "Done", text }, now + MINUTE_MS);
    const taken = await undoBulk(db, ada, said.id, now + MINUTE_MS + 1_000);
    if (!taken.ok) throw new Error(taken.why);
    expect(await messages()).toBe(0);
    expect(await resultOf(db, ada, taken.id)).toMatchObject({ changed: 3, skipped: 0 });

    const sent = await change(db, ada, ids, { macro: "Done", text }, now + 2 * MINUTE_MS);
    await doDueJobs(db, { send_message: sendHeldMessage }, now + 2 * MINUTE_MS + 20_000, failed);
    expect(await messages()).toBe(3);
    expect(await undoBulk(db, ada, sent.id, now + 3 * MINUTE_MS)).toEqual({ ok: false, why: "nothing" });
  });

  test("is undone as a whole, except for fields changed since", async ({ db }) => {
    const [ada, ben] = [await anAgent(db), await anAgent(db)];
    const ids = [(await aTask(db)).id, (await aTask(db)).id, (await aTask(db)).id];
    const done = await change(db, ada, ids, { priority: "high", assignee: ada.id });
    expect(done.changed).toBe(3);
    await changeField(db, ben, ids[1] ?? 0, { priority: "urgent" }, NOON + 2 * MINUTE_MS);

    expect(await undoBulk(db, ben, done.id, NOON + 3 * MINUTE_MS)).toEqual({ ok: false, why: "no_such_change" });
    const late = await undoBulk(db, ada, done.id, NOON + 12 * MINUTE_MS);
    expect(late).toEqual({ ok: false, why: "too_late" });
    const undone = await undoBulk(db, ada, done.id, NOON + 3 * MINUTE_MS);
    if (!undone.ok) throw new Error(undone.why);
    expect(await undoBulk(db, ada, done.id, NOON + 3 * MINUTE_MS)).toEqual(undone); // a double click
    const back = await resultOf(db, ada, undone.id);
    expect(back).toMatchObject({ changed: 3, skipped: 0, mayUndo: false });
    expect(back.rows.map(({ reason }) => reason)).toEqual([
      null,
      "Priority has changed since then and stays Urgent.",
      null,
    ]);
    expect(
      (await tasksOf(db, ids)).map(({ priority, assignee_id, status }) => [priority, assignee_id, status]),
    ).toEqual([
      [2, null, "new"],
      [4, null, "new"],
      [2, null, "new"],
    ]);
    expect(await resultOf(db, ada, done.id)).toMatchObject({ undone: undone.id, mayUndo: false });
  });

  test("runs once per form, and is refused to requesters and without tasks", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita });
    const form = { tasks: { ids: [id] }, wanted: { priority: "low" as const }, back: "/tasks", requestKey: aKey() };
    const first = await startBulk(db, ada, form, NOON);
    expect(await startBulk(db, ada, form, NOON)).toEqual(first);
    expect(await db.selectFrom("event").select("id").where("field", "=", "priority").execute()).toHaveLength(1);
    expect(await startBulk(db, rita, { ...form, requestKey: aKey() }, NOON)).toEqual({ ok: false, why: "forbidden" });
    expect(await readBulkChange(db, rita, 1, null, NOON)).toBeNull();
    const nothing = { ...form, tasks: { ids: [] }, requestKey: aKey() };
    expect(await startBulk(db, ada, nothing, NOON)).toEqual({ ok: false, why: "nothing" });
  });

  test("of a list covers what this person sees in it then, up to their limit", async ({ db }) => {
    const [ada, lea, admin] = [await anAgent(db), await anAgent(db), await anAdmin(db)];
    await db.updateTable("team_member").set({ lead: 1 }).where("user_id", "=", lea.id).execute();
    expect(await Promise.all([ada, lea, admin].map((one) => mostAtOnce(db, one)))).toEqual([500, 5_000, 5_000]);

    const found = await aTask(db, { title: "Paper jam", tags: ["printer"] });
    await aTask(db, { title: "Something else" });
    await aTask(db, { title: "Paper, done", tags: ["printer"], status: "closed" });
    await aSecret(db, ada, ["printer"]);
    const list = await listAt(db, ada, "q=tag%3Aprinter+is%3Aopen");
    const wanted = { team: 1, priority: "urgent" as const };
    const form = { wanted, back: "/tasks", requestKey: aKey() };
    const started = await startBulk(db, ada, { ...form, tasks: { list } }, NOON);
    if (!started.ok) throw new Error(started.why);
    expect((await resultOf(db, ada, started.id)).rows.map(({ id }) => id)).toEqual([found.id]);
    await expect(listAt(db, ada, "q=priority%3Ablue")).rejects.toThrow("blue");

    await manyTasks(db, BULK_LIMITS.agent + 1);
    const all = await listAt(db, ada, "");
    const tooMany = await startBulk(db, ada, { ...form, requestKey: aKey(), tasks: { list: all } }, NOON);
    expect(tooMany).toEqual({ ok: false, why: "too_many", most: 500 });
  });

  test("of very many tasks runs in small batches, can be cancelled and ends with its creator's role", async ({
    db,
  }) => {
    const admin = await anAdmin(db);
    await manyTasks(db, BULK_LIMITS.atOnce + 101);
    const list = await listAt(db, admin, "");
    const begin = async () => {
      const form = { wanted: { priority: "high" as const }, back: "/tasks", requestKey: aKey() };
      const started = await startBulk(db, admin, { ...form, tasks: { list } }, NOON);
      return started.ok ? started.id : 0;
    };
    const id = await begin();
    expect(await resultOf(db, admin, id)).toMatchObject({ ended: false, total: 601, changed: 0, rows: [] });
    await inTransaction(db, (tx) => bulkJob(tx, { id }, NOON));
    const { changed } = await resultOf(db, admin, id);
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(50);
    expect(await undoBulk(db, admin, id, NOON)).toEqual({ ok: false, why: "going_on" });
    expect(await cancelBulk(db, await anAgent(db), id, NOON)).toBe(false);
    expect(await cancelBulk(db, admin, id, NOON)).toBe(true);
    while ((await doDueJobs(db, { bulk: bulkJob }, NOON, failed)) > 0);
    expect(await resultOf(db, admin, id)).toMatchObject({ ended: true, cancelled: true, changed });

    const whole = await begin();
    while ((await doDueJobs(db, { bulk: bulkJob }, NOON, failed)) > 0);
    expect(await resultOf(db, admin, whole)).toMatchObject({ ended: true, changed: 601 - changed, skipped: changed });
    const rows = await db.selectFrom("bulk_task").select("outcome").where("bulk_id", "=", whole).execute();
    expect(rows.every(({ outcome }) => outcome !== null)).toBe(true);

    const last = await begin();
    await db.updateTable("user").set({ role: "requester" }).where("id", "=", admin.id).execute();
    while ((await doDueJobs(db, { bulk: bulkJob }, NOON, failed)) > 0);
    expect(await resultOf(db, admin, last)).toMatchObject({ cancelled: true, changed: 0 });
    expect(await sweepBulkChanges(db as never, NOON + 32 * DAY_MS)).toBe(false);
    expect(await db.selectFrom("bulk_task").select("task_id").execute()).toEqual([]);
  });
});
