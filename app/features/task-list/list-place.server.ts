import { sql } from "kysely";
import type { Db } from "~/db/types";
import { type AccessScope, changedAt } from "~/features/tasks/task-policy.server";
import { DEFAULT_PRIORITY, rankOf } from "~/features/tasks/tasks";
import { isAgent, type Viewer } from "~/features/users/users";
import {
  cursorValues,
  isAscending,
  isOfOne,
  mergeSlices,
  type Part,
  type SortValues,
  sortColumns,
  splitList,
} from "./list-order.server";
import { type ByClock, CLOCK_DUE, tasksFrom } from "./listed-tasks.server";
import type { Group } from "./task-groups.server";
import {
  and,
  byClockOf,
  conditionsOf,
  countTasks,
  idsIn,
  type ListTasks,
  narrowed,
  sightsFor,
  wholeList,
} from "./task-list.server";
import { DEFAULT_SORT, type Position, type Sort, sortFor } from "./task-sort-and-cursor";

/** Counts stop here. */
const COUNTED = 1_000;

/** Tasks that may be searched to count those that match a query. */
const SEARCHED = 1_000;

/**
 * A task's place in a list.
 *
 * previous, next  ids of its neighbours, or of those around where it would be; null at an end
 * position        from 1; null if the task isn't in the list, comes late in it, or the list is too large to count
 * total           up to one more than we count
 */
export type ListPlace = { previous: number | null; next: number | null; position: number | null; total: number | null };

/**
 * Finds a task's place in a list by its sort values. Null if the viewer's list could never show it. Without `counts`, only
 * its neighbours.
 */
export const listPlaceOf = (db: Db, viewer: Viewer, list: ListTasks, id: number, { counts = true } = {}) =>
  placeOf(db, viewer, list, id, async (known) => counts && (await isCountable(db, viewer, known)));

async function placeOf(
  db: Db,
  viewer: Viewer,
  list: ListTasks,
  id: number,
  mayCount: (list: ListTasks) => Promise<boolean>,
): Promise<ListPlace | null> {
  const options = { ...list, sort: sortFor(isAgent(viewer), list.sort ?? DEFAULT_SORT) };
  const { first, further } = sightsFor(db, viewer, options);
  const sights = [...first, ...(await further)];
  const own = await ownRow(db, viewer, options, sights, id);
  if (!own) return null;
  const values = cursorValues(own, options.sort);
  const beside = (side: Position["side"]) => nearest(db, viewer, { ...options, position: { side, values } }, sights);
  const [previous, next, counted] = await Promise.all([
    beside("before"),
    beside("after"),
    own.listed === 1 && (await mayCount({ ...options, sights }))
      ? countedPlace(db, viewer, { ...options, sights }, values)
      : null,
  ]);
  return { previous, next, position: counted?.position ?? null, total: counted?.total ?? null };
}

/**
 * Like `listPlaceOf` for a list in groups, one after another. A task that is in none of them has its place in the list
 * without groups.
 */
export async function groupedPlaceOf(
  db: Db,
  viewer: Viewer,
  { groups, ...list }: ListTasks & { groups: readonly Group[]; sights: readonly AccessScope[] },
  id: number,
  { counts = true } = {},
): Promise<ListPlace | null> {
  const at = await groupWith(db, viewer, list, groups, id);
  const lists = groups.map((group) => narrowed(list, group));
  const own = lists[at];
  if (!own) return listPlaceOf(db, viewer, list, id, { counts });
  const firstIn = async (others: readonly ListTasks[], side: Position["side"]) => {
    for (const other of others) {
      const sort = sortFor(isAgent(viewer), other.sort ?? DEFAULT_SORT);
      const { first } = sightsFor(db, viewer, other);
      const found = await nearest(db, viewer, { ...other, sort, position: { side, values: [] } }, first);
      if (found !== null) return found;
    }
    return null;
  };
  const mayCount = counts && (await isCountable(db, viewer, list));
  const place = await placeOf(db, viewer, own, id, async () => mayCount);
  if (!place) return null;
  const [previous, next, total] = await Promise.all([
    place.previous ?? firstIn(lists.slice(0, at).reverse(), "before"),
    place.next ?? firstIn(lists.slice(at + 1), "after"),
    place.position === null ? null : countTasks(db, viewer, list, COUNTED + 1),
  ]);
  let { position } = place;
  for (const before of lists.slice(0, at)) {
    if (position === null || position > COUNTED) break;
    position += await countTasks(db, viewer, before, COUNTED);
  }
  return { previous, next, ...(position === null || position > COUNTED ? NOT_COUNTED : { position, total }) };
}

const NOT_COUNTED = { position: null, total: null };

/** Index of the group that a task is in; -1 for none. The list's query is asked once, not for each group. */
async function groupWith(
  db: Db,
  viewer: Viewer,
  { where, ...list }: ListTasks & { sights: readonly AccessScope[] },
  groups: readonly Group[],
  id: number,
): Promise<number> {
  for (const sight of list.sights) {
    const branches = groups.flatMap((group, at) => {
      const tasks = narrowed(list, group);
      if (!sightsFor(db, viewer, tasks).first.includes(sight)) return [];
      return sql`when ${and(conditionsOf(viewer, tasks, wholeList(tasks, sight)))} then ${sql.lit(at)}`;
    });
    if (branches.length === 0) continue;
    const row = await tasksFrom(db, null)
      .select(sql<number>`case ${sql.join(branches, sql` `)} else -1 end`.as("at"))
      .where(sight.rows)
      .where("task.id", "=", id)
      .where(and(where ? [where(sight)] : []))
      .executeTakeFirst();
    if (row) return row.at;
  }
  return -1;
}

/** Query for the sort values of tasks seen in one way. */
const sortedIn = (db: Db, sight: AccessScope, sorts: boolean, byClock: ByClock | null = null) =>
  tasksFrom(db, byClock)
    .select(["task.id", "task.due_at", "task.priority", "task.created_at"])
    .select(["task.last_requester_at", "task.last_agent_at", changedAt(sight).as("changed_at")])
    .select((sorts ? CLOCK_DUE : sql<number | null>`cast(null as bigint)`).as("clock_due"))
    .where(sight.rows);

/** Hides values that the requester's side never sees, so the order can't reveal them. */
const redacted = <R extends SortValues>(row: R, { works }: AccessScope): R =>
  works ? row : { ...row, due_at: null, clock_due: null, priority: rankOf(DEFAULT_PRIORITY) };

async function ownRow(db: Db, viewer: Viewer, options: ListTasks, sights: readonly AccessScope[], id: number) {
  for (const sight of sights) {
    const conditions = and(conditionsOf(viewer, options, wholeList(options, sight)));
    const row = await sortedIn(db, sight, options.sort?.key === "sla")
      .select(sql<0 | 1>`case when ${conditions} then 1 else 0 end`.as("listed"))
      .where("task.id", "=", id)
      .executeTakeFirst();
    if (row) return redacted(row, sight);
  }
  return null;
}

type Placed = ListTasks & { sort: Sort; position: Position };

/** The first task on one side of a position. */
async function nearest(db: Db, viewer: Viewer, options: Placed, sights: readonly AccessScope[]) {
  const { sort, position, filter = {} } = options;
  const up = isAscending(sort, position);
  for (const part of splitList({ sort, position, filter }, viewer)) {
    const slices = await Promise.all(
      piecesOf(part, sights).map(async (piece) => {
        let query = sortedIn(db, piece.sight, sort.key === "sla", byClockOf(options, piece));
        query = query.where(and(conditionsOf(viewer, options, piece)));
        // PostgreSQL only reads the index in order if the sort starts with the index's first column.
        if (sort.key === "attention" && piece.due === "none") query = query.orderBy("task.due_at", up ? "asc" : "desc");
        for (const column of sortColumns(sort, piece, options.isShort === true || isOfOne(filter)))
          query = query.orderBy(column, up ? "asc" : "desc");
        return (await query.limit(1).execute()).map((row) => redacted(row, piece.sight));
      }),
    );
    const [first] = mergeSlices(slices, sort, up);
    if (first) return first.id;
  }
  return null;
}

/** The requester's side never sees due days, so its tasks all count as having none. */
const piecesOf = (part: ReturnType<typeof splitList>[number], sights: readonly AccessScope[]): Part[] =>
  sights
    .filter(({ works }) => works || (part.due !== "some" && part.clock !== "some"))
    .flatMap((sight) => part.open.map((open) => ({ ...part, open, sight })));

/** Whether counting a list wouldn't have to search too many tasks. */
async function isCountable(db: Db, viewer: Viewer, { where, isShort, filter = {}, hidden, sights }: ListTasks) {
  if ((!where || isShort) && filter.requester === undefined) return true;
  const searched = { filter: { status: filter.status }, hidden, sights };
  return (await countTasks(db, viewer, searched, SEARCHED + 1)) <= SEARCHED;
}

/** Null if it comes too late to count. */
async function countedPlace(db: Db, viewer: Viewer, options: ListTasks & { sort: Sort }, values: Position["values"]) {
  const { filter = {}, sights = [], sort } = options;
  const position: Position = { side: "before", values };
  let before = 0;
  for (const part of splitList({ sort, position, filter }, viewer)) {
    for (const piece of piecesOf(part, sights)) {
      const some = idsIn(db, viewer, { ...options, position }, piece).limit(COUNTED - before);
      const { n } = await db
        .selectFrom(some.as("some"))
        .select((eb) => eb.fn.countAll<number | string>().as("n"))
        .executeTakeFirstOrThrow();
      before += Number(n);
      if (before >= COUNTED) return null;
    }
  }
  return { position: before + 1, total: await countTasks(db, viewer, options, COUNTED + 1) };
}
