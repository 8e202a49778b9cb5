import { sql } from "kysely";
import { changedAt, type Sight } from "~/features/tasks/task-policy.server";
import { DEFAULT_PRIORITY, isOpen, type PriorityKey, rankOf, type StatusKey } from "~/features/tasks/tasks";
import { isAgent, type Viewer } from "~/features/users/users";
import { type Row, waitingSince } from "./listed-tasks.server";
import type { Position, Sort, SortKey } from "./task-position";

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

/** One piece of the list that an index gives in order. `open` null: open or not. `due` null: does not matter. */
export type Part = { open: 0 | 1 | null; due: "some" | "none" | null; position: Position | null; sight: Sight };

/**
 * The pieces of a list, in the order they are read. Due days come in two: those that are, and then the tasks without.
 * Indexes begin with `open`, so a list of open and done tasks together is merged of both where no other index serves.
 */
export function partsOf(sort: Sort, position: Position | null, filter: TaskFilter, viewer: Viewer) {
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

/** Whether a filter asks for open tasks. */
export const isOpenFilter = (status: TaskFilter["status"]) =>
  status === undefined || status === "open" || (status !== "done" && status !== "any" && isOpen(status));

/** Whether rows are read from small to large. */
export const runsUp = ({ key, direction }: Sort, position: Position | null) =>
  (direction === (key === "attention" ? "desc" : "asc")) !== (position?.side === "before"); // the most: the smallest values

/**
 * What a page is sorted by. The tasks of one person are few: there the sort must not lure the engine into walking an
 * index of all tasks, which the plus before a column forbids to both.
 */
export function columnsOf({ key }: Sort, { due, sight }: Part, ofOne: boolean) {
  const column = (name: string) =>
    ofOne || !sight.works ? sql<number>`+${sql.ref(name)}` : sql<number>`${sql.ref(name)}`;
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

/** Whether a filter leaves only what is one person's to do. */
export const isOfOne = ({ assignee }: TaskFilter) => assignee !== undefined && assignee !== "none";

/** Where priorities are not told, every task sorts like one that nobody has given any. */
const EVERY_PRIORITY = sql<number>`cast(${sql.lit(rankOf(DEFAULT_PRIORITY))} as integer)`;

const EVERY_URGENCY = sql<number>`cast(${sql.lit(4 - rankOf(DEFAULT_PRIORITY))} as integer)`;

/** Since when whoever asked has waited for an answer; after all times where nobody does. As the index has it. */
const WAITING_SINCE = sql<number>`(case when task.last_requester_at > coalesce(task.last_agent_at, 0)
  then task.last_requester_at else 999999999999999 end)`;

/** Where a row stands in this order. */
export function valuesOf(row: Row, { key }: Sort): (number | null)[] {
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

/** Sorted lists as one; a single one as it is. Null is smaller than any number: such rows are never mixed with others. */
export function merged(slices: Row[][], sort: Sort, up: boolean): Row[] {
  const [only, ...others] = slices;
  if (others.length === 0) return only ?? [];
  return slices.flat().sort((a, b) => {
    const [left, right] = [valuesOf(a, sort), valuesOf(b, sort)];
    const at = left.findIndex((value, index) => value !== right[index]);
    const order = at < 0 ? 0 : (left[at] ?? -1) - (right[at] ?? -1);
    return up ? order : -order;
  });
}
