import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { copyFiles } from "~/features/conversation/attachments/message-files.server";
import { type ChangeToUndo, nothingUndone, type UndoResult } from "~/features/tasks/subjects.server";
import { insertTaskRow, type TaskRow, taskToChange, touchTask } from "~/features/tasks/task-rows.server";
import { defaultOf, priorityOf } from "~/features/tasks/tasks";
import { type OtherText, writeOnce } from "~/features/tasks/write-once.server";
import { recordChangeSet, recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { deleteLink, insertLink } from "./links.server";
import { timesSince } from "./move-rows.server";
import { numberText, storedLink } from "./relations";
import * as say from "./relations-copy";
import {
  type BothSides,
  lockTaskPair,
  type NoSuchTask,
  noSuchTask,
  recordRelation,
  type Wrong,
  wrong,
} from "./task-pair.server";

/** Messages per page. */
const OFFERED = 100;
const MOST_LETTERS = 300;

/**
 * A page of messages that can be split off, oldest first: the newest, or those before message `before`. Leaves out held
 * replies, which aren't sent yet. `older` is the next page's cursor; null on the last. The viewer must have agent access.
 */
export async function listSplittableMessages(db: Db, taskId: number, before: number | null) {
  let query = db
    .selectFrom("message")
    .leftJoin("user as author", "author.id", "message.author_id")
    .select(["message.id", "message.kind", "message.body_text", "message.created_at", "message.split_into"])
    .select("author.name as author")
    .where("message.task_id", "=", taskId)
    .where("message.send_after", "is", null)
    .orderBy("message.created_at", "desc")
    .orderBy("message.id", "desc")
    .limit(OFFERED + 1);
  const cursor = db.selectFrom("message").select(["id", "created_at"]).where("task_id", "=", taskId);
  const from = before === null ? null : await cursor.where("id", "=", before).executeTakeFirst();
  if (from) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("message.created_at", "message.id"), "<", tuple(from.created_at, from.id)),
    );
  }
  const rows = await query.execute();
  const shown = rows.slice(0, OFFERED).reverse();
  return {
    messages: shown.map((row) => ({
      id: row.id,
      isNote: row.kind === "internal",
      author: row.author,
      at: row.created_at,
      text: beginningOf(row.body_text, MOST_LETTERS),
      splitInto: row.split_into !== null,
    })),
    older: rows.length > OFFERED ? (shown[0]?.id ?? null) : null,
  };
}

export type OfferedMessage = Awaited<ReturnType<typeof listSplittableMessages>>["messages"][number];

export function beginningOf(text: string, most: number): string {
  const letters = [...text.slice(0, most * 2)];
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : letters.join("");
}

export type Split = { messages: readonly number[]; title: string; requestKey: string };
/** `id` is the new task. `changeSetId` null: this form already created it. */
type SplitTask = { ok: true; id: number; changeSetId: number | null } | NoSuchTask | OtherText | Wrong;

/** Data to undo a split: the new task and its first version. */
export type SplitInverse = { made: number; version: number };

/**
 * Creates a task from copies of some messages, for the same requester, team and type. The originals stay and point to the
 * new task; internal notes stay internal.
 */
export async function splitTask(db: Db, viewer: Viewer, taskId: number, split: Split, now: number): Promise<SplitTask> {
  return inTransaction(db, async (tx) => {
    let changeSetId: number | null = null;
    const made = await writeOnce(tx, { userId: viewer.id, key: split.requestKey }, now, async () => {
      const task = await taskToChange(tx, viewer, taskId);
      if (!task?.works) return noSuchTask;
      const messages = await messagesToSplit(tx, taskId, split.messages);
      if (typeof messages === "string") return wrong(messages);
      const id = await makeTask(tx, viewer, task, split.title, messages, now);
      const inverse: SplitInverse = { made: id, version: 1 };
      changeSetId = await recordChangeSet(tx, { taskId, actorId: viewer.id, kind: "split", inverse }, now);
      await recordRelation(tx, viewer, splitOf(task.id, id), { begins: true, changeSetId }, now);
      await touchTask(tx, task, now);
      return id;
    });
    return made.ok ? { ok: true, id: made.id, changeSetId } : made;
  });
}

/** The chosen messages, oldest first, or a sentence on why they can't become a task. */
async function messagesToSplit(tx: Tx, taskId: number, ids: readonly number[]) {
  const messages = await tx
    .selectFrom("message")
    .selectAll()
    .where("task_id", "=", taskId)
    .where("id", "in", [0, ...ids])
    .where("send_after", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  if (messages.length < new Set(ids).size) return say.messageIsGone;
  if (messages.length === 0) return say.chooseAMessage;
  return messages.every(({ kind }) => kind === "internal") ? say.chooseAPublicMessage : messages;
}

type MessageRow = Exclude<Awaited<ReturnType<typeof messagesToSplit>>, string>[number];

async function makeTask(tx: Tx, viewer: Viewer, task: TaskRow, title: string, messages: MessageRow[], now: number) {
  const { type, requester_id: requesterId, team_id: teamId, confidential } = task;
  const priority = priorityOf(task.priority).key;
  const fields = { title, type, priority, requesterId, teamId, confidential, assigneeId: null, dueAt: null };
  const { id, assigned } = await insertTaskRow(tx, viewer.id, fields, now);
  for (const message of messages) await copyMessage(tx, message, id);
  const times = await timesSince(tx, id, 0);
  await tx.updateTable("task").set(times).where("id", "=", id).execute();
  await insertLink(tx, storedLink(task.id, "relates", id), now);
  await recordEvents(tx, [{ taskId: id, actorId: viewer.id, kind: "created", at: now }, ...assigned]);
  await reindexTasks(tx, [id]);
  return id;
}

/** Copies a message to another task. Its files are copied by reference to the same stored content. */
async function copyMessage(tx: Tx, message: MessageRow, taskId: number): Promise<void> {
  const { id: originalId, split_into: _, ...row } = message;
  const { id } = await tx
    .insertInto("message")
    .values({ ...row, task_id: taskId, copy_of: row.copy_of ?? originalId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.updateTable("message").set({ split_into: taskId }).where("id", "=", originalId).execute();

  const moved = await copyFiles(tx, "message_id", originalId, { task_id: taskId, message_id: id, draft_id: null });
  const texts = { body: moved(row.body), body_html: moved(row.body_html) };
  await tx.updateTable("message").set(texts).where("id", "=", id).execute();
}

const splitOf = (taskId: number, made: number): BothSides => [
  { taskId, field: "split_off", other: made },
  { taskId: made, field: "split_from", other: taskId },
];

/** Undoes a split unless the new task was worked on. Its number then redirects to the original task. */
export async function undoSplit(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
  const { made: id, version } = JSON.parse(change.inverse) as SplitInverse;
  const [task, made] = await lockTaskPair(tx, viewer, change.taskId, id);
  if (!task || !made) return nothingUndone(say.noAccessToNewTask);
  if (made.version !== version || (await isWrittenOn(tx, id))) return nothingUndone(say.taskChangedSince(id));
  await tx.updateTable("message").set({ split_into: null }).where("split_into", "=", id).execute();
  await deleteLink(tx, storedLink(task.id, "relates", id));
  const closed = { status: defaultOf("closed"), open: 0, closed_at: now } as const;
  const merged = { ...closed, merged_into: task.id, updated_at: now, version: version + 1 };
  await tx.updateTable("task").set(merged).where("id", "=", id).execute();
  await touchTask(tx, task, now);
  const undone = { taskId: task.id, actorId: viewer.id, kind: "unsplit", inverse: null, undoes: change.id };
  const changeSetId = await recordChangeSet(tx, undone, now);
  await recordRelation(tx, viewer, splitOf(task.id, id), { begins: false, changeSetId }, now);
  return { back: [say.theSplitInto(numberText(id))], kept: [] };
}

/** Whether the new task has a draft or held reply, which don't change its version. */
async function isWrittenOn(tx: Tx, taskId: number): Promise<boolean> {
  const draft = tx.selectFrom("draft").select("id").where("task_id", "=", taskId).where("deleted_at", "is", null);
  if (await draft.limit(1).executeTakeFirst()) return true;
  const held = tx.selectFrom("message").select("id").where("task_id", "=", taskId).where("send_after", "is not", null);
  return (await held.limit(1).executeTakeFirst()) !== undefined;
}
