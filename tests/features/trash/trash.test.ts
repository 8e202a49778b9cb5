import { sql } from "kysely";
import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { startBulk } from "~/features/bulk/bulk-change.server";
import { readBulkChange } from "~/features/bulk/bulk-read.server";
import { BulkForm } from "~/features/bulk/bulk-schema";
import { undoBulk } from "~/features/bulk/undo-bulk.server";
import { readAttachment } from "~/features/conversation/attachments/attachment-queries.server";
import { saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { sendHeldMessage } from "~/features/conversation/sending/held-replies.server";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { readHistory } from "~/features/history/history-page.server";
import { undoChange } from "~/features/history/undo-change.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { addLink } from "~/features/relations/links.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { readRelations } from "~/features/relations/relations-read.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { readTask } from "~/features/task-page/task-read.server";
import { closeResolved } from "~/features/tasks/status/close-resolved.server";
import { wakeTask } from "~/features/tasks/status/wake-task.server";
import { changeTask } from "~/features/tasks/task-change.server";
import { deleteTask, emptyTrash } from "~/features/trash/delete-task.server";
import { moveToTrashOrSpam, restoreTask } from "~/features/trash/move-to-trash.server";
import { NOT_FROM_TRASH, NOT_TO_TRASH, TRASH_DAYS } from "~/features/trash/trash";
import { readTrashedTask } from "~/features/trash/trash-read.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { changesOf } from "../../support/history";

const LATER = NOON + MINUTE_MS;
const newest = { kind: "newest" } as const;

function aSignal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

const rowOf = (db: Db, id: number) => db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function away(db: Db, viewer: Viewer, id: number, to: "trash" | "spam" = "trash", now = LATER): Promise<number> {
  const put = await moveToTrashOrSpam(db, viewer, id, { to }, now);
  if (!put.ok || put.changeSetId === null) throw new Error(JSON.stringify(put));
  return put.changeSetId;
}

async function aStaffTeam(db: Db, lead: Viewer) {
  const team = { name: "Staff", is_default: 0, visibility: "members" } as const;
  const { id } = await db.insertInto("team").values(team).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("team_member").values({ team_id: id, user_id: lead.id, lead: 1 }).execute();
  return id;
}

const titles = async (db: Db, viewer: Viewer) =>
  (await listTasks(db, viewer, { filter: { status: "any" } })).tasks.map(({ title }) => title);

onEachDatabase("the trash (B2, B6, B14)", (test) => {
  test("restores tasks in bulk where the person may, and that bulk change can be undone", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const staff = await aStaffTeam(db, ada);
    const [theirs, other, spam, there] = [await aTask(db), await aTask(db), await aTask(db), await aTask(db)];
    await db.updateTable("task").set({ team_id: staff }).where("id", "=", theirs.id).execute();
    for (const { id } of [theirs, other]) await away(db, root, id);
    await away(db, root, spam.id, "spam");
    const secret = await aTask(db);
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", secret.id).execute();
    await db.deleteFrom("team_member").where("user_id", "=", ada.id).where("team_id", "!=", staff).execute();
    await away(db, root, secret.id);

    const restore = async (who: Viewer, ids: number[]) => {
      const form = { id: ids.map(String), putAway: "none", requestKey: aKey() };
      const { actions, requestKey } = BulkForm.parse(form);
      const started = await startBulk(db, who, { tasks: { ids }, wanted: actions, back: "/tasks", requestKey }, LATER);
      if (!started.ok) throw new Error(started.why);
      const read = await readBulkChange(db, who, started.id, null, LATER);
      const rows = read?.rows.map(({ id, changed, reason }) => [id, changed ? "back" : reason]);
      return {
        id: started.id,
        words: read?.words,
        rows: rows?.sort(([a], [b]) => Number(a) - Number(b)),
        hidden: read?.hidden,
      };
    };
    const first = await restore(ada, [theirs.id, other.id, there.id, secret.id]);
    expect(first).toMatchObject({ words: "Restore", hidden: 1 });
    expect(first.rows).toEqual([
      [theirs.id, "back"],
      [other.id, NOT_FROM_TRASH],
      [there.id, "No change needed."],
    ]);
    expect(await rowOf(db, secret.id)).toMatchObject({ put_away: "trash" });
    const second = await restore(root, [other.id, spam.id]);
    expect(second.rows).toEqual([
      [other.id, "back"],
      [spam.id, "back"],
    ]);
    const undone = await undoBulk(db, root, second.id, LATER);
    expect(undone).toMatchObject({ ok: true });
    expect([(await rowOf(db, other.id)).put_away, (await rowOf(db, spam.id)).put_away]).toEqual(["trash", "spam"]);
    expect(BulkForm.safeParse({ id: "1", putAway: "none", priority: "low", requestKey: aKey() }).success).toBe(false);
  });

  test("lets only agents with access move, read and restore tasks, and hides them from everyone else", async ({
    db,
  }) => {
    const [root, ada, lea, rita] = [await anAdmin(db), await anAgent(db), await anAgent(db), await aRequester(db)];
    const other = await aTask(db, { title: "Other" });
    const { id } = await aTask(db, { title: "Lost", requester: rita, assignee: ada });
    const staff = await aTask(db, { title: "Staff", requester: rita });
    await db
      .updateTable("task")
      .set({ team_id: await aStaffTeam(db, lea) })
      .where("id", "=", staff.id)
      .execute();
    await addLink(db, ada, other.id, { view: "relates", other: id }, NOON);
    const no = { ok: false, why: "no_such_task" };
    expect(await moveToTrashOrSpam(db, rita, id, { to: "trash" }, LATER)).toEqual(no);
    expect(await moveToTrashOrSpam(db, ada, staff.id, { to: "trash" }, LATER)).toEqual(no);
    expect(await moveToTrashOrSpam(db, ada, 999, { to: "trash" }, LATER)).toEqual(no);

    // Any agent may mark spam. Only leads and admins may move tasks to the trash and delete them there (B6).
    expect(await moveToTrashOrSpam(db, ada, id, { to: "trash" }, LATER)).toEqual({ ok: false, why: "not_allowed" });
    const moved = await away(db, ada, id, "spam");
    expect(await moveToTrashOrSpam(db, ada, id, { to: "trash" }, LATER)).toEqual({ ok: false, why: "not_allowed" });
    expect(await moveToTrashOrSpam(db, ada, id, { to: "spam" }, LATER)).toEqual({ ok: true, changeSetId: null });
    expect(await rowOf(db, id)).toMatchObject({
      put_away: "spam",
      put_away_at: LATER,
      open: 0,
      status: "in_progress",
    });
    expect([await titles(db, ada), await titles(db, rita)]).toEqual([["Other"], ["Staff"]]);
    for (const viewer of [ada, rita, root]) expect(await readTask(db, viewer, id, LATER, newest)).toBeNull();
    expect((await readRelations(db, ada, { ...other, parent_id: null, team_id: 1 }, LATER)).links).toEqual([]);
    const message = { body: "Hello?", requestKey: aKey() };
    expect(await replyToTask(db, rita, id, message, LATER)).toEqual(no);
    expect(await addNote(db, ada, id, message, LATER)).toEqual(no);
    const form = { change: { version: 2, status: "closed" as const }, was: {} };
    expect(await changeTask(db, root, id, form, LATER)).toEqual(no);

    expect(await readTrashedTask(db, rita, id, newest)).toBeNull();
    expect(await readTrashedTask(db, ada, id, newest)).toMatchObject({ kind: "spam", by: ada.name, mayRestore: false });
    expect(await readTrashedTask(db, root, id, newest)).toMatchObject({ mayRestore: true, mayDelete: true });
    await away(db, lea, staff.id, "spam");
    expect(await readTrashedTask(db, ada, staff.id, newest)).toBeNull();
    expect(await readTrashedTask(db, lea, staff.id, newest)).toMatchObject({
      kind: "spam",
      until: null,
      mayRestore: true,
    });
    expect(await restoreTask(db, ada, staff.id, LATER)).toEqual(no);
    expect(await restoreTask(db, rita, staff.id, LATER)).toEqual(no);
    expect(await restoreTask(db, lea, staff.id, LATER)).toMatchObject({ ok: true });

    // Its author can undo for ten minutes; people who may restore can do so later, too.
    const undo = (viewer: Viewer, now: number) => undoChange(db, viewer, { taskId: id, changeSetId: moved }, now);
    expect(await undo(rita, LATER)).toEqual(no);
    expect(await undo(lea, LATER)).toEqual({ ok: false, why: "not_allowed" });
    expect(await undo(ada, LATER + 11 * MINUTE_MS)).toEqual({ ok: false, why: "too_late" });
    expect(await restoreTask(db, ada, id, LATER)).toEqual({ ok: false, why: "not_allowed" });
    expect(await undo(ada, LATER + 1)).toMatchObject({ ok: true, back: ["the spam mark"] });
    expect(await rowOf(db, id)).toMatchObject({ put_away: null, open: 1, status: "in_progress", assignee_id: ada.id });
    expect(await titles(db, rita)).toEqual(["Staff", "Lost"]);
    const history = await readHistory(db, ada, { id, leads: 0 }, { before: null, of: null }, LATER);
    expect(changesOf(history).slice(-2)).toEqual(["marked the task as spam", "marked the task as not spam"]);
    // After another move and a manual restore, nothing is left to undo.
    const again = await away(db, ada, id, "spam");
    await away(db, root, id, "trash");
    expect(await restoreTask(db, root, id, LATER)).toMatchObject({ ok: true });
    expect(await undoChange(db, ada, { taskId: id, changeSetId: again }, LATER)).toMatchObject({ why: "nothing_left" });
  });

  test("pauses a task's automatic actions until it is restored", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const { id } = await aTask(db, { assignee: ada });
    await replyToTask(db, ada, id, { body: "Soon.", requestKey: aKey() }, NOON, { windowMs: 10_000 });
    const snooze = { status: "on_hold", snoozed_until: LATER } as const;
    await db.updateTable("task").set(snooze).where("id", "=", id).execute();
    const solved = await aTask(db, { status: "resolved" });
    const work = async (now: number) => {
      await doDueJobs(db, { send_message: sendHeldMessage, wake_task: wakeTask }, now, (error) => {
        throw error;
      });
      await inTransaction(db, (tx) => closeResolved(tx, now));
    };
    await away(db, root, id, "trash", NOON + 1);
    await away(db, ada, solved.id, "spam", NOON + 1);
    const then = NOON + 20 * DAY_MS;
    await work(then);
    const said = () => db.selectFrom("message").select("send_after").where("body", "=", "Soon.").executeTakeFirst();
    expect(await said()).toEqual({ send_after: NOON + 10_000 });
    expect([await rowOf(db, id), await rowOf(db, solved.id)]).toMatchObject([
      { ...snooze, open: 0 },
      { status: "resolved" },
    ]);
    await restoreTask(db, root, id, then);
    await restoreTask(db, root, solved.id, then);
    await work(then);
    expect(await said()).toEqual({ send_after: null });
    expect([await rowOf(db, id), await rowOf(db, solved.id)]).toMatchObject([
      { snoozed_until: null, open: 1 },
      { status: "closed", open: 0 },
    ]);
  });

  test("takes tasks in bulk, without other changes, and undo brings them all back", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const ids = [(await aTask(db, { requester: rita })).id, (await aTask(db)).id];
    const bulk = {
      tasks: { ids: [...ids, 999] },
      wanted: { putAway: "spam" as const },
      back: "/tasks",
      requestKey: aKey(),
    };
    const started = await startBulk(db, ada, bulk, LATER);
    if (!started.ok) throw new Error(started.why);
    const came = await readBulkChange(db, ada, started.id, null, LATER);
    expect(came).toMatchObject({ changed: 2, skipped: 1, words: "Mark as spam", mayUndo: true, rows: [{}, {}] });
    expect(await titles(db, ada)).toEqual([]);
    const undone = await undoBulk(db, ada, started.id, LATER + 1);
    expect(undone).toMatchObject({ ok: true });
    expect(await titles(db, ada)).toHaveLength(2);

    const toTrash = { ...bulk, wanted: { putAway: "trash" as const }, requestKey: aKey() };
    const refused = await startBulk(db, ada, toTrash, LATER);
    const stayed = refused.ok ? await readBulkChange(db, ada, refused.id, null, LATER) : null;
    expect(stayed).toMatchObject({ changed: 0, rows: [{ reason: NOT_TO_TRASH }, { reason: NOT_TO_TRASH }] });

    const sent = { id: ids.join(), requestKey: aKey(), putAway: "trash" };
    expect(BulkForm.safeParse(sent).success).toBe(true);
    for (const more of [{ status: "closed" }, { addTags: "x" }, { macro: "1" }]) {
      expect(BulkForm.safeParse({ ...sent, ...more }).error?.issues[0]?.path).toEqual(["putAway"]);
    }
  });

  test("is neither filled nor emptied by undo once its author no longer leads the team", async ({ db }) => {
    const [root, ada, { id }] = [await anAdmin(db), await anAgent(db), await aTask(db)];
    const led = (lead: 0 | 1) => db.updateTable("team_member").set({ lead }).where("user_id", "=", ada.id).execute();
    const undo = async (viewer: Viewer, changeSetId: number | null) =>
      undoChange(db, viewer, { taskId: id, changeSetId: changeSetId ?? 0 }, LATER + 1);
    await led(1);
    const moved = await moveToTrashOrSpam(db, ada, id, { to: "trash" }, LATER);
    if (!moved.ok) throw new Error(moved.why);
    await led(0);
    expect(await undo(ada, moved.changeSetId)).toMatchObject({ why: "nothing_left", kept: [NOT_FROM_TRASH] });
    await led(1);
    const restored = await restoreTask(db, ada, id, LATER);
    if (!restored.ok) throw new Error(restored.why);
    await led(0);
    expect(await undo(ada, restored.changeSetId)).toMatchObject({ why: "nothing_left", kept: [NOT_TO_TRASH] });
    expect(await undo(root, restored.changeSetId)).toMatchObject({ ok: true });
    expect((await rowOf(db, id)).put_away).toBe("trash");
  });

  test("is emptied after 30 days or by an admin, leaving nothing of a task but its id", async ({ db }) => {
    const [root, ada, rita] = [await anAdmin(db), await anAgent(db), await aRequester(db)];
    const text = { title: "Wombat", body: "A wombat.", requester: rita, tags: ["wombat"] };
    const [{ id }, source, child] = [await aTask(db, text), await aTask(db, text), await aTask(db, { title: "Child" })];
    await db.updateTable("task").set({ parent_id: id }).where("id", "=", child.id).execute();
    await addNote(db, ada, source.id, { body: "wombat note", requestKey: aKey() }, NOON);
    await addLink(db, ada, child.id, { view: "relates", other: id }, NOON);
    await saveDraft(db, ada, { kind: "note", taskId: id }, { body: "wombat draft" }, NOON);
    const [from, into] = [await rowOf(db, source.id), await rowOf(db, id)];
    const versions = { version: from.version, intoVersion: into.version };
    await mergeTasks(db, ada, { source: source.id, into: id, ...versions, keepsRequester: false }, NOON);
    const sha256 = "ab".repeat(32);
    const file = { sha256, size: 3, type: "text/plain", width: null, height: null, created_at: NOON };
    await db.insertInto("file").values(file).execute();
    const message = await db.selectFrom("message").select("id").where("task_id", "=", id).executeTakeFirstOrThrow();
    const attached = { sha256, task_id: id, message_id: message.id, name: "wombat.txt", declared_type: "text/plain" };
    const attachment = await db
      .insertInto("attachment")
      .values({ ...attached, size: 3, created_at: NOON })
      .returning("id")
      .executeTakeFirstOrThrow();
    const change = { taskId: id, was: {}, change: { version: 0, title: "Wombats" } };
    await changeTask(db, ada, id, change, NOON);
    const form = { user_id: ada.id, form: "wombat", files: "[]", created_at: NOON };
    for (const address of [`/tasks/${id}`, `/tasks/${id}/split`]) {
      await db
        .insertInto("parked_form")
        .values({ ...form, address, request_key: aKey() })
        .execute();
    }

    await away(db, root, id);
    expect(await readAttachment(db, ada, attachment.id)).toMatchObject({ name: "wombat.txt" });
    expect(await readAttachment(db, rita, attachment.id)).toBeNull();
    expect(await deleteTask(db, ada, id, LATER)).toEqual({ ok: false, why: "not_allowed" });
    expect(await deleteTask(db, root, child.id, LATER)).toEqual({ ok: false, why: "no_such_task" });
    const empty = (now: number) => inTransaction(db, (tx) => emptyTrash(tx, now));
    await empty(LATER + TRASH_DAYS * DAY_MS - 1);
    expect(await wherever(db, "wombat")).not.toEqual([]);
    await empty(LATER + TRASH_DAYS * DAY_MS);
    expect(await wherever(db, "wombat")).toEqual([]);
    expect(await rowOf(db, child.id)).toMatchObject({ parent_id: null });
    for (const number of [id, source.id]) {
      expect(await rowOf(db, number)).toMatchObject({ title: "", put_away: "deleted", merged_into: null });
      const events = db.selectFrom("event").select(["actor_id", "field", "new_value"]).where("task_id", "=", number);
      expect(await events.execute()).toEqual([{ actor_id: null, field: "put_away", new_value: "deleted" }]);
      expect(await readTrashedTask(db, root, number, newest)).toBeNull();
      expect(await restoreTask(db, root, number, LATER)).toEqual({ ok: false, why: "no_such_task" });
    }

    const second = await aTask(db, text);
    expect(second.id).toBeGreaterThan(child.id);
    await away(db, root, second.id);
    expect(await deleteTask(db, root, second.id, LATER)).toEqual({ ok: true });
    expect(await wherever(db, "wombat")).toEqual([]);
    const log = db.selectFrom("security_event").select(["actor_id", "task_id"]).where("kind", "=", "task_deleted");
    expect(await log.orderBy("id").execute()).toEqual([
      { actor_id: null, task_id: id },
      { actor_id: root.id, task_id: second.id },
    ]);
  });

  test("keeps a task that is being restored while it is emptied", async ({ db, engine }) => {
    if (engine === "sqlite") return; // it has one writer at a time
    const [root, { id }] = [await anAdmin(db), await aTask(db, { title: "Wanted" })];
    await away(db, root, id);
    const [begun, decided] = [aSignal(), aSignal()];
    const restoring = inTransaction(db, async (tx) => {
      await tx.updateTable("task").set({ put_away: null, put_away_at: null }).where("id", "=", id).execute();
      begun.give();
      await decided.given;
    });
    await begun.given;
    const emptying = inTransaction(db, (tx) => emptyTrash(tx, LATER + TRASH_DAYS * DAY_MS));
    await Promise.race([emptying, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    decided.give();
    await Promise.all([restoring, emptying]);
    expect((await rowOf(db, id)).title).toBe("Wanted");
  });
});

/** Lists the tables that have this word in a row. */
async function wherever(db: Db, word: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    if (JSON.stringify(rows).toLowerCase().includes(word)) found.push(name);
  }
  return found;
}
