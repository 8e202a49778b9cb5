import { setImmediate } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { tasksSeen } from "~/features/tasks/subjects.server";
import { type AccessScope, visibleTo } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { HOUR_MS } from "~/lib/durations";
import type { Position } from "./task-sort-and-cursor";

/*
 * Unread (domain B9): someone else did something the viewer may see, after the viewer last saw the task. Side effects
 * of the viewer's own changes count as theirs. History records every action, so its times are exact. Imported history
 * doesn't count.
 */

type Reader = Pick<Viewer, "id">;

/** History events shown on the task page to the requester's side too. */
export const shownToAll = sql<SqlBool>`(event.kind in ('created', 'replied')
  or event.field in ('status', 'title', 'type', 'requester', 'participants'))`;

/** Who caused an automatic change, such as the status that an assignment sets: it belongs to their change set. */
const causedBy = sql`(select change_set.actor_id from change_set where change_set.id = event.change_set_id)`;

/** Whether a row of `task` is unread. Never null. `works`: whether the reader has agent access to it, if known. */
export function isUnread({ id }: Reader, works: AccessScope["works"] | RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const seenUntil = sql`coalesce(
    (select task_seen.seen_until from task_seen where task_seen.user_id = ${id} and task_seen.task_id = task.id),
    (select reader.read_until from "user" as reader where reader.id = ${id}))`;
  return sql`(exists (
      select 1 from event where event.task_id = task.id and event.at > ${seenUntil}
      and coalesce(event.actor_id, ${causedBy}, 0) <> ${id} and event.via <> 'import' and ${isVisibleEvent(works)})
    or exists (select 1 from task_seen
      where task_seen.user_id = ${id} and task_seen.task_id = task.id and task_seen.seen_until is null))`;
}

const isVisibleEvent = (works: AccessScope["works"] | RawBuilder<SqlBool>) =>
  works === true ? sql`1 = 1` : works === false ? shownToAll : sql`(${works} or ${shownToAll})`;

/**
 * Columns a task page needs to mark the task as seen: whether it was unread, how far its history goes, when the viewer last
 * opened it, and how far they have seen it.
 */
export const readingOf = ({ id }: Reader, works: AccessScope["works"] | RawBuilder<SqlBool>) =>
  [
    sql<0 | 1>`case when ${isUnread({ id }, works)} then 1 else 0 end`.as("unread"),
    sql<number | null>`(select event.at from event where event.task_id = task.id and ${isVisibleEvent(works)}
      order by event.at desc limit 1)`.as("shown_until"),
    sql<number | null>`(select task_seen.viewed_at from task_seen
      where task_seen.user_id = ${id} and task_seen.task_id = task.id)`.as("viewed_at"),
    sql<number | null>`(select task_seen.seen_until from task_seen
      where task_seen.user_id = ${id} and task_seen.task_id = task.id)`.as("seen_until"),
  ] as const;

/** Opening a task again within this time writes nothing, unless it's unread. */
const SAME_VIEW_MS = HOUR_MS;

/** How far the viewer has now seen the task, as a time; null when there's nothing to write. */
export function newlySeen(
  row: { unread: 0 | 1; shown_until: number | null; viewed_at: number | null },
  now: number,
): number | null {
  if (row.unread === 0 && row.viewed_at !== null && row.viewed_at > now - SAME_VIEW_MS) return null;
  return row.shown_until ?? 0;
}

/**
 * Records that the viewer opened a task and how far they've seen it, which also clears its notifications. A stale page never
 * moves that back. False for a task they may not see.
 */
export const markSeen = (db: Db, viewer: Viewer, taskId: number, until: number, now: number): Promise<boolean> =>
  write(db, viewer, taskId, Math.min(until, now), now);

/** Marks a task as unread for this viewer until they open it again. False for a task they may not see. */
export const markUnread = (db: Db, viewer: Viewer, taskId: number, now: number): Promise<boolean> =>
  write(db, viewer, taskId, null, now);

/** Most tasks to mark as read per request, and per statement. */
export const READ_AT_ONCE = { list: 1_000, statement: 200 } as const;

/** Marks the unread tasks of a list as read up to now. `goesOn`: the list has more tasks than one request marks. */
export async function markListSeen(
  db: Db,
  viewer: Reader,
  pages: (after: Position | null, limit: number) => Promise<{ tasks: { id: number; unread: boolean }[]; next: Values }>,
  now: number,
): Promise<{ marked: number; goesOn: boolean }> {
  let marked = 0;
  let after: Position | null = null;
  for (let looked = 0; looked < READ_AT_ONCE.list; looked += READ_AT_ONCE.statement) {
    const { tasks, next } = await pages(after, READ_AT_ONCE.statement);
    const unread = tasks.filter((task) => task.unread).map(({ id }) => id);
    if (unread.length > 0) await markTasksSeen(db, viewer, unread, now);
    marked += unread.length;
    if (next === null) return { marked, goesOn: false };
    after = { side: "after", values: next };
    await setImmediate(); // let other requests run
  }
  return { marked, goesOn: true };
}

type Values = Position["values"] | null;

/** Doesn't change `viewed_at`: marking as read doesn't open a task. */
async function markTasksSeen(db: Db, { id }: Reader, tasks: readonly number[], now: number): Promise<void> {
  await db
    .insertInto("task_seen")
    .values(tasks.map((task_id) => ({ user_id: id, task_id, seen_until: now, viewed_at: 0 })))
    .onConflict((conflict) => conflict.columns(["user_id", "task_id"]).doUpdateSet({ seen_until: now }))
    .execute();
  await tasksSeen(db, { userId: id, tasks, until: now }, now);
}

async function write(db: Db, viewer: Viewer, taskId: number, until: number | null, now: number): Promise<boolean> {
  const task = await db
    .selectFrom("task")
    .select("task.id")
    .where("task.id", "=", taskId)
    .where(visibleTo(viewer))
    .executeTakeFirst();
  if (!task) return false;
  const later = sql<number>`case when task_seen.seen_until > excluded.seen_until
    then task_seen.seen_until else excluded.seen_until end`;
  await db
    .insertInto("task_seen")
    .values({ user_id: viewer.id, task_id: taskId, seen_until: until, viewed_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "task_id"])
        .doUpdateSet(until === null ? { seen_until: null } : { seen_until: later, viewed_at: now }),
    )
    .execute();
  if (until !== null) await tasksSeen(db, { userId: viewer.id, tasks: [taskId], until }, now);
  return true;
}
