import { sql } from "kysely";
import type { Db } from "~/db/types";
import { snoozeDayOf } from "~/features/tasks/status/snooze";
import { type AccessScope, changedAt, inCopyOf } from "~/features/tasks/task-policy.server";
import { DEFAULT_PRIORITY, isOpen, type RequestOf, rankOf, type StatusKey, statusOf } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { isUnread } from "./unread.server";

export type Reader = Pick<Viewer, "id" | "role">;

/** When the next of a task's clocks is due; null if none is. */
export const CLOCK_DUE = sql<
  number | null
>`(select clock_state.due_at from clock_state where clock_state.task_id = task.id)`;

/** How a list asks for tasks with a due clock (`clock_state`): in the order of those clocks, or those of one person. */
export type ByClock = "in order" | "of one";

/** Tasks; `byClock`: only those with a due clock. */
export function tasksFrom(db: Db, byClock: ByClock | null) {
  const tasks = db.selectFrom("task");
  if (!byClock) return tasks;
  // The unary plus keeps both engines from looking up the clock of each task, so they walk through the clocks in order.
  const id = byClock === "in order" ? sql<number>`+clock_state.task_id` : sql<number>`clock_state.task_id`;
  const joined = tasks.innerJoin("clock_state", (join) => join.on(sql.ref("task.id"), "=", id));
  return joined as unknown as typeof tasks; // its columns are only asked for in SQL
}

type TasksIn = { sorts?: boolean; byClock?: ByClock | null };

/** Query for tasks seen in one way, with the columns a list shows. `sorts`: by their clocks. */
export const tasksIn = (db: Db, viewer: Reader, sight: AccessScope, { sorts = false, byClock = null }: TasksIn = {}) =>
  tasksFrom(db, byClock)
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .leftJoin("user as assignee", "assignee.id", "task.assignee_id")
    .select(["task.id", "task.title", "task.status", "task.priority", "task.due_at", "task.created_at"])
    .select(["task.snoozed_until", "task.snooze_day", "task.last_requester_at", "task.last_agent_at"])
    .select(["requester.name as requester", "assignee.name as assignee"])
    .select(changedAt(sight).as("changed_at"))
    .select((sorts && sight.works ? CLOCK_DUE : sql<number | null>`cast(null as bigint)`).as("clock_due"))
    .$if(!sight.works, (query) => query.select(["task.requester_id", inCopyOf(viewer)]))
    .$if(sight.works, (query) => query.select(TAGS))
    .select(sql<0 | 1>`case when ${isUnread(viewer, sight.works)} then 1 else 0 end`.as("unread"))
    .where(sight.rows);

/** Joined by spaces, which tags never contain. */
const TAGS = sql<
  string | null
>`(select string_agg(task_tag.tag, ' ') from task_tag where task_tag.task_id = task.id)`.as("tags");

export type Found = Awaited<ReturnType<ReturnType<typeof tasksIn>["execute"]>>;

/** Strips internal values from rows seen from the requester's side, so nothing leaks through them. */
export const redactRows = (viewer: Viewer, { works }: AccessScope, rows: Found) =>
  rows.map((row) =>
    works
      ? Object.assign(row, { works, isOwn: true })
      : Object.assign(row, {
          ...{
            priority: rankOf(DEFAULT_PRIORITY),
            due_at: null,
            assignee: null,
            snoozed_until: null,
            snooze_day: null,
          },
          ...{ works, isOwn: row.requester_id === viewer.id },
        }),
  );

export type Row = ReturnType<typeof redactRows>[number];

/** Time of the requester's latest unanswered message; null if there is none. */
export const waitingSince = ({ last_requester_at, last_agent_at }: Pick<Row, "last_requester_at" | "last_agent_at">) =>
  last_requester_at !== null && last_requester_at > (last_agent_at ?? 0) ? last_requester_at : null;

export type ListedTask = {
  id: number;
  title: string;
  status: StatusKey;
  /** UTC milliseconds. */
  changedAt: number;
  /** A calendar day. */
  dueAt: number | null;
  unread: boolean;
  /** Only with agent access. */
  inner: {
    priority: number;
    requester: string;
    assignee: string | null;
    tags: string[];
    /** A calendar day. */
    snoozeDay: number | null;
    /** In an open task, the latest message that one side has yet to answer, in UTC milliseconds. */
    waitingSince: number | null;
  } | null;
  /** Set for someone else's request that the viewer doesn't have agent access to. */
  requestOf: RequestOf | null;
};

/** Loads tasks in the order of these numbers, skipping those the viewer may not see. */
export async function listTasksByNumber(
  db: Db,
  viewer: Viewer,
  sights: readonly AccessScope[],
  numbers: readonly number[],
): Promise<ListedTask[]> {
  if (numbers.length === 0) return [];
  const found = await Promise.all(
    sights.map(async (sight) =>
      redactRows(viewer, sight, await tasksIn(db, viewer, sight).where("task.id", "in", numbers).execute()),
    ),
  );
  const byNumber = new Map(found.flat().map((row) => [row.id, row]));
  return toListedTasks(numbers.flatMap((number) => byNumber.get(number) ?? []));
}

export const toListedTasks = (rows: Row[]): ListedTask[] =>
  rows.map((row) => ({
    id: row.id,
    title: row.title,
    status: statusOf(row.status).key,
    changedAt: row.changed_at,
    dueAt: row.due_at,
    unread: row.unread === 1,
    inner: row.works
      ? {
          priority: row.priority,
          requester: row.requester,
          assignee: row.assignee,
          tags: row.tags ? row.tags.split(" ").sort() : [],
          snoozeDay: snoozeDayOf(row),
          waitingSince:
            row.snoozed_until === null && isOpen(row.status) ? (waitingSince(row) ?? askedSince(row)) : null,
        }
      : null,
    requestOf: row.isOwn ? null : { name: row.requester, inCopy: row.in_copy === 1 },
  }));

/** Time of the latest message to a requester whose answer the status awaits; null if it awaits none. */
const askedSince = ({ status, last_agent_at }: Row) => (statusOf(status).awaits === "requester" ? last_agent_at : null);

/** Tasks with a draft by the viewer that they may still see, latest first. */
export async function listDrafted(
  db: Db,
  viewer: Viewer,
  sights: readonly AccessScope[],
  limit: number,
): Promise<ListedTask[]> {
  const drafts = await db
    .selectFrom("draft")
    .select("task_id")
    .where("user_id", "=", viewer.id)
    .where("task_id", "is not", null)
    .where("deleted_at", "is", null)
    .groupBy("task_id")
    .orderBy(({ fn }) => fn.max("updated_at"), "desc")
    .limit(limit)
    .execute();
  const numbers = drafts.flatMap(({ task_id }) => task_id ?? []);
  return listTasksByNumber(db, viewer, sights, numbers);
}

/** Tasks the viewer opened most recently and may still see, latest first. */
export async function listViewed(
  db: Db,
  viewer: Viewer,
  sights: readonly AccessScope[],
  limit: number,
): Promise<ListedTask[]> {
  const viewed = await db
    .selectFrom("task_seen")
    .select("task_id")
    .where("user_id", "=", viewer.id)
    .where("viewed_at", ">", 0) // 0: marked as read in a list, never opened
    .orderBy("viewed_at", "desc")
    .orderBy("task_id", "desc")
    .limit(limit)
    .execute();
  const numbers = viewed.map(({ task_id }) => task_id);
  return listTasksByNumber(db, viewer, sights, numbers);
}
