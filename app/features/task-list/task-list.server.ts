import { type RawBuilder, type SqlBool, sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Db } from "~/db/types";
import {
  type AccessScope,
  accessScopesInTurn,
  agentScope,
  type Hidden,
  isOwnRequest,
} from "~/features/tasks/task-policy.server";
import { rankOf } from "~/features/tasks/tasks";
import { hasWords, searchPrefixes } from "~/features/users/user-search-keys.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { PAGE_ROWS } from "~/lib/page-cursor";
import {
  cursorValues,
  HAS_NO_CLOCK_DUE,
  isAscending,
  isOfOne,
  isOpenFilter,
  mergeSlices,
  type Part,
  sortColumns,
  splitList,
  type TaskFilter,
} from "./list-order.server";
import {
  type ByClock,
  type Reader,
  type Row,
  redactRows,
  tasksFrom,
  tasksIn,
  toListedTasks,
} from "./listed-tasks.server";
import type { Group } from "./task-groups.server";
import { DEFAULT_SORT, type Position, type Sort, sortFor } from "./task-sort-and-cursor";

export type ListTasks = {
  filter?: TaskFilter;
  /** An extra condition on `task`, such as a compiled query, for each way of seeing it. */
  where?: ((sight: Pick<AccessScope, "works">) => RawBuilder<SqlBool>) | undefined;
  /** Whether the list is short, such as one person's tasks: sorting it beats walking an index of all tasks. */
  isShort?: boolean | undefined;
  /** Kinds of hidden tasks to include: those only found when asked for. */
  hidden?: readonly Hidden[] | undefined;
  /** The viewer's sights, if already loaded. */
  sights?: readonly AccessScope[] | undefined;
  sort?: Sort;
  position?: Position | null;
  limit?: number;
  /** Only tasks with or without a due day. */
  due?: "some" | "none" | undefined;
};

/**
 * One page of tasks the viewer may see. `next` and `previous` are cursor values, null at either end. The requester's side
 * gets no people, priority or tags. Its time of change is that of the last public message, because notes are internal. The
 * same goes for an agent's own confidential request.
 */
export async function listTasks(db: Db, viewer: Viewer, options: ListTasks = {}) {
  const { sort: wanted = DEFAULT_SORT, limit = PAGE_ROWS } = options;
  const sort = sortFor(isAgent(viewer), wanted);
  const position = (sort === wanted && options.position) || null; // a cursor only fits its own order
  const found = (await pageOf(db, viewer, { ...options, sort, position }, limit + 1)).slice(0, limit + 1);
  const backwards = position?.side === "before";
  const more = found.length > limit;
  const rows = found.slice(0, limit);
  if (backwards) rows.reverse();

  const [first, last] = [rows[0], rows.at(-1)];
  const previous = first && (backwards ? more : position !== null) ? cursorValues(first, sort) : null;
  const next = last && (backwards || more) ? cursorValues(last, sort) : null;
  return { tasks: toListedTasks(rows), previous, next };
}

/** A page of a grouped list: one group after another, each in the list's order. Cursors name the group they are in. */
export async function listGroupedTasks(
  db: Db,
  viewer: Viewer,
  { groups, ...options }: ListTasks & { groups: readonly Group[] },
) {
  const { sort: wanted = DEFAULT_SORT, limit = PAGE_ROWS } = options;
  const sort = sortFor(isAgent(viewer), wanted);
  const asked = (sort === wanted && options.position) || null;
  const backwards = asked?.side === "before";
  const inTurn = backwards ? groups.toReversed() : groups;
  const at = inTurn.findIndex(({ key }) => key === asked?.group);
  const position = at < 0 ? null : asked;
  const isBack = backwards && position !== null;
  const found: { group: Group; row: Row }[] = [];
  for (const group of inTurn.slice(Math.max(at, 0))) {
    const isFirst = position !== null && group.key === position.group;
    const from = isFirst ? position : isBack ? END : null;
    const rest = limit + 1 - found.length;
    const rows = await pageOf(db, viewer, { ...narrowed(options, group), sort, position: from }, rest);
    found.push(...rows.slice(0, rest).map((row) => ({ group, row })));
    if (found.length > limit) break;
  }
  const more = found.length > limit;
  const page = found.slice(0, limit);
  if (isBack) page.reverse();
  const [first, last] = [page[0], page.at(-1)];
  const cursor = ({ group, row }: (typeof page)[number]) => ({ group: group.key, values: cursorValues(row, sort) });
  return {
    tasks: toListedTasks(page.map(({ row }) => row)),
    groups: groups
      .map(({ key, name }) => ({ key, name, count: page.filter(({ group }) => group.key === key).length }))
      .filter(({ count }) => count > 0),
    previous: first && (isBack ? more : position !== null) ? cursor(first) : null,
    next: last && (isBack || more) ? cursor(last) : null,
  };
}

/** The end of a list, to read it backwards. */
const END: Position = { side: "before", values: [] };

/** The list's conditions and the group's. */
export const narrowed = ({ where, filter, ...options }: ListTasks, group: Group): ListTasks => ({
  ...options,
  filter: { ...filter, ...group.filter },
  due: group.due,
  ...(group.sort && { sort: group.sort }),
  where: where && group.where ? (sight) => and([where(sight), group.where?.(sight) ?? ALWAYS]) : (where ?? group.where),
});

/** Up to `count` rows in display order, or reversed when paging back. */
async function pageOf(db: Db, viewer: Viewer, options: ListTasks, count: number): Promise<Row[]> {
  const { sort = DEFAULT_SORT, position = null, filter = {}, due } = options;
  const { first, further } = sightsFor(db, viewer, options);
  const rows: Row[] = [];
  for (const part of splitList({ sort, position, filter, ...(due && { due }) }, viewer)) {
    if (rows.length >= count) break;
    const slicesIn = (sights: readonly AccessScope[]) => {
      const pieces = sights.flatMap((sight) => part.open.map((open) => ({ ...part, open, sight })));
      return Promise.all(pieces.map((piece) => slice(db, viewer, options, piece, count - rows.length)));
    };
    const slices = await Promise.all([slicesIn(first), further.then(slicesIn)]);
    rows.push(...mergeSlices(slices.flat(), sort, isAscending(sort, position)));
  }
  return rows.slice(0, count);
}

/** The viewer's ways of seeing the list's tasks: the first at once, further ones after a database read. */
export function sightsFor(db: Db, viewer: Viewer, { filter = {}, hidden, ...known }: ListTasks) {
  // Skips tasks shared with the requester, possibly many, when the list only has their own.
  const asking = filter.whose === undefined && !isAgent(viewer) ? { id: viewer.id, role: viewer.role } : viewer;
  const fitting = (sights: readonly AccessScope[]) =>
    sights.filter((sight) => sight.works || !isAgent(viewer) || !asksInner(filter));
  if (asking === viewer && known.sights) return { first: fitting(known.sights), further: Promise.resolve([]) };
  const { first, further } = accessScopesInTurn(db, asking, hidden);
  return { first: fitting([first]), further: further.then(fitting) };
}

/** Whether a filter uses agent-only data, which no task seen from the requester's side can match. */
const asksInner = ({ assignee, priority, tag }: TaskFilter) =>
  assignee !== undefined || priority !== undefined || tag !== undefined;

/** Query for the ids of a list's tasks that the viewer has agent access to, up to `limit`, by number. */
export function workedOnIn(db: Db, viewer: Viewer, { filter = {}, where }: ListTasks, limit: number) {
  return idsIn(db, viewer, { filter, where }, wholeList({ filter }, agentScope(viewer)))
    .orderBy("task.id")
    .limit(limit);
}

/** Counts a list's tasks, stopping at `most`. */
export async function countTasks(db: Db, viewer: Viewer, options: ListTasks, most: number): Promise<number> {
  let count = 0;
  const { first, further } = sightsFor(db, viewer, options);
  for (const sight of [...first, ...(await further)]) {
    const some = idsIn(db, viewer, options, wholeList(options, sight)).limit(most - count);
    const { n } = await db
      .selectFrom(some.as("some"))
      .select((eb) => eb.fn.countAll<number | string>().as("n"))
      .executeTakeFirstOrThrow();
    count += Number(n);
    if (count >= most) break;
  }
  return count;
}

/** Ids of a list's tasks in any order, up to `most`. */
export async function listIds(db: Db, viewer: Viewer, options: ListTasks, most: number): Promise<number[]> {
  const ids: number[] = [];
  const { first, further } = sightsFor(db, viewer, options);
  for (const sight of [...first, ...(await further)]) {
    const rows = await idsIn(db, viewer, options, wholeList(options, sight))
      .limit(most - ids.length)
      .execute();
    ids.push(...rows.map(({ id }) => id));
    if (ids.length >= most) break;
  }
  return ids;
}

async function slice(db: Db, viewer: Viewer, options: ListTasks, part: Part, count: number) {
  // The requester's side never sees due days, so its tasks all count as having none.
  if (!part.sight.works && (part.due === "some" || part.clock === "some")) return [];
  return redactRows(viewer, part.sight, await sliceQuery(db, viewer, options, part, count).execute());
}

function sliceQuery(db: Db, viewer: Reader, options: ListTasks, part: Part, count: number) {
  const { filter = {}, where, sort = DEFAULT_SORT } = options;
  const { sight } = part;
  const columns = sortColumns(sort, part, options.isShort === true || isOfOne(filter));
  const direction = isAscending(sort, options.position ?? null) ? "asc" : "desc";

  let query = tasksIn(db, viewer, sight, { sorts: sort.key === "sla", byClock: byClockOf(options, part) });
  // PostgreSQL only reads the index in order if the sort starts with the index's first column.
  if (sort.key === "attention" && part.due === "none") query = query.orderBy("task.due_at", direction);
  for (const column of columns) query = query.orderBy(column, direction);
  if (!where || part.open === 1 || engineOf(db) !== "sqlite")
    return query.where(and(conditionsOf(viewer, options, part))).limit(count);

  // For tasks that aren't all open, SQLite filters first and then sorts with every selected column. Selecting ids first
  // limits that to one page. PostgreSQL does so by itself.
  let ids = idsIn(db, viewer, options, part).limit(count);
  for (const column of columns) ids = ids.orderBy(column, direction);
  return query.where("task.id", "in", ids);
}

/** All of a list's tasks seen in one way, as a single part. */
export const wholeList = ({ filter = {} }: ListTasks, sight: AccessScope): Part => ({
  open: filter.status === "any" ? null : isOpenFilter(filter.status) ? 1 : 0,
  due: null,
  position: null,
  sight,
});

/** How to ask for a part's tasks: those of other parts may have no due clock. */
export const byClockOf = ({ isShort, filter = {} }: ListTasks, { clock }: Part): ByClock | null =>
  clock === "some" ? (isShort || isOfOne(filter) ? "of one" : "in order") : null;

export const idsIn = (db: Db, viewer: Reader, options: ListTasks, part: Part) =>
  tasksFrom(db, byClockOf(options, part))
    .select("task.id")
    .where(part.sight.rows)
    .where(and(conditionsOf(viewer, options, part)));

const ALWAYS = sql<SqlBool>`1 = 1`;

export const and = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length === 0 ? ALWAYS : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/** Conditions of a list, on top of what the viewer may see. */
export function conditionsOf(
  viewer: Reader,
  { where, filter = {}, sort = DEFAULT_SORT, isShort }: ListTasks,
  part: Part,
): RawBuilder<SqlBool>[] {
  const { sight, open, due, clock, position } = part;
  const conditions: RawBuilder<SqlBool>[] = [];
  const ask = (condition: RawBuilder<SqlBool>) => conditions.push(condition);

  if (open !== null) ask(sql`task.open = ${sql.lit(open)}`); // literal, so partial indexes on open tasks apply
  if (due !== null && sight.works) ask(due === "some" ? sql`task.due_at is not null` : sql`task.due_at is null`);
  if (clock && sight.works) ask(clock === "some" ? sql`clock_state.due_at is not null` : HAS_NO_CLOCK_DUE);
  if (position && position.values.length > 0) {
    const columns = sortColumns(sort, part, isShort === true || isOfOne(filter));
    const values = position.values.filter((value) => value !== null);
    const sign = isAscending(sort, position) ? sql`>` : sql`<`;
    ask(sql`(${sql.join(columns)}) ${sign} (${sql.join(values)})`);
    // SQLite only seeks in an index on expressions by a single one of them.
    if (sort.key === "attention") ask(sql`${columns[0]} ${sign}= ${values[0]}`);
  }
  if (where) ask(where(sight));

  const { status, assignee, priority, requester, tag, whose } = filter;
  if (whose === "colleagues" && !isAgent(viewer)) ask(sql`not ${isOwnRequest(viewer)}`);
  if (status !== undefined && status !== "open" && status !== "done" && status !== "any") {
    ask(sql`task.status = ${status}`);
  }
  if (requester !== undefined && isAgent(viewer)) {
    if (requester === "me") ask(sql`task.requester_id = ${viewer.id}`);
    else for (const one of searchPrefixes(requester)) ask(hasWords(sql.ref("task.requester_id"), one));
  }
  if (sight.works) {
    if (assignee === "none") ask(sql`task.assignee_id is null`);
    else if (assignee !== undefined) ask(sql`task.assignee_id = ${assignee === "me" ? viewer.id : assignee}`);
    if (priority !== undefined) ask(sql`task.priority = ${rankOf(priority)}`);
    if (tag !== undefined) ask(sql`task.id in (select task_id from task_tag where tag = ${tag})`);
  }
  return conditions;
}
