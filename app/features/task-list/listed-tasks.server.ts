import { sql } from "kysely";
import type { Db } from "~/db/types";
import { snoozeDayOf } from "~/features/tasks/status/snooze";
import { changedAt, inCopyOf, type Sight } from "~/features/tasks/task-policy.server";
import { DEFAULT_PRIORITY, isOpen, type RequestOf, rankOf, type StatusKey, statusOf } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { isUnread } from "./unread.server";

export type Reader = Pick<Viewer, "id" | "role">;

/** The tasks the viewer sees in this way, with what a list shows of them. */
export const tasksIn = (db: Db, viewer: Reader, sight: Sight) =>
  db
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .leftJoin("user as assignee", "assignee.id", "task.assignee_id")
    .select(["task.id", "task.title", "task.status", "task.priority", "task.due_at", "task.created_at"])
    .select(["task.snoozed_until", "task.snooze_day", "task.last_requester_at", "task.last_agent_at"])
    .select(["requester.name as requester", "assignee.name as assignee"])
    .select(changedAt(sight).as("changed_at"))
    .$if(!sight.works, (query) => query.select(["task.requester_id", inCopyOf(viewer)]))
    .$if(sight.works, (query) => query.select(TAGS))
    .select(sql<0 | 1>`case when ${isUnread(viewer, sight.works)} then 1 else 0 end`.as("unread"))
    .where(sight.rows);

/** No tag has a blank. */
const TAGS = sql<
  string | null
>`(select string_agg(task_tag.tag, ' ') from task_tag where task_tag.task_id = task.id)`.as("tags");

export type Found = Awaited<ReturnType<ReturnType<typeof tasksIn>["execute"]>>;

/** Rows as this viewer is told of them: by the values of a row, too, nothing internal reaches the requester's side. */
export const told = (viewer: Viewer, { works }: Sight, rows: Found) =>
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

export type Row = ReturnType<typeof told>[number];

/** When whoever asked wrote what nobody has answered yet; null for nothing of the kind. */
export const waitingSince = ({ last_requester_at, last_agent_at }: Pick<Row, "last_requester_at" | "last_agent_at">) =>
  last_requester_at !== null && last_requester_at > (last_agent_at ?? 0) ? last_requester_at : null;

/** A row as the page shows it. */
export type ListedTask = {
  id: number;
  title: string;
  status: StatusKey;
  /** UTC milliseconds. */
  changedAt: number;
  /** A calendar day. */
  dueAt: number | null;
  /** Something others did is newer than what the viewer has seen of it. */
  unread: boolean;
  /** What only those with agent access are told. */
  inner: {
    priority: number;
    requester: string;
    assignee: string | null;
    tags: string[];
    /** A calendar day. */
    snoozeDay: number | null;
    /** Who has to do the next thing in an open task, and since when: us, from the first word that is not answered. */
    waits: { for: "us" | "requester"; since: number } | null;
  } | null;
  /** Whose request it is, where it is somebody else's and the viewer does not work on it. */
  requestOf: RequestOf | null;
};

/** Tasks as a list shows them, in the order of these numbers. Those the viewer may not see are left out. */
export async function listTasksByNumber(
  db: Db,
  viewer: Viewer,
  sights: readonly Sight[],
  numbers: readonly number[],
): Promise<ListedTask[]> {
  if (numbers.length === 0) return [];
  const found = await Promise.all(
    sights.map(async (sight) =>
      told(viewer, sight, await tasksIn(db, viewer, sight).where("task.id", "in", numbers).execute()),
    ),
  );
  const byNumber = new Map(found.flat().map((row) => [row.id, row]));
  return shown(numbers.flatMap((number) => byNumber.get(number) ?? []));
}

/** Rows as a page shows them. */
export const shown = (rows: Row[]): ListedTask[] =>
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
          waits: waitsFor(row),
        }
      : null,
    requestOf: row.isOwn ? null : { name: row.requester, inCopy: row.in_copy === 1 },
  }));

function waitsFor(row: Row): NonNullable<ListedTask["inner"]>["waits"] {
  if (row.snoozed_until !== null || !isOpen(row.status)) return null;
  const since = waitingSince(row);
  if (since !== null) return { for: "us", since };
  if (statusOf(row.status).awaits !== "requester" || row.last_agent_at === null) return null;
  return { for: "requester", since: row.last_agent_at };
}

/** The tasks in which this person has begun a message and may still see, the latest first. */
export async function listDrafted(
  db: Db,
  viewer: Viewer,
  sights: readonly Sight[],
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
  return listTasksByNumber(
    db,
    viewer,
    sights,
    drafts.flatMap(({ task_id }) => task_id ?? []),
  );
}

/** The tasks this person has opened last and may still see, the latest first. */
export async function listViewed(
  db: Db,
  viewer: Viewer,
  sights: readonly Sight[],
  limit: number,
): Promise<ListedTask[]> {
  const viewed = await db
    .selectFrom("task_seen")
    .select("task_id")
    .where("user_id", "=", viewer.id)
    .where("viewed_at", ">", 0) // what was only marked as read, in a list, was not opened
    .orderBy("viewed_at", "desc")
    .orderBy("task_id", "desc")
    .limit(limit)
    .execute();
  return listTasksByNumber(
    db,
    viewer,
    sights,
    viewed.map(({ task_id }) => task_id),
  );
}
