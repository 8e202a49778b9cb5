import type { ReactNode } from "react";
import { isOpen, type StatusKey, statusOf, whoseRequest } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { DAY_MS } from "~/lib/durations";
import { StatusMark } from "~/ui/badges";
import { Day, DaysSince } from "~/ui/time";
import { groupedRows } from "./grouped-rows";
import type { ListedTask } from "./listed-tasks.server";
import { type ColumnHeading, columnCells, headingOf, tagLinks } from "./optional-columns";
import { unreadButton } from "./seen-form";
import { type Column, DEFAULT_COLUMNS } from "./task-columns";
import type { ShownGroup } from "./task-groups";
import * as say from "./task-list-copy";
import { type Sort, sortOnClick } from "./task-sort-and-cursor";

/** A heading, with a link if it sorts; `hrefOf` is the URL of this list in another order. */
function Heading({ words, className, sort: by, sorting }: Omit<ColumnHeading, "key"> & { sorting: Sorting }) {
  if (!sorting || !by) return <th className={className}>{words}</th>;
  const { sort, hrefOf } = sorting;
  const order = sort.key !== by ? undefined : sort.direction === "asc" ? "ascending" : "descending";
  return (
    <th className={className} aria-sort={order}>
      <a href={hrefOf(sortOnClick(by, sort))}>{words}</a>
    </th>
  );
}

type Sorting = { sort: Sort; hrefOf: (sort: Sort) => string } | null;

/** Default columns of a list. Tags are in the title's cell. */
const INNER_COLUMNS = DEFAULT_COLUMNS.filter((column) => column !== "tags");
const OUTER_COLUMNS = ["updated"] as const;

/** Selects the whole page even without scripts: the value lists all ids. On a phone, the only visible part of the head. */
const pickAll = (tasks: readonly ListedTask[]) => (
  <label className="pick-all">
    <input type="checkbox" name="id" value={tasks.flatMap(({ id, inner }) => (inner ? [id] : [])).join()} />
    <span className="unseen">{say.chooseAllOnThisPage}</span>
  </label>
);

/** One short note beside the title: whose request, until when it's snoozed, or for how many days an answer is missing. */
function noteOn({ inner, requestOf }: ListedTask, now: number) {
  const since = inner?.waitingSince ?? now;
  const note = requestOf
    ? whoseRequest(requestOf)
    : inner?.snoozeDay != null
      ? terms.snoozedUntil(<Day at={inner.snoozeDay} now={now} />)
      : now - since >= DAY_MS && say.waiting(<DaysSince at={since} now={now} />);
  return note && <span className="row-note">{note}</span>;
}

const rowClass = (status: StatusKey, unread: boolean) =>
  isOpen(status) ? (unread ? "is-unread" : undefined) : unread ? "is-done is-unread" : "is-done";

/**
 * Tasks as rows of one height: a long title is cut off, and a note or tags that don't fit beside it are hidden. Plain elements,
 * no component per row: this is the page people wait for most often. The default agent columns only appear if some row has
 * agent data.
 */
export function TaskTable({
  tasks,
  now,
  name = terms.tasks,
  sorting = null,
  marks = false,
  picks = false,
  columns = null,
  list = null,
  groups = null,
  action,
  hits,
}: {
  tasks: readonly ListedTask[];
  /** UTC milliseconds, from the loader. */
  now: number;
  name?: string;
  sorting?: Sorting;
  /** Makes the unread mark a button that marks the task as read; the page must have a `SeenForm`. */
  marks?: boolean;
  /** Adds checkboxes for tasks the viewer has agent access to, and one for all. The caller provides the form. */
  picks?: boolean;
  /** Chosen columns; null for the default ones. */
  columns?: readonly Column[] | null;
  /** Query string of the list, which its links carry so that a task page leads back to it; null for none. */
  list?: string | null;
  /** Groups of the tasks, one after another; null for none. */
  groups?: readonly ShownGroup[] | null;
  /** Adds a last column with a button for each task. */
  action?: ((task: ListedTask) => ReactNode) | undefined;
  /** Search hits by task number: the title with marks, and an excerpt below. */
  hits?: Readonly<Record<number, { title?: ReactNode; excerpt?: ReactNode }>>;
}) {
  const hasInner = tasks.some((task) => task.inner !== null);
  const shown = columns ?? (hasInner ? INNER_COLUMNS : OUTER_COLUMNS);
  const from = list === null ? "" : `?list=${encodeURIComponent(list)}`;
  const rows = tasks.map((task) => {
    const { id, title, status, unread, inner } = task;
    const tags = columns ? [] : (inner?.tags ?? []);
    const { category, name, requesterName, colour } = statusOf(status);
    return (
      <tr key={id} className={rowClass(status, unread)}>
        <td className="task-status">
          {picks && inner && <input type="checkbox" name="id" value={id} aria-label={say.chooseTask(id)} />}
          <StatusMark category={category} colour={colour} name={inner ? name : requesterName} />
        </td>
        <td className="task-number">{`#${id}`}</td>
        <th scope="row" className="task-title">
          <div className="row-line">
            {unread && (marks ? unreadButton(id) : <span className="unread-mark">{terms.unread}</span>)}
            <span className="row-name">
              <a className="row-link" href={`/tasks/${id}${from}`} title={title}>
                {hits?.[id]?.title ?? title}
              </a>
              {noteOn(task, now)}
              {tagLinks(tags)}
            </span>
          </div>
          {hits?.[id]?.excerpt}
        </th>
        {columnCells(task, shown, now)}
        {action && <td className="task-action">{action(task)}</td>}
      </tr>
    );
  });
  const table = (
    <table className={columns ? "table tasks is-chosen" : "table tasks"} aria-label={name} data-prefetch="intent">
      <thead>
        <tr>
          {/* Named, or screen readers would announce the select-all label with each status. */}
          <th className="task-status" aria-label={terms.status}>
            {picks && hasInner && pickAll(tasks)}
            <span>{terms.status}</span>
          </th>
          <Heading className="task-number" sort="number" words={say.number} sorting={sorting} />
          <Heading words={hasInner ? terms.task : terms.request} sorting={sorting} />
          {shown.map(headingOf).map(({ key, ...heading }) => (
            <Heading key={key} {...heading} sorting={sorting} />
          ))}
          {action && <td />}
        </tr>
      </thead>
      {groups ? groupedRows(rows, groups, shown.length + (action ? 4 : 3)) : <tbody>{rows}</tbody>}
    </table>
  );
  if (!columns) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll it sideways
    <section className="sideways" aria-label={say.allColumnsOf(name)} tabIndex={0}>
      {table}
    </section>
  );
}
