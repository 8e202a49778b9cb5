import { engineOf } from "~/db/engine.server";
import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import { renderMarkdown } from "./markdown.server";
import { recordEvents } from "./task-history.server";
import type { Asking } from "./task-policy";
import { visibleTo } from "./task-policy.server";
import { type PriorityKey, rankOf, type StatusKey, statusOf, TASK_LIMITS, type TypeKey } from "./task-words";

/* The pieces that creating, answering and changing have in common. All of them belong into a transaction. */

/**
 * The task as it is now, for a change in this transaction: until it ends nobody else changes it (SQLite has one writer
 * anyway). Undefined when there is none, or none this person may see.
 */
export function taskToChange(tx: Tx, asking: Asking, id: number) {
  const task = tx.selectFrom("task").selectAll().where("task.id", "=", id).where(visibleTo(asking));
  return (engineOf(tx) === "postgres" ? task.forUpdate() : task).executeTakeFirst();
}

export type TaskRow = NonNullable<Awaited<ReturnType<typeof taskToChange>>>;

/** The id of the person if they may be responsible for tasks; undefined otherwise. They stay so until we are done. */
export async function assignableName(tx: Tx, id: number): Promise<string | undefined> {
  const person = tx
    .selectFrom("user")
    .select("name")
    .where("id", "=", id)
    .where("role", "!=", "requester")
    .where("state", "=", "active");
  const found = await (engineOf(tx) === "postgres" ? person.forShare() : person).executeTakeFirst();
  return found?.name;
}

export type TaskToInsert = {
  title: string;
  body: string;
  type: TypeKey | (string & {});
  priority: PriorityKey;
  requesterId: number;
  assigneeId: number | null;
  teamId: number;
  tags: readonly string[];
  dueAt: number | null;
};

/** Puts a task, its description and the beginning of its history into the tables. Answers its number. */
export async function insertTask(tx: Tx, authorId: number, task: TaskToInsert, now: number): Promise<number> {
  // A new task with an assignee is in progress at once.
  const status: StatusKey = task.assigneeId === null ? "new" : "in_progress";
  const { id } = await tx
    .insertInto("task")
    .values({
      title: task.title,
      type: task.type,
      status,
      open: 1,
      priority: rankOf(task.priority),
      team_id: task.teamId,
      assignee_id: task.assigneeId,
      requester_id: task.requesterId,
      due_at: task.dueAt,
      channel: "web",
      external_key: null,
      reopen_count: 0,
      first_responded_at: null,
      resolved_at: null,
      closed_at: null,
      last_public_at: now,
      last_requester_at: now,
      last_agent_at: null,
      created_by: authorId,
      created_at: now,
      updated_at: now,
      version: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertMessage(tx, { taskId: id, authorId, kind: "public", side: "requester", body: task.body }, now);
  await setTags(tx, id, task.tags);
  await recordEvents(tx, [{ taskId: id, actorId: authorId, kind: "created", at: now }]);
  await reindexTasks(tx, [id]);
  return id;
}

export async function setTags(tx: Tx, taskId: number, tags: readonly string[]): Promise<void> {
  await tx.deleteFrom("task_tag").where("task_id", "=", taskId).execute();
  if (tags.length > 0) {
    await tx
      .insertInto("task_tag")
      .values(tags.map((tag) => ({ task_id: taskId, tag })))
      .execute();
  }
}

type MessageToInsert = {
  taskId: number;
  authorId: number;
  kind: "public" | "internal";
  side: "requester" | "agent";
  /** Markdown. */
  body: string;
};

export async function insertMessage(tx: Tx, message: MessageToInsert, now: number): Promise<number> {
  const { id } = await tx
    .insertInto("message")
    .values({
      task_id: message.taskId,
      author_id: message.authorId,
      kind: message.kind,
      side: message.side,
      body: message.body,
      body_html: renderMarkdown(message.body),
      channel: "web",
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The event that tells of a change of status. */
export const statusEvent = (
  task: Pick<TaskRow, "id" | "status">,
  to: StatusKey,
  actorId: number | null,
  at: number,
) => ({
  taskId: task.id,
  actorId,
  kind: "changed" as const,
  field: "status" as const,
  from: statusOf(task.status).name,
  to: statusOf(to).name,
  at,
});

const HOUR_MS = 3_600_000;

/** Whether a requester has made as many tasks as one may in an hour. */
export async function hasCreatedTooMany(tx: Tx, personId: number, now: number): Promise<boolean> {
  const { made } = await tx
    .selectFrom("task")
    .select(({ fn }) => fn.countAll<number>().as("made"))
    .where("requester_id", "=", personId)
    .where("created_by", "=", personId)
    .where("created_at", ">", now - HOUR_MS)
    .executeTakeFirstOrThrow();
  return made >= TASK_LIMITS.createdPerHour;
}

/** Whether a requester has written as many messages as one may in an hour, descriptions included. */
export async function hasWrittenTooMuch(tx: Tx, personId: number, now: number): Promise<boolean> {
  const { written } = await tx
    .selectFrom("message")
    .select(({ fn }) => fn.countAll<number>().as("written"))
    .where("author_id", "=", personId)
    .where("created_at", ">", now - HOUR_MS)
    .executeTakeFirstOrThrow();
  return written >= TASK_LIMITS.messagesPerHour;
}
