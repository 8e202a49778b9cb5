import { statusChange } from "~/features/tasks/task-status";
import { defaultOf, isOpen, priorityOf, statusOf, typeName, UPDATE_FIELD } from "~/features/tasks/tasks";
import { personLabelWithId } from "~/features/users/users";
import { dayOf } from "~/lib/calendar-day";
import { type KnownPerson, type People, personKey } from "./import-people.server";
import type { ImportPerson, ImportRow } from "./import-rows.server";

/** The task columns an import changes. Times are UTC milliseconds. */
type TaskColumns = {
  title: string;
  type: string;
  status: string;
  open: 0 | 1;
  priority: number;
  due_at: number | null;
  reopen_count: number;
  resolved_at: number | null;
  closed_at: number | null;
  created_at: number;
  updated_at: number;
};

export type ImportTask = {
  /** Null until inserted. */
  id: number | null;
  externalKey: string;
  columns: TaskColumns;
  version: number;
  requester: KnownPerson;
  assignee: KnownPerson | null;
  createdBy: KnownPerson | null;
  tags: string[];
  /** Values of the map's extra fields, in the order of their names. */
  fields: (string | null)[];
  description: string;
  tagsChanged: boolean;
  /** Whether the task needs reindexing for search. */
  wordsChanged: boolean;
};

/** An `event` row, with the task in place of its id. */
export type Entry = {
  task: ImportTask;
  actor_id: number | null;
  kind: "created" | "changed";
  field: string | null;
  old_value: string | null;
  new_value: string | null;
  external_key: string;
  at: number;
};

type Context = { people: People; fieldNames: readonly string[]; now: number };

const known = (people: People, person: ImportPerson | null | undefined): KnownPerson | null =>
  (person && people.get(personKey(person))) ?? null;

/** Creates a task in its opening state with its first history entries. `applyRow` then brings it to the row's state. */
export function beginTask(
  row: ImportRow,
  { people, fieldNames, now }: Context,
): { task: ImportTask; entries: Entry[] } {
  const createdAt = row.openedAt ?? row.at ?? now;
  const createdBy = known(people, row.openedBy === undefined ? row.by : row.openedBy);
  const requester = known(people, row.requester);
  if (!requester) throw new Error("The requester must be created before the task.");
  const task: ImportTask = {
    ...{ id: null, externalKey: row.taskKey, version: 1 },
    columns: {
      ...{
        title: row.title,
        type: row.type,
        status: defaultOf("new"),
        open: 1,
        priority: row.priority,
        due_at: row.dueAt ?? null,
      },
      ...{ reopen_count: 0, resolved_at: null, closed_at: null, created_at: createdAt, updated_at: createdAt },
    },
    ...{ requester, assignee: null, createdBy, tags: row.tags ?? [] },
    fields: [...row.fields],
    description: row.description,
    ...{ tagsChanged: (row.tags ?? []).length > 0, wordsChanged: true },
  };
  const actor_id = createdBy?.id ?? null;
  const told = { task, actor_id, external_key: row.key, at: createdAt, old_value: null };
  const entries: Entry[] = [{ ...told, kind: "created", field: null, new_value: null }];
  for (const [index, value] of row.fields.entries()) {
    if (value === null) continue;
    entries.push({ ...told, kind: "changed", field: fieldNames[index] ?? "", new_value: value });
  }
  return { task, entries };
}

/**
 * Applies a row to the task and returns the history entries: at least one, so history records who acted and when.
 *
 * begun  whether this row also began the task
 */
export function applyRow(
  task: ImportTask,
  row: ImportRow,
  { people, fieldNames, now }: Context,
  begun: boolean,
): Entry[] {
  const { columns } = task;
  const at = row.at ?? (begun ? finishedAt(row, columns.created_at) : now);
  const actor = known(people, row.by);
  const entries: Entry[] = [];
  const tell = (field: string, from: string | null, to: string | null) => {
    const values = { old_value: from || null, new_value: to || null };
    entries.push({ task, actor_id: actor?.id ?? null, kind: "changed", field, ...values, external_key: row.key, at });
  };

  if (row.title !== columns.title) {
    tell("title", columns.title, row.title);
    columns.title = row.title;
    task.wordsChanged = true;
  }
  if (row.type !== columns.type) {
    tell("type", typeName(columns.type), typeName(row.type));
    columns.type = row.type;
  }
  if (row.priority !== columns.priority) {
    tell("priority", priorityOf(columns.priority).name, priorityOf(row.priority).name);
    columns.priority = row.priority;
  }
  const requester = known(people, row.requester);
  if (requester && requester.id !== task.requester.id) {
    tell("requester", personLabelWithId(task.requester), personLabelWithId(requester));
    task.requester = requester;
    task.wordsChanged = true;
  }
  if (row.assignee !== undefined) {
    const assignee = known(people, row.assignee);
    if (assignee?.id !== task.assignee?.id) tell("assignee", task.assignee?.name ?? null, assignee?.name ?? null);
    task.assignee = assignee;
  }
  if (row.dueAt !== undefined && row.dueAt !== columns.due_at) {
    tell("due", dayOf(columns.due_at), dayOf(row.dueAt));
    columns.due_at = row.dueAt;
  }
  if (row.tags !== undefined && row.tags.join() !== task.tags.join()) {
    tell("tags", task.tags.join(", "), row.tags.join(", "));
    task.tags = row.tags;
    task.tagsChanged = task.wordsChanged = true;
  }
  for (const [index, value] of row.fields.entries()) {
    const before = task.fields[index] ?? null;
    if (value !== before) tell(fieldNames[index] ?? "", before, value);
    task.fields[index] = value;
  }
  if (row.status !== columns.status) {
    tell("status", statusOf(columns.status).name, statusOf(row.status).name);
    Object.assign(columns, statusChange(columns, row.status, at));
  }
  if (!isOpen(row.status)) {
    // Times given in the file override those derived from its rows.
    if (row.resolvedAt !== null && row.status !== "cancelled") columns.resolved_at = row.resolvedAt;
    if (row.closedAt !== null && statusOf(row.status).category === "closed") columns.closed_at = row.closedAt;
  }
  columns.updated_at = Math.max(columns.updated_at, at);

  const saysNothingNew = begun && at === columns.created_at && actor?.id === task.createdBy?.id;
  if (entries.length === 0 && !saysNothingNew) tell(UPDATE_FIELD, null, null);
  return entries;
}

/** When a finished task was finished, for a file without event times. */
function finishedAt(row: ImportRow, createdAt: number): number {
  const { category } = statusOf(row.status);
  const at = category === "closed" ? (row.closedAt ?? row.resolvedAt) : category === "resolved" ? row.resolvedAt : null;
  return at ?? createdAt;
}
