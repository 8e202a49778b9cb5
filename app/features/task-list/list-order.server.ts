import { type SqlBool, sql } from "kysely";
import { type AccessScope, changedAt } from "~/features/tasks/task-policy.server";
import { DEFAULT_PRIORITY, isOpen, type PriorityKey, rankOf, type StatusKey } from "~/features/tasks/tasks";
import { isAgent, type Viewer } from "~/features/users/users";
import { type Row, waitingSince } from "./listed-tasks.server";
import type { Position, Sort, SortKey } from "./task-sort-and-cursor";

/** Filters of a list. `requester` matches prefixes of words in a name or address. */
export type TaskFilter = {
  status?: StatusKey | "open" | "done" | "any" | undefined;
  assignee?: number | "me" | "none" | undefined;
  priority?: PriorityKey | undefined;
  requester?: string | undefined;
  tag?: string | undefined;
  /** For requesters: colleagues' shared requests, or those and their own. Undefined: their own. */
  whose?: "colleagues" | "all" | undefined;
};

/**
 * A piece of the list that one index returns in order. `open` null: both. `due` null: either. `clock`: with or without a
 * service-level clock that is due.
 */
export type Part = {
  open: 0 | 1 | null;
  due: "some" | "none" | null;
  clock?: "some" | "none";
  position: Position | null;
  sight: AccessScope;
};

/**
 * Splits a list into pieces, in reading order. Sorting by due day takes two: tasks with one, then tasks without, unless the
 * list has only one kind (`due`). Indexes begin with `open`, so a list of open and done tasks merges both where no other index serves.
 */
export function splitList(
  {
    sort,
    position,
    filter,
    due: only,
  }: { sort: Sort; position: Position | null; filter: TaskFilter; due?: Part["due"] },
  viewer: Viewer,
): (Omit<Part, "open" | "sight"> & { open: Part["open"][] })[] {
  const both = filter.status === "any";
  const split = both && isAgent(viewer) && SPLIT.includes(sort.key);
  const open: Part["open"][] = split ? [1, 0] : [both ? null : isOpenFilter(filter.status) ? 1 : 0];
  if (sort.key === "sla") {
    const clocks: ("some" | "none")[] = position?.side === "before" ? ["none", "some"] : ["some", "none"];
    const clockAt = position && position.values.length > 0 ? (position.values[0] === null ? "none" : "some") : null;
    const begin = clockAt === null ? 0 : clocks.indexOf(clockAt);
    return clocks
      .slice(begin)
      .map((clock, index) => ({ open, due: only ?? null, clock, position: index === 0 ? position : null }));
  }
  if (sort.key !== "due" && sort.key !== "attention") return [{ open, due: null, position }];

  // Tasks without a due day come last, except with the least attention first.
  const dues: ("some" | "none")[] =
    sort.key === "attention" && sort.direction === "asc" ? ["none", "some"] : ["some", "none"];
  const dueAt = position && position.values.length > 0 ? (position.values[0] === null ? "none" : "some") : null;
  if (only) return [{ open, due: only, position: dueAt === null || dueAt === only ? position : null }];
  if (position?.side === "before") dues.reverse();
  const from = dueAt === null ? 0 : dues.indexOf(dueAt);
  return dues.slice(from).map((due, index) => ({ open, due, position: index === 0 ? position : null }));
}

/** Sorts whose index begins with `open`. */
const SPLIT: readonly SortKey[] = ["attention", "created", "priority", "due"];

export const isOpenFilter = (status: TaskFilter["status"]) =>
  status === undefined || status === "open" || (status !== "done" && status !== "any" && isOpen(status));

/** Whether rows are read in ascending order of their values. */
export const isAscending = ({ key, direction }: Sort, position: Position | null) =>
  (direction === (key === "attention" ? "desc" : "asc")) !== (position?.side === "before"); // attention: smallest first

/**
 * Sort columns. Sorting a short list beats walking an index of all tasks: the unary plus keeps both engines off that index.
 */
export function sortColumns({ key }: Sort, { due, clock, sight }: Part, isShort: boolean) {
  const column = (name: string) =>
    isShort || !sight.works ? sql<number>`+${sql.ref(name)}` : sql<number>`${sql.ref(name)}`;
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
    case "sla":
      return clock === "some" ? [sql<number>`clock_state.due_at`, sql<number>`clock_state.task_id`] : [id];
    case "number":
      return [id];
  }
}

/** Whether a filter leaves only tasks assigned to one person. */
export const isOfOne = ({ assignee }: TaskFilter) => assignee !== undefined && assignee !== "none";

/** Where priorities are hidden, every task sorts as if it had the default one. */
const EVERY_PRIORITY = sql<number>`cast(${sql.lit(rankOf(DEFAULT_PRIORITY))} as integer)`;

const EVERY_URGENCY = sql<number>`cast(${sql.lit(4 - rankOf(DEFAULT_PRIORITY))} as integer)`;

/** Time of the requester's latest unanswered message, or a far-future value. Must match the index expression. */
const WAITING_SINCE = sql<number>`(case when task.last_requester_at > coalesce(task.last_agent_at, 0)
  then task.last_requester_at else 999999999999999 end)`;

export const HAS_NO_CLOCK_DUE = sql<SqlBool>`not exists (
  select 1 from clock_state where clock_state.task_id = task.id and clock_state.due_at is not null)`;

/** The columns that determine a row's position in any order. */
export type SortValues = Pick<
  Row,
  "id" | "due_at" | "clock_due" | "priority" | "created_at" | "changed_at" | "last_requester_at" | "last_agent_at"
>;

/** Cursor values of a row. */
export function cursorValues(row: SortValues, { key }: Sort): (number | null)[] {
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
    case "sla":
      return [row.clock_due, row.id];
    case "number":
      return [row.id];
  }
}

/** Merges sorted slices. Null sorts first, but rows with and without a due day are never merged. */
export function mergeSlices<R extends SortValues>(slices: R[][], sort: Sort, up: boolean): R[] {
  const [only, ...others] = slices;
  if (others.length === 0) return only ?? [];
  return slices.flat().sort((a, b) => {
    const [left, right] = [cursorValues(a, sort), cursorValues(b, sort)];
    const at = left.findIndex((value, index) => value !== right[index]);
    const order = at < 0 ? 0 : (left[at] ?? -1) - (right[at] ?? -1);
    return up ? order : -order;
  });
}
