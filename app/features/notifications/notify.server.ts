import { type ExpressionBuilder, type OnConflictBuilder, type SqlBool, sql } from "kysely";
import { isAmong } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";
import type { Database } from "~/db/types";
import { type JobHandlers, planJob, takeMore } from "~/features/jobs/job-queue.server";
import { batchOf } from "~/features/tasks/event-batches.server";
import { causeOf } from "~/features/tasks/event-cause.server";
import type { Subject } from "~/features/tasks/subjects.server";
import { worksOn } from "~/features/tasks/team-access.server";
import type { NewEvent } from "~/features/tasks/write-task-history.server";
import { isAbsent } from "~/features/users/absence.server";
import { preferencesOf, zoneOf } from "~/features/users/preferences.server";
import { MINUTE_MS } from "~/lib/durations";
import { clearSeen, moveWithMessages } from "./changed-notifications.server";
import { NOTIFICATION_KINDS, type NotificationKind } from "./notification-kinds";
import { chosenLevels } from "./notification-settings.server";
import { isNews, notificationsFor, type RecipientCandidate, type Told, type ToldTask, URGENT } from "./notified-people";
import { notifyOfUnsent } from "./notify-of-unsent.server";

/** Notifies people of new history events, in the transaction of the change. */
async function notify(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) {
    if ("unsent" in event && event.unsent) await notifyOfUnsent(tx, event.taskId, event.unsent, event.at);
  }
  const byTask = new Map<number, NewEvent[]>();
  for (const event of events.filter(isNews)) {
    byTask.set(event.taskId, [...(byTask.get(event.taskId) ?? []), event]);
  }
  for (const [taskId, news] of byTask) {
    if (news.some(({ kind }) => kind === "created") && !batchOf(tx)) await notifyLater(tx, news);
    else await notifyOfTask(tx, taskId, news);
  }
}

/*
 * A new task may notify its whole team. Each row lands on a different database page: more than half of all writes for the
 * task. A job does this within a second, so that the creator doesn't wait. Handling many tasks at once writes much less.
 */

const TELL_OF_NEW_TASKS = "tell_of_new_tasks";
const MOST_TOGETHER = 100;
/** Approximate number of notifications in one transaction, which on SQLite blocks all other writes. */
const MOST_TOLD = 2_000;

const notifyLater = (tx: Tx, events: readonly NewEvent[]) => {
  const at = events[0]?.at ?? 0;
  return planJob(tx, { kind: TELL_OF_NEW_TASKS, runAt: at, payload: { events } }, at);
};

/** Notifies about this new task and others due: the more people this one reaches, the fewer others. */
async function notifyOfNewTasks(tx: Tx, payload: Record<string, unknown>, now: number, attempts = 0): Promise<void> {
  const around = { people: cachedPeopleAround(now), isLate: true };
  const tell = async ({ events }: { events?: NewEvent[] }) => {
    const [first] = events ?? [];
    return first && events ? notifyOfTask(tx, first.taskId, events, around) : 0;
  };
  const told = await tell(payload);
  if (attempts > 0) return;
  const most = Math.min(MOST_TOGETHER, Math.floor(MOST_TOLD / Math.max(told, 1)));
  for (const other of await takeMore(tx, TELL_OF_NEW_TASKS, now, most - 1)) await tell(other);
}

export const newTaskJobs: JobHandlers = { [TELL_OF_NEW_TASKS]: notifyOfNewTasks };

/**
 * Notifies about one task and returns how many people it is for. `isLate`: run by the job, so it skips a task closed
 * meanwhile, and people who have seen it, acted on it or been notified of it since.
 */
async function notifyOfTask(
  tx: Tx,
  taskId: number,
  events: readonly NewEvent[],
  { people: around = peopleAround, isLate = false } = {},
): Promise<number> {
  const at = events[0]?.at ?? 0;
  const actorId = events.find((event) => event.actorId !== null)?.actorId ?? null;
  const row = await taskOf(tx, taskId);
  if (!row || (isLate && row.open === 0)) return 0;
  const task: ToldTask = {
    ...row,
    ...{ resolved: row.resolved === 1, manual: row.assignment === "manual", urgent: row.priority === URGENT },
  };
  const people = await around(tx, row, at);
  const { name: batch = null, after } = batchOf(tx) ?? {};
  const known = after === undefined ? [] : await toldIn(tx, after);
  // The person whose change triggered a rule isn't notified of the rule's changes.
  const cause = causeOf(tx);
  if (cause?.kind === "rule" && cause.originatorId !== null) known.push(cause.originatorId);
  const told = notificationsFor(task, people, events).filter(({ userId }) => !known.includes(userId));
  for (const { people, ...same } of together(told)) {
    const row = {
      ...{ task_id: taskId, message_id: same.messageId, actor_id: actorId, kind: same.kind, reason: same.reason },
      ...{ details: same.details, batch, at, inner_only: NOTIFICATION_KINDS[same.kind].inner ? 1 : 0 },
      mail_at: batch === null || same.mailAt === null ? same.mailAt : Math.max(same.mailAt, at + BATCH_WAIT_MS),
    };
    const columns = Object.keys(row) as (keyof typeof row)[];
    await tx
      .insertInto("notification")
      .columns(["user_id", ...columns])
      .expression((eb) =>
        eb
          .selectFrom("user")
          .select(["user.id", ...columns.map((column) => eb.val(row[column]).as(column))])
          .where(isAmong(tx, "user.id", people))
          .$if(isLate, (query) =>
            query.where((one) =>
              one.not(one.or([hasSeen(one, taskId, at), hasActed(one, taskId), wasTold(one, taskId)])),
            ),
          ),
      )
      .$if(batch !== null, (insert) => insert.onConflict(joinBatch))
      .execute();
  }
  return told.length;
}

/** A bulk change mails one summary after its last task. */
const BATCH_WAIT_MS = MINUTE_MS;

type OfUser = ExpressionBuilder<Database, "user">;

const hasSeen = (one: OfUser, taskId: number, at: number) =>
  one.exists(
    one
      .selectFrom("task_seen")
      .select("task_id")
      .whereRef("user_id", "=", "user.id")
      .where("task_id", "=", taskId)
      .where("seen_until", ">=", at),
  );

const hasActed = (one: OfUser, taskId: number) =>
  one.exists(
    one.selectFrom("event").select("event.id").whereRef("actor_id", "=", "user.id").where("task_id", "=", taskId),
  );

const wasTold = (one: OfUser, taskId: number) =>
  one(
    "user.id",
    "in",
    one.selectFrom("notification").select("user_id").where("task_id", "=", taskId).where("kind", "in", NEWS_OF_NEW),
  );

/** Notification kinds for a new task. */
const NEWS_OF_NEW: readonly NotificationKind[] = ["assigned", "new_task"];

/** Groups people with the same notification. Inserting a row for each would need a new statement for every number of people. */
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
      // A batch may notify about one task several times in a row, which counts once.
      tasks: sql`notification.tasks + case when notification.task_id = excluded.task_id then 0 else 1 end`,
      kind: sql`case when notification.kind = excluded.kind then notification.kind else 'changed' end`,
      inner_only: sql`case when notification.inner_only = 0 then 0 else excluded.inner_only end`,
      ...{ task_id: sql`excluded.task_id`, message_id: sql`excluded.message_id`, details: "" },
      ...{ at: sql`excluded.at`, read_at: null },
      mail_at: sql`case when notification.mail_at is null then null else excluded.mail_at end`, // mailed once
    });

const toldIn = async (tx: Tx, batch: string) =>
  (await tx.selectFrom("notification").select("user_id").where("batch", "=", batch).execute()).map(
    ({ user_id }) => user_id,
  );

const isResolved = sql<0 | 1>`case
  when task.open = 0 and task.resolved_at is not null and task.closed_at is null then 1 else 0 end`.as("resolved");

const taskOf = (tx: Tx, taskId: number) =>
  tx
    .selectFrom("task")
    .innerJoin("team", "team.id", "task.team_id")
    .select(["task.id", "task.open", "task.team_id", "task.assignee_id", "task.requester_id", "task.confidential"])
    .select(["task.priority", "team.assignment", "team.visibility"])
    .select((eb) => {
      const ofTask = (table: "participant" | "watcher" | "task_mute") =>
        eb.exists(eb.selectFrom(table).select("user_id").whereRef("task_id", "=", "task.id"));
      return eb.or([ofTask("participant"), ofTask("watcher"), ofTask("task_mute")]).as("has_people");
    })
    .select(isResolved)
    .where("task.id", "=", taskId)
    .where("task.merged_into", "is", null)
    .where("task.put_away", "is", null)
    .executeTakeFirst();

type Row = NonNullable<Awaited<ReturnType<typeof taskOf>>>;

/** Everyone who may be notified. Selected by id, so that the query reads no other users. */
const rowsAround = (tx: Tx, task: Row) =>
  tx
    .selectFrom("user")
    .leftJoin("team_member", (join) =>
      join.onRef("team_member.user_id", "=", "user.id").on("team_member.team_id", "=", task.team_id),
    )
    .leftJoin("participant", (join) =>
      join.onRef("participant.user_id", "=", "user.id").on("participant.task_id", "=", task.id),
    )
    .leftJoin("watcher", (join) => join.onRef("watcher.user_id", "=", "user.id").on("watcher.task_id", "=", task.id))
    .leftJoin("task_mute", (join) =>
      join.onRef("task_mute.user_id", "=", "user.id").on("task_mute.task_id", "=", task.id),
    )
    .select(["user.id", "user.role", "user.state", "user.available", "user.preferences"])
    .select(["user.absent_from", "user.absent_until", "user.substitute_id"])
    .select([
      "team_member.user_id as member_id",
      "team_member.new_tasks",
      "team_member.lead",
      "participant.user_id as in_copy_id",
    ])
    .select(["watcher.user_id as watcher_id", "task_mute.user_id as muted_id"])
    .select(
      sql<0 | 1>`case when exists (select 1 from notification_level where notification_level.user_id = "user".id)
        then 1 else 0 end`.as("has_levels"),
    )
    .where("user.state", "=", "active")
    .where(
      sql<SqlBool>`"user".id in (
        select cast(${task.assignee_id ?? 0} as integer) union all select cast(${task.requester_id} as integer)
        union all select deputy.substitute_id from "user" as deputy where deputy.id = ${task.assignee_id ?? 0}
        union all select participant.user_id from participant where participant.task_id = ${task.id}
        union all select watcher.user_id from watcher where watcher.task_id = ${task.id}
        union all select team_member.user_id from team_member where team_member.team_id = ${task.team_id})`,
    )
    .execute();

async function peopleAround(tx: Tx, task: Row, at: number): Promise<RecipientCandidate[]> {
  const open = task.visibility === "open" ? 1 : 0;
  const rows = await rowsAround(tx, task);
  const levels = await chosenLevels(
    tx,
    rows.filter((row) => row.has_levels === 1).map(({ id }) => id),
  );
  return rows.map((row) => {
    const { id, role, state } = row;
    const member = row.member_id !== null;
    const absent = isAbsent(row, at);
    return {
      ...{ id, role, state, member, lead: row.lead === 1, absent, substituteId: row.substitute_id },
      works: worksOn(task, { id, role, state, member: member ? 1 : 0, open }),
      there: member && row.available === 1 && !absent,
      inCopy: row.in_copy_id !== null,
      watches: row.watcher_id !== null,
      muted: row.muted_id !== null,
      newTasks: row.new_tasks === null ? null : row.new_tasks === 1,
      levels: levels.get(id) ?? {},
      mail: { ...preferencesOf(row), zone: zoneOf(row) },
    };
  });
}

/**
 * Like `peopleAround` at `now`, cached across tasks. Tasks without people in copy, watchers or mutes share a result if their
 * own columns match.
 */
function cachedPeopleAround(now: number): typeof peopleAround {
  const known = new Map<string, Promise<RecipientCandidate[]>>();
  return (tx, task) => {
    if (task.has_people) return peopleAround(tx, task, now);
    const { team_id, assignee_id, requester_id, confidential, visibility } = task;
    const key = [team_id, assignee_id, requester_id, confidential, visibility].join();
    const people = known.get(key) ?? peopleAround(tx, task, now);
    known.set(key, people);
    return people;
  };
}

export const notificationsSubject: Subject = {
  onEvents: notify,
  onMessagesMoved: moveWithMessages,
  onSeen: clearSeen,
};
