import { type RawBuilder, type SqlBool, sql } from "kysely";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type JobHandler, planJob } from "~/features/jobs/job-queue.server";
import { addWatcher } from "~/features/people/watchers.server";
import { nameOf } from "~/features/tasks/apply-fields.server";
import { asOneBatch, batchKey, batchOfHeld } from "~/features/tasks/event-batches.server";
import { withMerged } from "~/features/tasks/follow-merges.server";
import { whyNotResolve } from "~/features/tasks/status/resolution-blockers.server";
import { recordEvents } from "~/features/tasks/task-history.server";
import { type LockedTask, lockTask, taskToChange } from "~/features/tasks/task-rows.server";
import { afterAgentMessage, mayMove } from "~/features/tasks/task-status";
import { type StatusKey, statusOf } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { putBackAsDraft } from "../drafts/draft-changes.server";
import { saveDraft, type TypedDraft } from "../drafts/draft-save.server";
import { mentionedIn } from "../mentions/mentions.server";
import { publishMessage } from "./publish-message.server";
import { readersNow } from "./readers.server";

/*
 * The sending window (domain B4). An agent's reply is stored at once and held: a row of `message` with `send_after`,
 * which nobody without agent access learns of and which has done nothing to its task yet. Its job sends it. Whether it is
 * still held is decided under the lock of its task, so it is either sent or withdrawn, and once.
 */

/**
 * Holds the message just stored until the window is over. `status`: what the task takes then, or "keep"; `readers`: token
 * of its current readers.
 */
export async function holdReply(
  tx: Tx,
  task: { status: string },
  {
    messageId,
    status,
    windowMs,
    readers,
  }: { messageId: number; status: StatusKey | "keep"; windowMs: number; readers: string },
  now: number,
): Promise<void> {
  const runAt = now + windowMs;
  await tx
    .updateTable("message")
    .set({ send_after: runAt, send_status: status, send_from: task.status, send_readers: readers })
    .where("id", "=", messageId)
    .execute();
  await planJob(tx, { kind: "send_message", key: `send:${messageId}`, runAt, payload: { messageId } }, now);
}

/** The newest reply to this task that its author can still withdraw; null for none. */
export async function heldReplyOf(db: Db, authorId: number, taskId: number): Promise<number | null> {
  const held = await db
    .selectFrom("message")
    .select("id")
    .where("task_id", "=", taskId)
    .where("author_id", "=", authorId)
    .where("send_after", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return held?.id ?? null;
}

/** The job `send_message`. A message that was sent or withdrawn before its time is no longer held, and nothing is done. */
export const sendHeldMessage: JobHandler = async (tx, { messageId }, now) => {
  await sendHeld(tx, Number(messageId), now);
};

/**
 * Sends a held message as if it were written now. If its readers differ from those its writer was shown, it becomes a draft
 * again. Returns what happened; null when it's no longer held.
 */
async function sendHeld(tx: Tx, messageId: number, now: number): Promise<"sent" | "returned" | null> {
  const found = await heldMessage(tx, messageId);
  if (!found) return null;
  const task = await lockTask(tx, found.task_id);
  const message = await heldMessage(tx, messageId); // as it is now that nobody else changes it
  if (!message) return null;
  if (task.put_away !== null) return null; // nothing is sent there; restoring the task plans the sending again
  if (message.task_id !== task.id) return sendHeld(tx, messageId, now); // it was merged into another task meanwhile
  const { author_id: authorId } = message;
  if (authorId !== null && message.send_readers !== null) {
    const writer = { id: authorId };
    if (message.send_readers !== (await readersNow(tx, writer, task.id))) {
      await returnToWriter(tx, message, writer, now);
      return "returned";
    }
  }

  await tx
    .updateTable("message")
    .set({ created_at: now, send_after: null, send_status: null, send_from: null, send_readers: null })
    .where("id", "=", messageId)
    .execute();

  const wanted = afterAgentMessage(task, message.send_status as StatusKey | "keep");
  const moves = await mayStillMove(tx, task, message, wanted, now);
  const status = moves ? wanted : afterAgentMessage(task, "keep");
  const mentioned = (await mentionedIn(tx, task, message.body)).map(({ id }) => id);
  for (const id of mentioned) await addWatcher(tx, task.id, id, now);
  const said = { messageId, authorId, side: "agent", mentioned, decides: moves } as const;
  const say = () => publishMessage(tx, task, said, status, now);
  const batch = await batchOfHeld(tx, message);
  if (batch === null) await say();
  else await asOneBatch(tx, { name: `${batch}:said`, after: batch }, say);
  if (!moves) {
    const words = { from: statusOf(wanted).name, to: statusOf(status).name };
    const event = { taskId: task.id, actorId: null, via: "system", kind: "changed", field: "status_kept" } as const;
    await recordEvents(tx, [{ ...event, ...words, at: now }]);
  }
  // What this author has held besides was written on top of this one.
  await tx
    .updateTable("message")
    .set({ send_from: status })
    .where("task_id", "=", task.id)
    .where("author_id", "=", authorId)
    .where("send_after", "is not", null)
    .where("send_from", "=", task.status)
    .execute();
  return "sent";
}

/** Makes a message a draft again and notifies its writer, who alone decides who may read it. */
async function returnToWriter(tx: Tx, message: HeldMessage, writer: { id: number }, now: number): Promise<void> {
  const { task_id: taskId } = message;
  await backToDraft(tx, message, writer.id, now);
  const name = await nameOf(tx, writer.id);
  const event = { taskId, actorId: null, via: "system", kind: "changed", field: "reply_returned" } as const;
  await recordEvents(tx, [{ ...event, from: null, to: name, at: now }]);
  const told = { user_id: writer.id, task_id: taskId, message_id: null, actor_id: null };
  await tx
    .insertInto("notification")
    .values({ ...told, kind: "not_sent", reason: "writer", details: "", batch: null, at: now, inner_only: 1 })
    .execute();
}

/**
 * Makes a held message its writer's draft again, with the status they chose and its files. It keeps the readers they were
 * shown, so that sending it again asks if they have changed.
 */
async function backToDraft(tx: Tx, message: HeldMessage, writerId: number, now: number): Promise<void> {
  const place = { kind: "reply", taskId: message.task_id } as const;
  const readers = message.send_readers ? { readers: message.send_readers } : {};
  const fields = { after: message.send_status ?? "keep", ...readers };
  const draftId = await putBackAsDraft(tx, writerId, place, { body: message.body, fields }, now);
  const moved = { message_id: null, draft_id: draftId };
  await tx.updateTable("attachment").set(moved).where("message_id", "=", message.id).execute();
  // The form may be sent again, because its message is gone. It names the task it was made for.
  await tx
    .deleteFrom("request_key")
    .where("user_id", "=", writerId)
    .where("created_at", "=", message.created_at)
    .where("result_id", "in", await withMerged(tx, message.task_id))
    .execute();
  await tx.deleteFrom("message").where("id", "=", message.id).execute();
}

const heldMessage = (tx: Tx, id: number) =>
  tx
    .selectFrom("message")
    .select(["id", "task_id", "author_id", "body", "created_at", "send_status", "send_from", "send_readers"])
    .where("id", "=", id)
    .where("send_after", "is not", null)
    .executeTakeFirst();

type HeldMessage = NonNullable<Awaited<ReturnType<typeof heldMessage>>>;

/**
 * Whether the reply may move the task as its author chose. Not when somebody else has moved it or the requester has
 * answered since, for that the author did not know; and not against the rules of statuses as they stand now. Open ends of a
 * task they were asked about when they sent it.
 */
async function mayStillMove(tx: Tx, task: LockedTask, message: HeldMessage, to: StatusKey, now: number) {
  if (message.send_status === "keep" || to === task.status) return true;
  if (task.status !== message.send_from || (await wasAnswered(tx, message))) return false;
  return mayMove(task, to, "agent", now) && (await whyNotResolve(tx, task, { to, confirmed: true })) === null;
}

/** Whether the requester's side has written since: then the status was chosen without knowing. */
async function wasAnswered(tx: Tx, { task_id, created_at }: HeldMessage): Promise<boolean> {
  const answer = await tx
    .selectFrom("message")
    .select("id")
    .where("task_id", "=", task_id)
    .where("kind", "=", "public")
    .where("side", "=", "requester")
    .where("created_at", ">=", created_at)
    .where("send_after", "is", null)
    .limit(1)
    .executeTakeFirst();
  return answer !== undefined;
}

/**
 * no_such_task  none this person works on
 * not_yours     held, but written by somebody else
 * sent          it waits no longer
 * withdrawn     there is no such reply here any more, or never was
 * readers       its readers differ from those its writer was shown, so it is a draft again
 * too_long      what is typed for the next one would not go into a draft, so nothing was withdrawn
 */
export type ChangeHeld =
  | { ok: true }
  | { ok: false; why: "no_such_task" | "not_yours" | "sent" | "withdrawn" | "readers" | "too_long" };

/**
 * Takes a held reply back: it becomes its author's draft again, with the status they chose and its files. `typed` is what
 * stands in the form for the next one, and stays, below it.
 */
export const withdrawReply = (
  db: Db,
  viewer: Viewer,
  taskId: number,
  messageId: number,
  typed: TypedDraft,
  now: number,
) =>
  changeHeld(db, viewer, { taskId, messageId }, async (tx, message) => {
    const place = { kind: "reply", taskId } as const;
    if (typed.body.trim() !== "") {
      const saved = await saveDraft(tx, viewer, place, { ...typed, onPurpose: true, putsAside: true }, now);
      if (!saved.ok && saved.why === "too_long") return { ok: false, why: "too_long" };
    }
    await backToDraft(tx, message, viewer.id, now);
    return { ok: true };
  });

/** Whether a batch holds a reply to the task of this number, such as `bulk_task.task_id`. */
export const isHeldOf = (batch: string, taskId: RawBuilder<number>) => sql<SqlBool>`exists (
  select 1 from message
  inner join request_key on request_key.user_id = message.author_id and request_key.result_id = message.task_id
    and request_key.created_at = message.created_at
  where message.task_id = ${taskId} and message.send_after is not null
    and request_key.key = cast(${batch} as text) || ':' || cast(${taskId} as text)
)`;

/** Takes back the reply that a batch holds for a task. No draft is left, for the text is the batch's. False for none. */
export async function withdrawOfBatch(tx: Tx, viewer: Viewer, taskId: number, batch: string): Promise<boolean> {
  const task = await taskToChange(tx, viewer, taskId);
  if (!task?.works) return false;
  const key = batchKey(batch, taskId);
  const held = await tx
    .selectFrom("message")
    .innerJoin("request_key", (join) =>
      join
        .onRef("request_key.user_id", "=", "message.author_id")
        .onRef("request_key.result_id", "=", "message.task_id")
        .onRef("request_key.created_at", "=", "message.created_at"),
    )
    .select(["message.id", "request_key.user_id"])
    .where("message.task_id", "=", taskId)
    .where("message.send_after", "is not", null)
    .where("request_key.key", "=", key)
    .executeTakeFirst();
  if (!held) return false;
  await tx.deleteFrom("request_key").where("user_id", "=", held.user_id).where("key", "=", key).execute();
  await tx.deleteFrom("message").where("id", "=", held.id).execute();
  return true;
}

/** Sends a held reply at once. */
export const sendReplyNow = (db: Db, viewer: Viewer, taskId: number, messageId: number, now: number) =>
  changeHeld(db, viewer, { taskId, messageId }, async (tx) => {
    const became = await sendHeld(tx, messageId, now);
    return became === "returned" ? { ok: false, why: "readers" } : { ok: true };
  });

// The job stays planned, and finds nothing to do. To delete it here would mean to wait for a runner that waits for us.
async function changeHeld(
  db: Db,
  viewer: Viewer,
  { taskId, messageId }: { taskId: number; messageId: number },
  change: (tx: Tx, message: HeldMessage) => Promise<ChangeHeld>,
): Promise<ChangeHeld> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task?.works) return { ok: false, why: "no_such_task" };
    const message = await heldMessage(tx, messageId);
    if (message?.task_id !== taskId)
      return { ok: false, why: (await isSaid(tx, taskId, messageId)) ? "sent" : "withdrawn" };
    if (message.author_id !== viewer.id) return { ok: false, why: "not_yours" };
    return change(tx, message);
  });
}

/** Whether a reply stands in the conversation of the task, for all to read. */
const isSaid = async (tx: Tx, taskId: number, messageId: number): Promise<boolean> =>
  (await tx
    .selectFrom("message")
    .select("id")
    .where("id", "=", messageId)
    .where("task_id", "=", taskId)
    .where("send_after", "is", null)
    .executeTakeFirst()) !== undefined;
