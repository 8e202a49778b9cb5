import { once } from "~/db/request-key.server";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/user-words";
import { recordEvents } from "./task-history.server";
import { hasAgentAccess, sideOf } from "./task-policy";
import type { Note, Reply } from "./task-schema";
import { afterAgentMessage, afterRequesterMessage, mayMove, statusChange, statusChoices } from "./task-status";
import { AFTER_REPLY, type PriorityKey, priorityOf, type StatusKey, statusOf, TASK_LIMITS } from "./task-words";
import {
  hasWrittenTooMuch,
  insertMessage,
  insertTask,
  statusEvent,
  type TaskRow,
  taskToChange,
} from "./task-write.server";

/** A move that the task's status does not allow any more: what it is now, and what may be chosen. */
export type InvalidMove = { ok: false; why: "invalid_move"; status: StatusKey; choices: StatusKey[] };
type NoSuchTask = { ok: false; why: "no_such_task" };
type TooMany = { ok: false; why: "too_many"; message: string };

/**
 * `id` is the number of the task the message is in: another one than asked for when the task had been closed for too
 * long and the message opened a new one.
 *
 * new_message  somebody else wrote a public message since the page was made, and the writer has not said `anyway`
 */
export type ReplyToTask =
  | { ok: true; id: number; repeated: boolean }
  | NoSuchTask
  | TooMany
  | InvalidMove
  | { ok: false; why: "new_message" };

/** Writes a public message and moves the status as its side and its button say (task-status). */
export async function replyToTask(
  db: Db,
  viewer: Viewer,
  taskId: number,
  input: Pick<Reply, "body" | "requestKey"> & Partial<Reply>,
  now: number,
): Promise<ReplyToTask> {
  return inTransaction(db, async (tx) => {
    let refused: Exclude<ReplyToTask, { ok: true }> = { ok: false, why: "no_such_task" };
    const made = await once(tx, { userId: viewer.id, key: input.requestKey }, now, async () => {
      const task = await taskToChange(tx, viewer, taskId);
      if (!task) return null;
      const reason = await whyNot(tx, viewer, task, input, now);
      if (reason) {
        refused = reason;
        return null;
      }
      const side = sideOf(viewer, task);
      const to = nextStatus(task, side, input, now);
      if (to === "follow_up") return followUp(tx, viewer, task, input.body, now);
      if (
        to === null ||
        (input.outcome === undefined && to !== task.status && !mayMove(task, to, moverOf(side), now))
      ) {
        refused = invalidMove(task, now);
        return null;
      }
      await write(tx, viewer, task, side, input.body, to, now);
      return task.id;
    });
    return made ? { ok: true, ...made } : refused;
  });
}

const invalidMove = (task: TaskRow, now: number): InvalidMove => ({
  ok: false,
  why: "invalid_move",
  status: statusOf(task.status).key,
  choices: statusChoices(task, now),
});

// A message moves the task by itself; an agent's reply takes the status the agent chose.
const moverOf = (side: "requester" | "agent") => (side === "agent" ? ("agent" as const) : ("system" as const));

async function whyNot(tx: Tx, viewer: Viewer, task: TaskRow, input: Partial<Reply>, now: number) {
  if (!hasAgentAccess(viewer) && (await hasWrittenTooMuch(tx, viewer.id, now))) {
    return tooMany;
  }
  if (input.anyway || input.seen === undefined) return null;
  const newer = await tx
    .selectFrom("message")
    .select("id")
    .where("task_id", "=", task.id)
    .where("kind", "=", "public")
    .where("id", ">", input.seen)
    .where((eb) => eb.or([eb("author_id", "is", null), eb("author_id", "!=", viewer.id)]))
    .limit(1)
    .executeTakeFirst();
  return newer ? ({ ok: false, why: "new_message" } as const) : null;
}

const tooMany: TooMany = {
  ok: false,
  why: "too_many",
  message: `You have written ${TASK_LIMITS.messagesPerHour} messages within an hour. Please wait before you send another.`,
};

/** Where the message takes the task; null for a way that is not open. */
function nextStatus(
  task: TaskRow,
  side: "requester" | "agent",
  { outcome, status }: Partial<Reply>,
  now: number,
): StatusKey | "follow_up" | null {
  if (side === "agent") return afterAgentMessage(task, status ?? AFTER_REPLY);
  const after = afterRequesterMessage(task, now);
  if (outcome !== "solved")
    return outcome === "not_solved" && statusOf(task.status).category !== "resolved" ? null : after;
  // "Thanks, it is solved" resolves a task, and confirms one that is resolved.
  const to: StatusKey = statusOf(task.status).category === "resolved" ? "closed" : "resolved";
  return mayMove(task, to, "requester", now) ? to : null;
}

async function write(
  tx: Tx,
  viewer: Viewer,
  task: TaskRow,
  side: "requester" | "agent",
  body: string,
  to: StatusKey,
  now: number,
) {
  const messageId =
    body === ""
      ? null
      : await insertMessage(tx, { taskId: task.id, authorId: viewer.id, kind: "public", side, body }, now);
  await tx
    .updateTable("task")
    .set({
      ...(messageId !== null && { last_public_at: now }),
      ...(messageId !== null && (side === "agent" ? { last_agent_at: now } : { last_requester_at: now })),
      ...(side === "agent" && { first_responded_at: task.first_responded_at ?? now }),
      ...(to !== task.status && statusChange(task, to, now)),
      ...(await keptAssignee(tx, task, to)),
      updated_at: now,
      version: task.version + 1,
    })
    .where("id", "=", task.id)
    .execute();
  await recordEvents(tx, [
    ...(messageId === null
      ? []
      : [{ taskId: task.id, actorId: viewer.id, kind: "replied" as const, messageId, at: now }]),
    ...(to === task.status ? [] : [statusEvent(task, to, viewer.id, now)]),
  ]);
  if (messageId !== null) await reindexTasks(tx, [task.id]);
}

/** When a finished task opens again its assignee keeps it, unless the account is no longer an active agent's. */
export async function keptAssignee(tx: Tx, task: TaskRow, to: StatusKey): Promise<{ assignee_id?: null }> {
  const reopens = task.open === 0 && ["new", "active", "waiting"].includes(statusOf(to).category);
  if (!reopens || task.assignee_id === null) return {};
  const still = await tx
    .selectFrom("user")
    .select("id")
    .where("id", "=", task.assignee_id)
    .where("state", "=", "active")
    .where("role", "!=", "requester")
    .executeTakeFirst();
  return still ? {} : { assignee_id: null };
}

/** The message becomes the first of a new task like the old one, which stays as it is. */
async function followUp(tx: Tx, viewer: Viewer, old: TaskRow, body: string, now: number): Promise<number> {
  const priority: PriorityKey = priorityOf(old.priority).key;
  const id = await insertTask(
    tx,
    viewer.id,
    {
      title: old.title,
      body,
      type: old.type,
      priority,
      requesterId: old.requester_id,
      assigneeId: null,
      teamId: old.team_id,
      tags: [],
      dueAt: null,
    },
    now,
  );
  await recordEvents(tx, [
    { taskId: id, actorId: viewer.id, kind: "changed", field: "follow_up_of", from: null, to: `#${old.id}`, at: now },
  ]);
  return id;
}

export type AddNote = { ok: true; id: number; repeated: boolean } | NoSuchTask;

/** Writes an internal note. It moves nothing, and is nobody's but the agents'. */
export async function addNote(db: Db, viewer: Viewer, taskId: number, input: Note, now: number): Promise<AddNote> {
  if (!hasAgentAccess(viewer)) return { ok: false, why: "no_such_task" };
  return inTransaction(db, async (tx) => {
    const made = await once(tx, { userId: viewer.id, key: input.requestKey }, now, async () => {
      const task = await taskToChange(tx, viewer, taskId);
      if (!task) return null;
      const side = sideOf(viewer, task);
      const messageId = await insertMessage(
        tx,
        { taskId, authorId: viewer.id, kind: "internal", side, body: input.body },
        now,
      );
      await tx
        .updateTable("task")
        .set({ updated_at: now, version: task.version + 1 })
        .where("id", "=", taskId)
        .execute();
      await recordEvents(tx, [{ taskId, actorId: viewer.id, kind: "noted", messageId, at: now }]);
      await reindexTasks(tx, [taskId]);
      return taskId;
    });
    return made ? { ok: true, ...made } : { ok: false, why: "no_such_task" };
  });
}
