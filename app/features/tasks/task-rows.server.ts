import type { ExpressionBuilder } from "kysely";
import { engineOf } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import type { Database } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { assignedBySystem, nextAssignee, recordTurn } from "./next-assignee.server";
import type { Asking } from "./task-policy";
import { putAwayFor, standingOf, visibleTo } from "./task-policy.server";
import { defaultOf, type PriorityKey, rankOf, type StatusKey, statusOf, type TypeKey } from "./tasks";
import type { NewEvent } from "./write-task-history.server";

/** Bumps the version and update time, for changes outside the row itself. */
export async function touchTask(tx: Tx, task: { id: number; version: number }, now: number): Promise<void> {
  const touched = { updated_at: now, version: task.version + 1 };
  await tx.updateTable("task").set(touched).where("id", "=", task.id).execute();
}

/**
 * Locks and returns a task for a change (SQLite has a single writer anyway). Undefined when missing or hidden from this
 * person; `works` tells whether they have agent access.
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

/** Locks a task for a change by the product itself, without access checks. */
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

/** The team's status rules. Subqueries instead of a join, so that only the task is locked. */
function teamRules(eb: ExpressionBuilder<Database, "task">) {
  const ofTeam = <C extends "after_reply" | "reopen_days" | "thanks_filter">(column: C) =>
    eb.selectFrom("team").select(column).whereRef("team.id", "=", "task.team_id").$asScalar().$notNull().as(column);
  return [ofTeam("after_reply"), ofTeam("reopen_days"), ofTeam("thanks_filter")] as const;
}

export type TaskRow = NonNullable<Awaited<ReturnType<typeof taskToChange>>>;

/** Locks several tasks, lowest number first. Every change uses this order, to avoid deadlocks. */
export async function lockTasks(tx: Tx, ids: readonly number[]): Promise<void> {
  const tasks = tx
    .selectFrom("task")
    .select("id")
    .where("id", "in", [...new Set(ids)])
    .where("merged_into", "is", null)
    .orderBy("id");
  await forUpdate(tx, tasks).execute();
}

/** Locks a task in trash or spam, for an agent who would otherwise work on it. */
export const trashedTaskToChange = (tx: Tx, viewer: Viewer, id: number) =>
  forUpdate(
    tx,
    tx.selectFrom("task").selectAll("task").where("task.id", "=", id).where(putAwayFor(viewer)),
  ).executeTakeFirst();

/** The person's name if they can be assigned tasks. Locks their row, so that stays true until the transaction ends. */
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

export type NewTaskRow = {
  title: string;
  type: TypeKey | (string & {});
  priority: PriorityKey;
  requesterId: number;
  assigneeId: number | null;
  teamId: number;
  dueAt: number | null;
  confidential?: 0 | 1;
  /** Skips automatic assignment: the team is known to assign manually. */
  byHand?: boolean;
  /** The channel it arrived through; "web" by default. */
  channel?: "web" | "email";
};

/** Inserts only the row; the caller writes messages and events. `assigned` has the event of an automatic assignment. */
export async function insertTaskRow(
  tx: Tx,
  authorId: number,
  task: NewTaskRow,
  now: number,
): Promise<{ id: number; assigned: NewEvent[] }> {
  const next = task.assigneeId === null && !task.byHand ? await nextAssignee(tx, task.teamId, now) : null;
  if (task.assigneeId !== null) await recordTurn(tx, task.teamId, task.assigneeId, now);
  const assigneeId = task.assigneeId ?? next?.id ?? null;
  // A new task with an assignee starts in progress.
  const status: StatusKey = defaultOf(assigneeId === null ? "new" : "active");
  const { title, type, requesterId, teamId, dueAt } = task;
  const { id } = await tx
    .insertInto("task")
    .values({
      ...{ title, type, status, open: 1, priority: rankOf(task.priority) },
      ...{ team_id: teamId, assignee_id: assigneeId, requester_id: requesterId },
      organization_id: (eb) => eb.selectFrom("user").select("organization_id").where("id", "=", requesterId),
      ...{
        confidential: task.confidential ?? 0,
        due_at: dueAt,
        channel: task.channel ?? "web",
        external_key: null,
        reopen_count: 0,
      },
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
  const rows = tags.map((tag) => ({ task_id: taskId, tag }));
  if (rows.length > 0) await tx.insertInto("task_tag").values(rows).execute();
}

/**
 * A reopened task keeps its assignee, unless that account is no longer an active agent. Then it goes to the team's next
 * assignee, or is unassigned.
 */
export async function assigneeAfterReopening(
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
