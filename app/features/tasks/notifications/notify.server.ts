import { type OnConflictBuilder, type SqlBool, sql } from "kysely";
import { isAmong } from "~/db/among.server";
import { compiledOnce } from "~/db/compiled.server";
import type { Tx } from "~/db/transaction.server";
import type { Database } from "~/db/types";
import { isAbsent } from "~/features/users/absence.server";
import { worksOn } from "../people/task-people.server";
import type { NewEvent } from "../task-history.server";
import { NOTIFICATION_KINDS } from "./notification-kinds";
import { isNews, type Somebody, type Told, type ToldTask, whoIsTold } from "./who-is-told";

/** What changes many tasks: its name, and that of one before it, of which whoever was told is told no more. */
type Batch = { name: string; after?: string };

/** What is going on in a transaction that does a part of it. */
const batches = new WeakMap<Tx, Batch>();

/**
 * Of all that `work` does each person is told once, with how many tasks it was about, also when it goes on in other
 * transactions under the same name (domain B9, rule 6).
 */
export async function asOneBatch<T>(tx: Tx, batch: Batch, work: () => Promise<T>): Promise<T> {
  batches.set(tx, batch);
  try {
    return await work();
  } finally {
    batches.delete(tx);
  }
}

/** Tells people of what was written into the history, in the transaction of the change. */
export async function notify(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const byTask = new Map<number, NewEvent[]>();
  for (const event of events.filter(isNews)) {
    byTask.set(event.taskId, [...(byTask.get(event.taskId) ?? []), event]);
  }
  for (const [taskId, news] of byTask) await notifyOfTask(tx, taskId, news);
}

async function notifyOfTask(tx: Tx, taskId: number, events: readonly NewEvent[]): Promise<void> {
  const at = events[0]?.at ?? 0;
  const actorId = events.find((event) => event.actorId !== null)?.actorId ?? null;
  const [row] = await taskOf(tx, { taskId });
  if (!row) return;
  const task: ToldTask = { ...row, resolved: row.resolved === 1, manual: row.assignment === "manual" };
  const people = await peopleAround(tx, row, at);
  const { name: batch = null, after } = batches.get(tx) ?? {};
  const known = after === undefined ? [] : await toldIn(tx, after);
  const told = whoIsTold(task, people, events).filter(({ userId }) => !known.includes(userId));
  if (told.length === 0) return;
  for (const { people, ...same } of together(told)) {
    const row = {
      ...{ task_id: taskId, message_id: same.messageId, actor_id: actorId, kind: same.kind, reason: same.reason },
      ...{ details: same.details, batch, at, inner_only: NOTIFICATION_KINDS[same.kind].inner ? 1 : 0 },
    };
    const columns = Object.keys(row) as (keyof typeof row)[];
    await tx
      .insertInto("notification")
      .columns(["user_id", ...columns])
      .expression((eb) =>
        eb
          .selectFrom("user")
          .select(["user.id", ...columns.map((column) => eb.val(row[column]).as(column))])
          .where(isAmong(tx, "user.id", people)),
      )
      .$if(batch !== null, (insert) => insert.onConflict(joinBatch))
      .execute();
  }
}

/** Those who are told the same: a row for each would be another statement with every number of people. */
function together(told: readonly Told[]) {
  const alike = new Map<string, Omit<Told, "userId"> & { people: number[] }>();
  for (const { userId, ...same } of told) {
    const key = JSON.stringify(same);
    const known = alike.get(key);
    if (known) known.people.push(userId);
    else alike.set(key, { ...same, people: [userId] });
  }
  return alike.values();
}

const joinBatch = (conflict: OnConflictBuilder<Database, "notification">) =>
  conflict
    .columns(["batch", "user_id"])
    .where("batch", "is not", null)
    .doUpdateSet({
      // Of one task it may do several things, one after the other.
      tasks: sql`notification.tasks + case when notification.task_id = excluded.task_id then 0 else 1 end`,
      kind: sql`case when notification.kind = excluded.kind then notification.kind else 'changed' end`,
      inner_only: sql`case when notification.inner_only = 0 then 0 else excluded.inner_only end`,
      ...{ task_id: sql`excluded.task_id`, message_id: sql`excluded.message_id`, details: "" },
      ...{ at: sql`excluded.at`, read_at: null },
    });

const toldIn = async (tx: Tx, batch: string) =>
  (await tx.selectFrom("notification").select("user_id").where("batch", "=", batch).execute()).map(
    ({ user_id }) => user_id,
  );

const taskOf = compiledOnce((db, { taskId }: { taskId: number }) =>
  db
    .selectFrom("task")
    .innerJoin("team", "team.id", "task.team_id")
    .select(["task.id", "task.team_id", "task.assignee_id", "task.requester_id", "task.confidential"])
    .select(["team.assignment", "team.visibility"])
    .select(
      sql<
        0 | 1
      >`case when task.open = 0 and task.resolved_at is not null and task.closed_at is null then 1 else 0 end`.as(
        "resolved",
      ),
    )
    .where("task.id", "=", taskId)
    .where("task.merged_into", "is", null)
    .where("task.put_away", "is", null),
);

type Row = Awaited<ReturnType<typeof taskOf>>[number];

/** All who may be told: by their number alone, lest anybody else be looked at. */
const rowsAround = compiledOnce((db, v: { taskId: number; teamId: number; assigneeId: number; requesterId: number }) =>
  db
    .selectFrom("user")
    .leftJoin("team_member", (join) =>
      join.onRef("team_member.user_id", "=", "user.id").on("team_member.team_id", "=", v.teamId),
    )
    .leftJoin("participant", (join) =>
      join.onRef("participant.user_id", "=", "user.id").on("participant.task_id", "=", v.taskId),
    )
    .leftJoin("watcher", (join) => join.onRef("watcher.user_id", "=", "user.id").on("watcher.task_id", "=", v.taskId))
    .leftJoin("task_mute", (join) =>
      join.onRef("task_mute.user_id", "=", "user.id").on("task_mute.task_id", "=", v.taskId),
    )
    .select(["user.id", "user.role", "user.state", "user.available"])
    .select(["user.absent_from", "user.absent_until", "user.substitute_id"])
    .select(["team_member.user_id as member_id", "team_member.new_tasks", "participant.user_id as in_copy_id"])
    .select(["watcher.user_id as watcher_id", "task_mute.user_id as muted_id"])
    .select(
      sql<0 | 1>`case when exists (select 1 from notification_level where notification_level.user_id = "user".id)
        then 1 else 0 end`.as("has_levels"),
    )
    .where("user.state", "=", "active")
    .where(
      sql<SqlBool>`"user".id in (
        select cast(${v.assigneeId} as integer) union all select cast(${v.requesterId} as integer)
        union all select deputy.substitute_id from "user" as deputy where deputy.id = ${v.assigneeId}
        union all select participant.user_id from participant where participant.task_id = ${v.taskId}
        union all select watcher.user_id from watcher where watcher.task_id = ${v.taskId}
        union all select team_member.user_id from team_member where team_member.team_id = ${v.teamId})`,
    ),
);

async function peopleAround(tx: Tx, task: Row, at: number): Promise<Somebody[]> {
  const open = task.visibility === "open" ? 1 : 0;
  const asked = { taskId: task.id, teamId: task.team_id };
  const rows = await rowsAround(tx, { ...asked, assigneeId: task.assignee_id ?? 0, requesterId: task.requester_id });
  const off = await whatIsOff(
    tx,
    rows.filter((row) => row.has_levels === 1).map(({ id }) => id),
  );
  return rows.map((row) => {
    const { id, role, state } = row;
    const member = row.member_id !== null;
    const absent = isAbsent(row, at);
    return {
      ...{ id, role, state, member, absent, substituteId: row.substitute_id },
      works: worksOn(task, { id, role, state, member: member ? 1 : 0, open }),
      there: member && row.available === 1 && !absent,
      inCopy: row.in_copy_id !== null,
      watches: row.watcher_id !== null,
      muted: row.muted_id !== null,
      newTasks: row.new_tasks === null ? null : row.new_tasks === 1,
      off: off.flatMap(({ user_id, kind }) => (user_id === id ? kind : [])),
    };
  });
}

async function whatIsOff(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return tx
    .selectFrom("notification_level")
    .select(["user_id", "kind"])
    .where("user_id", "in", ids)
    .where("level", "=", "off")
    .execute();
}
