import { type RawBuilder, type SqlBool, sql } from "kysely";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type JobHandler, planJob } from "~/features/jobs/job-queue.server";
import { addWatcher } from "~/features/people/watchers.server";
import { nameOf } from "~/features/tasks/apply-fields.server";
import { asOneBatch, batchKey, batchOfHeld } from "~/features/tasks/event-batches.server";
import { withMerged } from "~/features/tasks/follow-merges.server";
import { resolutionRefusal } from "~/features/tasks/status/resolution-blockers.server";
import { heldReplyChanged } from "~/features/tasks/subjects.server";
import { type LockedTask, lockTask, taskToChange } from "~/features/tasks/task-rows.server";
import { afterAgentMessage, mayMove } from "~/features/tasks/task-status";
import { type StatusKey, statusOf } from "~/features/tasks/tasks";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { restoreAsDraft } from "../drafts/draft-changes.server";
import { saveDraft, type TypedDraft } from "../drafts/draft-save.server";
import { mentionedIn } from "../mentions/mentions.server";
import { publishMessage } from "./publish-message.server";
import { readersNow } from "./recipients.server";

/*
 * The sending window (domain B4). An agent's reply is stored at once but held, as a `message` row with `send_after`. Only
 * agents see it, and it doesn't affect its task yet. Its job sends it. Sending and withdrawing both take the task lock, so
 * only one of them happens.
 */

/**
 * Holds a stored message until the sending window ends.
 *
 * status   set on the task when the message is sent, or "keep"
 * readers  token of its current readers
 */
export async function holdReply(
  tx: Tx,
  task: { id: number; status: string },
  reply: { messageId: number; status: StatusKey | "keep"; windowMs: number; readers: string },
  now: number,
): Promise<void> {
  const { messageId, status, windowMs, readers } = reply;
  const runAt = now + windowMs;
  const held = { send_after: runAt, send_status: status, send_from: task.status, send_readers: readers };
  await tx.updateTable("message").set(held).where("id", "=", messageId).execute();
  await planJob(tx, { kind: "send_message", key: `send:${messageId}`, runAt, payload: { messageId } }, now);
  await heldReplyChanged(tx, { taskId: task.id, messageId, became: "held", at: now });
}

/** The author's newest held reply to this task; null for none. */
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

/** The job `send_message`. A no-op if the message was sent or withdrawn early. */
export const sendHeldMessage: JobHandler = async (tx, { messageId }, now) => {
  await sendHeld(tx, Number(messageId), now);
};

/**
 * Sends a held message as if it were written now. If its readers differ from those its writer was shown, it becomes a draft
 * again. Null when it's no longer held.
 */
async function sendHeld(tx: Tx, messageId: number, now: number): Promise<"sent" | "returned" | null> {
  const found = await heldMessage(tx, messageId);
  if (!found) return null;
  const task = await lockTask(tx, found.task_id);
  const message = await heldMessage(tx, messageId); // read again under the lock
  if (!message) return null;
  if (task.put_away !== null) return null; // nothing is sent from trash or spam; restoring the task plans the job again
  if (message.task_id !== task.id) return sendHeld(tx, messageId, now); // merged into another task before we got the lock
  const { author_id: authorId } = message;
  if (authorId !== null && message.send_readers !== null) {
    const writer = { id: authorId };
    if (message.send_readers !== (await readersNow(tx, writer, task.id))) {
      await returnToWriter(tx, message, writer, now);
      return "returned";
    }
  }

  const sent = { created_at: now, send_after: null, send_status: null, send_from: null, send_readers: null };
  await tx.updateTable("message").set(sent).where("id", "=", messageId).execute();

  const wanted = afterAgentMessage(task, message.send_status as StatusKey | "keep");
  const moves = await mayStillMove(tx, task, message, wanted, now);
  const status = moves ? wanted : afterAgentMessage(task, "keep");
  const mentioned = (await mentionedIn(tx, task, message.body)).map(({ id }) => id);
  for (const id of mentioned) await addWatcher(tx, task.id, id, now);
  const said = { messageId, authorId, side: "agent", mentioned, decides: moves, wasHeld: true } as const;
  const say = () => publishMessage(tx, task, said, status, now);
  const batch = await batchOfHeld(tx, message);
  if (batch === null) await say();
  else await asOneBatch(tx, { name: `${batch}:said`, after: batch }, say);
  if (!moves) {
    const words = { from: statusOf(wanted).name, to: statusOf(status).name };
    const event = { taskId: task.id, actorId: null, via: "system", kind: "changed", field: "status_kept" } as const;
    await recordEvents(tx, [{ ...event, ...words, at: now }]);
  }
  // The author's other held replies were written on top of this one.
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

/** Turns a message back into a draft and notifies its writer: only they decide who may read it. */
async function returnToWriter(tx: Tx, message: HeldMessage, writer: { id: number }, now: number): Promise<void> {
  const { task_id: taskId } = message;
  await backToDraft(tx, message, writer.id, now);
  const name = await nameOf(tx, writer.id);
  const event = { taskId, actorId: null, via: "system", kind: "changed", field: "reply_returned" } as const;
  const unsent = { kind: "not_sent", writerId: writer.id, messageId: null, details: "" } as const;
  await recordEvents(tx, [{ ...event, from: null, to: name, at: now, unsent }]);
}

/**
 * Turns a held message back into its writer's draft, with its files and chosen status. The draft keeps the readers token, so
 * sending it again asks if the readers have changed.
 */
async function backToDraft(tx: Tx, message: HeldMessage, writerId: number, now: number): Promise<void> {
  const place = { kind: "reply", taskId: message.task_id } as const;
  const readers = message.send_readers ? { readers: message.send_readers } : {};
  const fields = { after: message.send_status ?? "keep", ...readers };
  const draftId = await restoreAsDraft(tx, writerId, place, { body: message.body, fields }, now);
  const moved = { message_id: null, draft_id: draftId };
  await tx.updateTable("attachment").set(moved).where("message_id", "=", message.id).execute();
  // Frees the request key, so the form can be sent again. The key names the original task, which may be merged by now.
  await tx
    .deleteFrom("request_key")
    .where("user_id", "=", writerId)
    .where("created_at", "=", message.created_at)
    .where("result_id", "in", await withMerged(tx, message.task_id))
    .execute();
  await tx.deleteFrom("message").where("id", "=", message.id).execute();
  await heldReplyChanged(tx, { taskId: message.task_id, messageId: message.id, became: "withdrawn", at: now });
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
 * Whether the reply may still set the status its author chose. False if the status changed or the requester replied in the
 * meantime, or if status rules now forbid it. The author already confirmed any open items when sending.
 */
async function mayStillMove(tx: Tx, task: LockedTask, message: HeldMessage, to: StatusKey, now: number) {
  if (message.send_status === "keep" || to === task.status) return true;
  if (task.status !== message.send_from || (await wasAnswered(tx, message))) return false;
  return mayMove(task, to, "agent", now) && (await resolutionRefusal(tx, task, { to, confirmed: true })) === null;
}

/** Whether the requester's side has replied since: then the author chose the status without knowing. */
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
 * no_such_task  no such task, or the viewer has no agent access
 * not_yours     held, but written by another agent
 * sent          already sent
 * withdrawn     no such reply on this task, or not any more
 * readers       its readers changed, so it became a draft again
 * too_long      the text typed for the next reply doesn't fit in a draft, so nothing was withdrawn
 */
export type ChangeHeld =
  | { ok: true }
  | { ok: false; why: "no_such_task" | "not_yours" | "sent" | "withdrawn" | "readers" | "too_long" };

/**
 * Withdraws a held reply: it becomes its author's draft again, with its files and chosen status. `typed` is the text in the
 * form for the next reply; it is kept below the withdrawn one.
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

/** SQL for whether a batch holds a reply to this task. `taskId` is an expression such as `bulk_task.task_id`. */
export const holdsReplyTo = (batch: string, taskId: RawBuilder<number>) => sql<SqlBool>`exists (
  select 1 from message
  inner join request_key on request_key.user_id = message.author_id and request_key.result_id = message.task_id
    and request_key.created_at = message.created_at
  where message.task_id = ${taskId} and message.send_after is not null
    and request_key.key = cast(${batch} as text) || ':' || cast(${taskId} as text)
)`;

/** Withdraws the reply a batch holds for a task. Leaves no draft, because the text is the batch's. False for none. */
export async function withdrawBatchReply(
  tx: Tx,
  viewer: Viewer,
  { taskId, batch }: { taskId: number; batch: string },
  now: number,
): Promise<boolean> {
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
  await heldReplyChanged(tx, { taskId, messageId: held.id, became: "withdrawn", at: now });
  return true;
}

export const sendReplyNow = (db: Db, viewer: Viewer, taskId: number, messageId: number, now: number) =>
  changeHeld(db, viewer, { taskId, messageId }, async (tx) => {
    const became = await sendHeld(tx, messageId, now);
    return became === "returned" ? { ok: false, why: "readers" } : { ok: true };
  });

// Leaves the job planned; it finds nothing to do. Deleting it here could deadlock with a runner that waits for our lock.
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

/** Whether a message on the task has been sent. */
async function isSaid(tx: Tx, taskId: number, id: number): Promise<boolean> {
  const message = tx.selectFrom("message").select("id").where("id", "=", id).where("task_id", "=", taskId);
  return (await message.where("send_after", "is", null).executeTakeFirst()) !== undefined;
}
