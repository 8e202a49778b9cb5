import type { ExpressionBuilder } from "kysely";
import { engineOf } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import type { Database } from "~/db/types";
import type { FieldValues } from "~/lib/shown-field";
import { moveDraftFiles, picturesIn } from "./attachments/message-files.server";
import { writeFieldValues } from "./custom-fields/custom-fields.server";
import type { DraftPlace } from "./drafts/draft-place";
import { renderMessage } from "./markdown.server";
import { mentionedIn } from "./mentions/mentions.server";
import { assignedBySystem, hadTheirTurn, nextAssignee } from "./people/next-assignee.server";
import type { TaskOfTeam } from "./people/task-people.server";
import { addWatcher } from "./people/watchers.server";
import { type NewEvent, recordEvents } from "./task-history.server";
import type { Asking } from "./task-policy";
import { standingOf, visibleTo } from "./task-policy.server";
import { defaultOf, type PriorityKey, rankOf, type StatusKey, statusOf, type TypeKey } from "./task-words";

/* The pieces that creating, answering and changing have in common. All of them belong into a transaction. */

/**
 * The task as it is now, for a change in this transaction: until it ends nobody else changes it (SQLite has one writer
 * anyway). Undefined when there is none, or none this person may see; `works` says whether they have agent access.
 */
export function taskToChange(tx: Tx, asking: Asking, id: number) {
  const task = tx
    .selectFrom("task")
    .selectAll("task")
    .select(standingOf(asking))
    .select((eb) => teamRules(eb))
    .where("task.id", "=", id)
    .where(visibleTo(asking));
  return forUpdate(tx, task).executeTakeFirst();
}

/** A task for a change that the product makes by itself. */
export const lockTask = (tx: Tx, id: number) =>
  forUpdate(
    tx,
    tx
      .selectFrom("task")
      .selectAll("task")
      .select((eb) => teamRules(eb))
      .where("task.id", "=", id),
  ).executeTakeFirstOrThrow();

export type LockedTask = Awaited<ReturnType<typeof lockTask>>;

/** What the task's team says about statuses. Looked up, not joined: the lock is for the task alone. */
function teamRules(eb: ExpressionBuilder<Database, "task">) {
  const ofTeam = <C extends "after_reply" | "reopen_days">(column: C) =>
    eb.selectFrom("team").select(column).whereRef("team.id", "=", "task.team_id").$asScalar().$notNull().as(column);
  return [ofTeam("after_reply"), ofTeam("reopen_days")] as const;
}

export type TaskRow = NonNullable<Awaited<ReturnType<typeof taskToChange>>>;

/** The name of the person if they may be responsible for tasks; undefined otherwise. They stay so until we are done. */
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
  confidential?: 0 | 1;
  /** Its team is known to hand its tasks out by hand. */
  byHand?: boolean;
  /** Where its description was written: what is attached there goes with it. */
  draft?: DraftPlace;
  /** Values of custom fields, as stored. */
  fields?: FieldValues;
};

/** Puts a task, its description and the beginning of its history into the tables. Answers its number. */
export async function insertTask(tx: Tx, authorId: number, task: TaskToInsert, now: number): Promise<number> {
  const { id, assigned } = await insertTaskRow(tx, authorId, task, now);
  const { body, draft } = task;
  const onBehalfOf = task.requesterId;
  await insertMessage(tx, { taskId: id, authorId, onBehalfOf, kind: "public", side: "requester", body, draft }, now);
  if (task.tags.length > 0) await setTags(tx, id, task.tags);
  await writeFieldValues(tx, id, task.fields ?? {});
  await recordEvents(tx, [{ taskId: id, actorId: authorId, kind: "created", at: now }, ...assigned]);
  await reindexTasks(tx, [id]);
  return id;
}

/**
 * The row alone: what is said in the task, and how it began, is the caller's to write; of that `assigned` is what tells
 * whom its team gave it to, where nobody was chosen.
 */
export async function insertTaskRow(
  tx: Tx,
  authorId: number,
  task: Omit<TaskToInsert, "body" | "tags" | "fields" | "draft">,
  now: number,
): Promise<{ id: number; assigned: NewEvent[] }> {
  const next = task.assigneeId === null && !task.byHand ? await nextAssignee(tx, task.teamId, now) : null;
  if (task.assigneeId !== null) await hadTheirTurn(tx, task.teamId, task.assigneeId, now);
  const assigneeId = task.assigneeId ?? next?.id ?? null;
  // A new task with an assignee is in progress at once.
  const status: StatusKey = defaultOf(assigneeId === null ? "new" : "active");
  const { title, type, requesterId, teamId, dueAt } = task;
  const { id } = await tx
    .insertInto("task")
    .values({
      ...{ title, type, status, open: 1, priority: rankOf(task.priority) },
      ...{ team_id: teamId, assignee_id: assigneeId, requester_id: requesterId },
      organization_id: (eb) => eb.selectFrom("user").select("organization_id").where("id", "=", requesterId),
      ...{ confidential: task.confidential ?? 0, due_at: dueAt, channel: "web", external_key: null, reopen_count: 0 },
      ...{ first_responded_at: null, resolved_at: null, closed_at: null },
      ...{ last_public_at: now, last_requester_at: now, last_agent_at: null },
      ...{ created_by: authorId, created_at: now, updated_at: now, version: 1 },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, assigned: next ? [assignedBySystem(id, null, next.name, now)] : [] };
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
  /** Of a description: whom the task is for. */
  onBehalfOf?: number;
  kind: "public" | "internal";
  side: "requester" | "agent";
  /** Markdown. */
  body: string;
  /** The task, where its author works on it and may mention people. */
  mentionsOn?: TaskOfTeam | undefined;
  /** Where its author wrote it: what is attached there goes with it. */
  draft?: DraftPlace | undefined;
  /** It is not said yet: whom it mentions learns of it when it is sent. */
  isHeld?: boolean;
};

/** Answers its id, and whom it mentions. */
export async function insertMessage(tx: Tx, message: MessageToInsert, now: number): Promise<InsertedMessage> {
  const { taskId, authorId: userId, kind, draft: from } = message;
  const mentioned = message.mentionsOn ? await mentionedIn(tx, message.mentionsOn, message.body) : [];
  const pictures = await picturesIn(tx, message.body, { taskId, userId, kind, from });
  const { html, text } = renderMessage(message.body, { mentions: mentioned, pictures });
  const { id } = await tx
    .insertInto("message")
    .values({
      ...{ task_id: taskId, author_id: userId, on_behalf_of: message.onBehalfOf ?? null, kind, side: message.side },
      ...{ body: message.body, body_html: html, body_text: text, channel: "web", created_at: now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!message.isHeld) for (const { id: person } of mentioned) await addWatcher(tx, message.taskId, person, now);
  if (from) await moveDraftFiles(tx, userId, from, { taskId, messageId: id });
  return { id, mentioned: mentioned.map((person) => person.id) };
}

type InsertedMessage = { id: number; mentioned: number[] };

/**
 * When a finished task opens again its assignee keeps it, unless the account is no longer an active agent's: then it goes
 * to whoever its team gives it to, or to nobody.
 */
export async function keptAssignee(
  tx: Tx,
  task: Pick<TaskRow, "open" | "assignee_id" | "team_id">,
  to: StatusKey,
  now: number,
): Promise<{ assignee_id?: number | null }> {
  const reopens = task.open === 0 && ["new", "active", "waiting"].includes(statusOf(to).category);
  if (!reopens || task.assignee_id === null) return {};
  const stays = (await assignableName(tx, task.assignee_id)) !== undefined;
  return stays ? {} : { assignee_id: (await nextAssignee(tx, task.team_id, now))?.id ?? null };
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
