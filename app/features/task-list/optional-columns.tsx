import type { ReactNode } from "react";
import { isOpen, priorityOf } from "~/features/tasks/tasks";
import { PriorityMark } from "~/ui/badges";
import { isOver } from "~/ui/format-time";
import { DueDay, Time } from "~/ui/time";
import type { FieldTexts } from "./field-columns.server";
import type { ListedTask } from "./listed-tasks.server";
import { COLUMNS, type Column, type ColumnKey, type FieldColumn, type ListedClocks } from "./task-columns";
import type { TaskExtra } from "./task-columns.server";
import * as say from "./task-list-copy";
import type { SortKey } from "./task-sort-and-cursor";

type Row = ListedTask & { extra?: TaskExtra; fields?: FieldTexts; clocks?: ListedClocks };

/** Look, sort key and cell of a column. Columns marked minor are hidden on phones. */
type ColumnLook = { className: string; sort?: SortKey; cell: (task: Row, now: number) => ReactNode };

const time = (at: number | null | undefined, now: number) => at != null && <Time at={at} now={now} />;

const MINOR = "task-person task-minor";

/** Tags shown per row; the task page has all of them. */
const MOST_TAGS = 2;

/**
 * Links to tasks with the same tags, and how many more tags there are. Skipped by Tab, because a row hides them if they don't
 * fit; the tag filter does the same.
 */
export const tagLinks = (tags: readonly string[]) =>
  tags.length > 0 && (
    <span className="row-tags">
      {tags.slice(0, MOST_TAGS).map((tag) => (
        <a key={tag} className="tag" href={`/tasks?tag=${encodeURIComponent(tag)}`} tabIndex={-1}>
          {tag}
        </a>
      ))}
      {tags.length > MOST_TAGS && (
        <span className="tag" title={tags.slice(MOST_TAGS).join(", ")}>
          {say.moreTags(tags.length - MOST_TAGS)}
        </span>
      )}
    </span>
  );

type ClockKey = keyof ListedClocks;
const clockState = (key: ClockKey): ColumnLook => ({ className: MINOR, cell: ({ clocks }) => clocks?.[key]?.state });
const clockDue = (key: ClockKey): ColumnLook => ({
  className: "task-time task-minor",
  cell: ({ clocks }, now) => time(clocks?.[key]?.dueAt, now),
});
const clockUsed = (key: ClockKey): ColumnLook => ({
  className: `${MINOR} number`,
  cell: ({ clocks }) => clocks?.[key]?.used,
});

const LOOKS: Record<ColumnKey, ColumnLook> = {
  requester: { className: MINOR, cell: ({ inner }) => inner?.requester },
  assignee: { className: "task-person", cell: ({ inner }) => inner?.assignee },
  team: { className: MINOR, cell: ({ extra }) => extra?.team },
  organization: { className: MINOR, cell: ({ extra }) => extra?.organization },
  type: { className: MINOR, cell: ({ extra }) => extra?.type },
  priority: {
    className: "task-priority task-minor",
    sort: "priority",
    cell: ({ inner }) => inner && <PriorityMark rank={inner.priority} name={priorityOf(inner.priority).name} />,
  },
  tags: {
    className: "task-tags task-minor",
    cell: ({ inner }) => inner && tagLinks(inner.tags),
  },
  due: {
    className: "task-time task-due task-minor",
    sort: "due",
    cell: ({ dueAt }, now) => dueAt !== null && <DueDay at={dueAt} now={now} />,
  },
  created: {
    className: "task-time task-minor",
    sort: "created",
    cell: ({ extra }, now) => time(extra?.createdAt, now),
  },
  updated: { className: "task-time", sort: "updated", cell: ({ changedAt }, now) => time(changedAt, now) },
  first_response: clockState("first"),
  first_response_due: clockDue("first"),
  first_response_used: clockUsed("first"),
  next_response: clockState("next"),
  next_response_due: clockDue("next"),
  next_response_used: clockUsed("next"),
  resolution: clockState("resolution"),
  resolution_due: clockDue("resolution"),
  resolution_used: clockUsed("resolution"),
};

/** Texts longer than this many characters get a wider column. */
const LINE = 20;

const fieldClass = ({ kind }: FieldColumn) => (kind === "number" ? `${MINOR} number` : MINOR);

export type ColumnHeading = { key: string; words: string; className?: string; sort?: SortKey };

export const headingOf = (column: Column): ColumnHeading =>
  typeof column === "string"
    ? { key: column, words: COLUMNS[column], ...LOOKS[column] }
    : { key: column.key, words: column.label, className: fieldClass(column) };

export const columnCells = (task: Row, columns: readonly Column[], now: number) =>
  columns.map((column) => {
    if (typeof column !== "string") {
      const text = task.fields?.[column.key] ?? "";
      return (
        <td key={column.key} className={text.length > LINE ? `${fieldClass(column)} is-long` : fieldClass(column)}>
          {text}
        </td>
      );
    }
    const { className, cell } = LOOKS[column];
    const isLate = column === "due" && task.dueAt !== null && isOver(task.dueAt, now) && isOpen(task.status);
    return (
      <td key={column} className={isLate ? `${className} is-late` : className}>
        {cell(task, now)}
      </td>
    );
  });
