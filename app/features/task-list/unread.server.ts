import { setImmediate } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { tasksSeen } from "~/features/tasks/subjects.server";
import { type Sight, visibleTo } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { HOUR_MS } from "~/lib/durations";
import type { Position } from "./task-position";

/*
 * Unread (domain B9): something others did, that this person may see, is newer than what they have seen of a task. All that
 * anybody does stands in its history, so the times of the history say it exactly. Imported history doesn't count.
 */

type Reader = Pick<Viewer, "id">;

/** Of the history, what whoever sees a task from the requester's side is shown on its page, too. */
export const shownToAll = sql<SqlBool>`(event.kind in ('created', 'replied')
  or event.field in ('status', 'title', 'type', 'requester', 'participants'))`;

/** Whether a row of `task` is unread. Never null. `works`: whether the reader has agent access to it, if that is known. */
export function isUnread({ id }: Reader, works: Sight["works"] | RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const seenUntil = sql`coalesce(
    (select task_seen.seen_until from task_seen where task_seen.user_id = ${id} and task_seen.task_id = task.id),
    (select reader.read_until from "user" as reader where reader.id = ${id}))`;
  return sql`(exists (
      select 1 from event where event.task_id = task.id and event.at > ${seenUntil}
      and (event.actor_id is null or event.actor_id <> ${id}) and event.via <> 'import' and ${learned(works)})
    or exists (select 1 from task_seen
      where task_seen.user_id = ${id} and task_seen.task_id = task.id and task_seen.seen_until is null))`;
}

const learned = (works: Sight["works"] | RawBuilder<SqlBool>) =>
  works === true ? sql`1 = 1` : works === false ? shownToAll : sql`(${works} or ${shownToAll})`;

/**
 * What a page of a task has to know to count as seen, as columns of a query on `task`: whether it was unread, up to when it
 * shows the history, and when it was opened before.
 */
export const readingOf = ({ id }: Reader, works: Sight["works"] | RawBuilder<SqlBool>) =>
  [
    sql<0 | 1>`case when ${isUnread({ id }, works)} then 1 else 0 end`.as("unread"),
    sql<number | null>`(select event.at from event where event.task_id = task.id and ${learned(works)}
      order by event.at desc limit 1)`.as("shown_until"),
    sql<number | null>`(select task_seen.viewed_at from task_seen
      where task_seen.user_id = ${id} and task_seen.task_id = task.id)`.as("viewed_at"),
  ] as const;

/** Looking at a task again within this time writes nothing, unless something is new. */
const SAME_VIEW_MS = HOUR_MS;

/** Up to when whoever has such a page before them has seen the task; null where that needs no writing down. */
export function newlySeen(
  row: { unread: 0 | 1; shown_until: number | null; viewed_at: number | null },
  now: number,
): number | null {
  if (row.unread === 0 && row.viewed_at !== null && row.viewed_at > now - SAME_VIEW_MS) return null;
  return row.shown_until ?? 0;
}

/**
 * Writes down that a task was looked at, and up to when; what told of that is read by it. A page that is older than
 * what was seen already takes nothing back.
 * False for a task they may not see.
 */
export const markSeen = (db: Db, viewer: Viewer, taskId: number, until: number, now: number): Promise<boolean> =>
  write(db, viewer, taskId, Math.min(until, now), now);

/** Marks a task as unread for this person alone, until they open it again. False for one they may not see. */
export const markUnread = (db: Db, viewer: Viewer, taskId: number, now: number): Promise<boolean> =>
  write(db, viewer, taskId, null, now);

/** So many tasks of a list are marked as read in one go, and so many with one statement. */
export const READ_AT_ONCE = { list: 1_000, statement: 200 } as const;

/**
 * Marks what of a list is unread as read, up to now; answers how many that were, and whether the list goes on. Pages of the
 * list come from `pages`: each is read with its position, however much is in it.
 */
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
    if (unread.length > 0) await saw(db, viewer, unread, now);
    marked += unread.length;
    if (next === null) return { marked, goesOn: false };
    after = { side: "after", values: next };
    await setImmediate(); // others have their turn
  }
  return { marked, goesOn: true };
}

type Values = Position["values"] | null;

/** When they were looked at stays as it was: nobody has opened them. */
async function saw(db: Db, { id }: Reader, tasks: readonly number[], now: number): Promise<void> {
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
