import { type RawBuilder, type SqlBool, sql } from "kysely";
import { compiledOnce } from "~/db/compiled.server";
import type { Db } from "~/db/types";
import { personBeginnings } from "~/features/users/user-keys";
import { isAgent, type Role, type Viewer } from "~/features/users/user-words";
import { PAGE_ROWS } from "~/lib/page-rows";
import { isUnread } from "./seen/unread.server";
import {
  changedAt,
  type Hidden,
  inCopyOf,
  isOwnRequest,
  type Sight,
  sightsOf,
  workingSight,
} from "./task-policy.server";
import { DEFAULT_SORT, INNER_SORTS, type Position, type Sort, type SortKey } from "./task-position";
import {
  DEFAULT_PRIORITY,
  isOpen,
  type PriorityKey,
  type RequestOf,
  rankOf,
  type StatusKey,
  statusOf,
} from "./task-words";

/** What a list is narrowed to. `requester` is the beginning of words of a name or an address. */
export type TaskFilter = {
  status?: StatusKey | "open" | "done" | "any" | undefined;
  assignee?: number | "me" | "none" | undefined;
  priority?: PriorityKey | undefined;
  requester?: string | undefined;
  tag?: string | undefined;
  /** For requesters: those that their organization shares with them, or these and their own. Undefined: their own. */
  whose?: "colleagues" | "all" | undefined;
};

export type ListTasks = {
  filter?: TaskFilter;
  /** A further condition on `task`, such as a compiled query, for each way of seeing it. */
  where?: ((sight: Pick<Sight, "works">) => RawBuilder<SqlBool>) | undefined;
  /** What else is among them: tasks that are found only by whoever asks for such. */
  hidden?: readonly Hidden[] | undefined;
  sort?: Sort;
  position?: Position | null;
  limit?: number;
};

/**
 * One page of tasks the viewer may see. `next` and `previous` are the values of the position to go on from, null at an
 * end. From the requester's side a task has no people, priority or tags, and as time of change that of the last public
 * message, because notes are none of their business. So has a confidential task among an agent's own.
 */
export async function listTasks(db: Db, viewer: Viewer, options: ListTasks = {}) {
  const { sort: wanted = DEFAULT_SORT, limit = PAGE_ROWS } = options;
  const sort = sortFor(viewer, wanted);
  const position = (sort === wanted && options.position) || null; // one in another order means nothing here
  const found = (await pageOf(db, viewer, { ...options, sort, position }, limit + 1)).slice(0, limit + 1);
  const backwards = position?.side === "before";
  const more = found.length > limit;
  const rows = found.slice(0, limit);
  if (backwards) rows.reverse();

  const [first, last] = [rows[0], rows.at(-1)];
  const previous = first && (backwards ? more : position !== null) ? valuesOf(first, sort) : null;
  const next = last && (backwards || more) ? valuesOf(last, sort) : null;
  return { tasks: await shown(db, rows), previous, next };
}

/** The order a viewer gets when asking for this one. */
export const sortFor = (viewer: Viewer, wanted: Sort): Sort =>
  isAgent(viewer) || !INNER_SORTS.includes(wanted.key) ? wanted : DEFAULT_SORT;

/** Rows in reading order of the page, or against it when going back; up to `count`. */
async function pageOf(db: Db, viewer: Viewer, options: ListTasks, count: number): Promise<Row[]> {
  const { sort = DEFAULT_SORT, position = null, filter = {} } = options;
  const sights = await sightsFor(db, viewer, options);
  const rows: Row[] = [];
  for (const part of partsOf(sort, position, filter, viewer)) {
    if (rows.length >= count) break;
    const pieces = sights.flatMap((sight) => part.open.map((open) => ({ ...part, open, sight })));
    const slices = await Promise.all(pieces.map((piece) => slice(db, viewer, options, piece, count - rows.length)));
    rows.push(...merged(slices, sort, runsUp(sort, position)));
  }
  return rows.slice(0, count);
}

/** The ways in which this person sees what the list may have. */
async function sightsFor(db: Db, viewer: Viewer, { filter = {}, hidden }: ListTasks): Promise<Sight[]> {
  // What is shared with somebody may be very much, and is not looked through for what is their own.
  const asking = filter.whose === undefined && !isAgent(viewer) ? { id: viewer.id, role: viewer.role } : viewer;
  const sights = await sightsOf(db, asking, hidden);
  return sights.filter((sight) => sight.works || !isAgent(viewer) || !asksInner(filter));
}

/** Whether a filter asks for what is not told from the requester's side: then no such task is among what it finds. */
const asksInner = ({ assignee, priority, tag }: TaskFilter) =>
  assignee !== undefined || priority !== undefined || tag !== undefined;

/** The tasks of a list that this person works on, up to `limit`, by number: as a query for their `id`. */
export function workedOnIn(db: Db, viewer: Viewer, { filter = {}, where }: ListTasks, limit: number) {
  const open = filter.status === "any" ? null : isOpenFilter(filter.status) ? 1 : 0;
  const part: Part = { open, due: null, position: null, sight: workingSight(viewer) };
  const byNumber: ListTasks = { filter, where, sort: { key: "number", direction: "asc" } };
  return sliceQuery(db, viewer, byNumber, part, limit).clearSelect().select("task.id");
}

/** How many tasks a list has, up to `most`: counting ends there. */
export async function countTasks(db: Db, viewer: Viewer, options: ListTasks, most: number): Promise<number> {
  const { filter = {} } = options;
  const open = filter.status === "any" ? null : isOpenFilter(filter.status) ? 1 : 0;
  let count = 0;
  for (const sight of await sightsFor(db, viewer, options)) {
    const part: Part = { open, due: null, position: null, sight };
    const some = sliceQuery(db, viewer, options, part, most - count)
      .clearSelect()
      .clearOrderBy()
      .select("task.id");
    const { n } = await db
      .selectFrom(some.as("some"))
      .select((eb) => eb.fn.countAll<number | string>().as("n"))
      .executeTakeFirstOrThrow();
    count += Number(n);
    if (count >= most) break;
  }
  return count;
}

/** One piece of the list that an index gives in order. `open` null: open or not. `due` null: does not matter. */
type Part = { open: 0 | 1 | null; due: "some" | "none" | null; position: Position | null; sight: Sight };

/**
 * The pieces of a list, in the order they are read. Due days come in two: those that are, and then the tasks without.
 * Indexes begin with `open`, so a list of open and done tasks together is merged of both where no other index serves.
 */
function partsOf(sort: Sort, position: Position | null, filter: TaskFilter, viewer: Viewer) {
  const both = filter.status === "any";
  const split = both && isAgent(viewer) && SPLIT.includes(sort.key);
  const open: Part["open"][] = split ? [1, 0] : [both ? null : isOpenFilter(filter.status) ? 1 : 0];
  if (sort.key !== "due" && sort.key !== "attention") return [{ open, due: null, position }];

  // Without a due day comes last, but in the order of what needs the least attention, where it is first.
  const dues: ("some" | "none")[] =
    sort.key === "attention" && sort.direction === "asc" ? ["none", "some"] : ["some", "none"];
  if (position?.side === "before") dues.reverse();
  const from = position ? dues.indexOf(position.values[0] === null ? "none" : "some") : 0;
  return dues.slice(from).map((due, index) => ({ open, due, position: index === 0 ? position : null }));
}

/** Orders whose index begins with `open`. */
const SPLIT: readonly SortKey[] = ["attention", "created", "priority", "due"];

const isOpenFilter = (status: TaskFilter["status"]) =>
  status === undefined || status === "open" || (status !== "done" && status !== "any" && isOpen(status));

/** Whether rows are read from small to large. */
const runsUp = ({ key, direction }: Sort, position: Position | null) =>
  (direction === (key === "attention" ? "desc" : "asc")) !== (position?.side === "before"); // the most: the smallest values

/**
 * What a page is sorted by. The tasks of one person are few: there the sort must not lure the engine into walking an
 * index of all tasks, which the plus before a column forbids to both.
 */
function columnsOf({ key }: Sort, { due, sight }: Part, filter: TaskFilter) {
  const ofOne = !sight.works || (filter.assignee !== undefined && filter.assignee !== "none");
  const column = (name: string) => (ofOne ? sql<number>`+${sql.ref(name)}` : sql<number>`${sql.ref(name)}`);
  const id = column("task.id");
  switch (key) {
    case "attention": {
      const values = [sight.works ? sql<number>`(4 - ${column("task.priority")})` : EVERY_URGENCY, WAITING_SINCE, id];
      return due === "some" ? [column("task.due_at"), ...values] : values;
    }
    case "updated":
      return [changedAt(sight), sight.works ? sql<number>`task.id` : id];
    case "created":
      return [column("task.created_at"), id];
    case "priority":
      return [sight.works ? column("task.priority") : EVERY_PRIORITY, changedAt(sight), id];
    case "due":
      return due === "some" ? [column("task.due_at"), id] : [id];
    case "number":
      return [id];
  }
}

/** Where priorities are not told, every task sorts like one that nobody has given any. */
const EVERY_PRIORITY = sql<number>`cast(${sql.lit(rankOf(DEFAULT_PRIORITY))} as integer)`;

const EVERY_URGENCY = sql<number>`cast(${sql.lit(4 - rankOf(DEFAULT_PRIORITY))} as integer)`;

/** Since when whoever asked has waited for an answer; after all times where nobody does. As the index has it. */
const WAITING_SINCE = sql<number>`(case when task.last_requester_at > coalesce(task.last_agent_at, 0)
  then task.last_requester_at else 999999999999999 end)`;

type Reader = Pick<Viewer, "id" | "role">;

/** The tasks the viewer sees in this way, with what a list shows of them. */
const tasksIn = (db: Db, viewer: Reader, sight: Sight) =>
  db
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .leftJoin("user as assignee", "assignee.id", "task.assignee_id")
    .select(["task.id", "task.title", "task.status", "task.priority", "task.due_at", "task.created_at"])
    .select(["task.snoozed_until", "task.requester_id", "task.last_requester_at", "task.last_agent_at"])
    .select(["requester.name as requester", "assignee.name as assignee"])
    .select(changedAt(sight).as("changed_at"))
    .$if(!sight.works, (query) => query.select(inCopyOf(viewer)))
    .select(sql<0 | 1>`case when ${isUnread(viewer, sight.works)} then 1 else 0 end`.as("unread"))
    .where(sight.rows);

async function slice(db: Db, viewer: Viewer, options: ListTasks, part: Part, count: number) {
  // No due day is told from the requester's side: all are among those without.
  if (!part.sight.works && part.due === "some") return [];
  const found = isQueue(viewer, options, part)
    ? await queueSlice(viewer.role, options.sort ?? DEFAULT_SORT, part.due)(db, { viewerId: viewer.id, count })
    : await sliceQuery(db, viewer, options, part, count).execute();
  return told(viewer, part.sight, found);
}

/** Whether it is a piece of all open tasks from their beginning: what agents ask for all day. */
const isQueue = ({ role }: Viewer, { filter = {}, where, position }: ListTasks, { sight, open }: Part) =>
  role !== "requester" && sight.works && open === 1 && !position && !where && isOfAllOpen(filter);

const isOfAllOpen = ({ status, ...others }: TaskFilter) =>
  (status === undefined || status === "open") && Object.values(others).every((value) => value === undefined);

type QueueSlice = (db: Db, values: { viewerId: number; count: number }) => Promise<Found>;
const queueSlices = new Map<string, QueueSlice>();

/** Such a piece, which is the same text each time: to build it takes longer than to answer it. */
function queueSlice(role: Role, sort: Sort, due: Part["due"]): QueueSlice {
  const key = `${role} ${sort.key} ${sort.direction} ${due}`;
  const known = queueSlices.get(key);
  if (known) return known;
  const made: QueueSlice = compiledOnce((db, { viewerId, count }: { viewerId: number; count: number }) => {
    const viewer = { id: viewerId, role };
    return sliceQuery(db, viewer, { sort }, { open: 1, due, position: null, sight: workingSight(viewer) }, count);
  });
  queueSlices.set(key, made);
  return made;
}

function sliceQuery(db: Db, viewer: Reader, options: ListTasks, part: Part, count: number) {
  const { filter = {}, where, sort = DEFAULT_SORT } = options;
  const { sight } = part;
  const columns = columnsOf(sort, part, filter);
  const direction = runsUp(sort, options.position ?? null) ? "asc" : "desc";

  let query = tasksIn(db, viewer, sight).limit(count);
  // PostgreSQL reads the index in its order only if that is said from its beginning.
  if (sort.key === "attention" && part.due === "none") query = query.orderBy("task.due_at", direction);
  for (const column of columns) query = query.orderBy(column, direction);

  if (part.open !== null) query = query.where("task.open", "=", part.open);
  if (part.due !== null && sight.works) query = query.where("task.due_at", part.due === "some" ? "is not" : "is", null);
  if (part.position) {
    const values = part.position.values.filter((value) => value !== null);
    const sign = direction === "asc" ? sql`>` : sql`<`;
    query = query.where(sql<SqlBool>`(${sql.join(columns)}) ${sign} (${sql.join(values)})`);
    // SQLite finds its place in an index of expressions only by one of them alone.
    if (sort.key === "attention") query = query.where(sql<SqlBool>`${columns[0]} ${sign}= ${values[0]}`);
  }
  if (where) query = query.where(where(sight));

  const { status, assignee, priority, requester, tag, whose } = filter;
  if (whose === "colleagues" && !isAgent(viewer)) query = query.where((eb) => eb.not(isOwnRequest(viewer)));
  if (status !== undefined && status !== "open" && status !== "done" && status !== "any") {
    query = query.where("task.status", "=", status);
  }
  if (isAgent(viewer)) {
    for (const beginning of personBeginnings(requester ?? "")) {
      query = query.where("requester.search_text", "like", `%${beginning}%`);
    }
  }
  if (sight.works) {
    if (assignee === "none") query = query.where("task.assignee_id", "is", null);
    else if (assignee !== undefined)
      query = query.where("task.assignee_id", "=", assignee === "me" ? viewer.id : assignee);
    if (priority !== undefined) query = query.where("task.priority", "=", rankOf(priority));
    if (tag !== undefined) {
      query = query.where("task.id", "in", (eb) => eb.selectFrom("task_tag").select("task_id").where("tag", "=", tag));
    }
  }
  return query;
}

type Found = Awaited<ReturnType<ReturnType<typeof tasksIn>["execute"]>>;

/** Rows as this viewer is told of them: by the values of a row, too, nothing internal reaches the requester's side. */
const told = (viewer: Viewer, { works }: Sight, rows: Found) =>
  rows.map((row) =>
    works
      ? { ...row, works, isOwn: true }
      : {
          ...row,
          ...{ priority: rankOf(DEFAULT_PRIORITY), due_at: null, assignee: null, snoozed_until: null },
          ...{ works, isOwn: row.requester_id === viewer.id },
        },
  );

type Row = Awaited<ReturnType<typeof slice>>[number];

function valuesOf(row: Row, { key }: Sort): (number | null)[] {
  switch (key) {
    case "attention":
      return [row.due_at, 4 - row.priority, waitingSince(row) ?? 999_999_999_999_999, row.id];
    case "updated":
      return [row.changed_at, row.id];
    case "created":
      return [row.created_at, row.id];
    case "priority":
      return [row.priority, row.changed_at, row.id];
    case "due":
      return [row.due_at, row.id];
    case "number":
      return [row.id];
  }
}

/** When whoever asked wrote what nobody has answered yet; null for nothing of the kind. */
const waitingSince = ({ last_requester_at, last_agent_at }: Pick<Row, "last_requester_at" | "last_agent_at">) =>
  last_requester_at !== null && last_requester_at > (last_agent_at ?? 0) ? last_requester_at : null;

/** Sorted lists as one; a single one as it is. Null is smaller than any number: such rows are never mixed with others. */
function merged(slices: Row[][], sort: Sort, up: boolean): Row[] {
  const [only, ...others] = slices;
  if (others.length === 0) return only ?? [];
  return slices.flat().sort((a, b) => {
    const [left, right] = [valuesOf(a, sort), valuesOf(b, sort)];
    const at = left.findIndex((value, index) => value !== right[index]);
    const order = at < 0 ? 0 : (left[at] ?? -1) - (right[at] ?? -1);
    return up ? order : -order;
  });
}

/** A row as the page shows it. */
export type ListedTask = {
  id: number;
  title: string;
  status: StatusKey;
  /** UTC milliseconds. */
  changedAt: number;
  dueAt: number | null;
  /** Something others did is newer than what the viewer has seen of it. */
  unread: boolean;
  /** What only those with agent access are told. */
  inner: {
    priority: number;
    requester: string;
    assignee: string | null;
    tags: string[];
    snoozedUntil: number | null;
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
  numbers: readonly number[],
  hidden: readonly Hidden[] = [],
): Promise<ListedTask[]> {
  if (numbers.length === 0) return [];
  const found = await Promise.all(
    (await sightsOf(db, viewer, hidden)).map(async (sight) =>
      told(viewer, sight, await tasksIn(db, viewer, sight).where("task.id", "in", numbers).execute()),
    ),
  );
  const byNumber = new Map(found.flat().map((row) => [row.id, row]));
  return shown(
    db,
    numbers.flatMap((number) => byNumber.get(number) ?? []),
  );
}

async function shown(db: Db, rows: Row[]): Promise<ListedTask[]> {
  const tags = await tagsOf(
    db,
    rows.filter((row) => row.works),
  );
  return rows.map((row) => ({
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
          tags: tags.get(row.id) ?? [],
          snoozedUntil: row.snoozed_until,
          waits: waitsFor(row),
        }
      : null,
    requestOf: row.isOwn ? null : { name: row.requester, inCopy: row.in_copy === 1 },
  }));
}

function waitsFor(row: Row): NonNullable<ListedTask["inner"]>["waits"] {
  if (row.snoozed_until !== null || !isOpen(row.status)) return null;
  const since = waitingSince(row);
  if (since !== null) return { for: "us", since };
  if (statusOf(row.status).awaits !== "requester" || row.last_agent_at === null) return null;
  return { for: "requester", since: row.last_agent_at };
}

async function tagsOf(db: Db, rows: Row[]): Promise<Map<number, string[]>> {
  const byTask = new Map<number, string[]>();
  if (rows.length === 0) return byTask;
  const ids = rows.map((row) => row.id);
  const tags = await db.selectFrom("task_tag").selectAll().where("task_id", "in", ids).orderBy("tag").execute();
  for (const { task_id, tag } of tags) byTask.set(task_id, [...(byTask.get(task_id) ?? []), tag]);
  return byTask;
}
