import { Fragment, type ReactNode } from "react";
import { isOpen, priorityOf, type StatusKey, statusOf, whoseRequest } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { PriorityMark, StatusMark, Tag } from "~/ui/badges";
import { isOver } from "~/ui/format-time";
import { Day, DueDay, Time } from "~/ui/time";
import type { ListedTask } from "./listed-tasks.server";
import { chosenCells, headingOf } from "./optional-columns";
import { unreadButton } from "./seen-form";
import type { Column } from "./task-columns";
import * as say from "./task-list-copy";
import { type Sort, type SortKey, sortOnClick } from "./task-position";

/** A heading that sorts; `hrefOf` is the URL of this list in another order. */
function Heading({
  by,
  words,
  sorting,
  className,
}: {
  by: SortKey;
  words: string;
  sorting: Sorting;
  className?: string;
}) {
  if (!sorting) return <th className={className}>{words}</th>;
  const { sort, hrefOf } = sorting;
  const order = sort.key !== by ? undefined : sort.direction === "asc" ? "ascending" : "descending";
  return (
    <th className={className} aria-sort={order}>
      <a href={hrefOf(sortOnClick(by, sort))}>{words}</a>
    </th>
  );
}

function chosenHeading(column: Column, sorting: Sorting) {
  const { key, words, className, sort } = headingOf(column);
  if (sort) return <Heading key={key} by={sort} words={words} sorting={sorting} className={className} />;
  return (
    <th key={key} className={className}>
      {words}
    </th>
  );
}

type Sorting = { sort: Sort; hrefOf: (sort: Sort) => string } | null;

/** Empty agent columns, for an agent's own confidential request. */
const NOTHING_INNER = (
  <>
    <td className="task-person task-minor" />
    <td className="task-person" />
    <td className="task-priority task-minor" />
    <td className="task-time task-minor" />
  </>
);

/** Selects the whole page even without scripts: the value lists all ids. On a phone, the only visible part of the head. */
const pickAll = (tasks: readonly ListedTask[]) => (
  <label className="pick-all">
    <input type="checkbox" name="id" value={tasks.flatMap(({ id, inner }) => (inner ? [id] : [])).join()} />
    <span className="unseen">{say.chooseAllOnThisPage}</span>
  </label>
);

/** Tags shown per row; the task page has all of them. */
const MOST_TAGS = 5;

const rowClass = (status: StatusKey, unread: boolean) =>
  isOpen(status) ? (unread ? "is-unread" : undefined) : unread ? "is-done is-unread" : "is-done";

/**
 * Tasks as rows. Plain elements, no component per row: this is the page people wait for most often. The default agent
 * columns only appear if some row has agent data.
 */
export function TaskTable({
  tasks,
  now,
  name = terms.tasks,
  sorting = null,
  marks = false,
  picks = false,
  columns = null,
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
  /** Search hits by task number: the title with marks, and an excerpt below. */
  hits?: Readonly<Record<number, { title?: ReactNode; excerpt?: ReactNode }>>;
}) {
  const hasInner = tasks.some((task) => task.inner !== null);
  const usual = hasInner && !columns;
  const table = (
    <table className={columns ? "table tasks is-chosen" : "table tasks"} aria-label={name} data-prefetch="intent">
      <thead>
        <tr>
          {/* Named, or screen readers would announce the select-all label with each status. */}
          <th className="task-status" aria-label={terms.status}>
            {picks && hasInner && pickAll(tasks)}
            <span>{terms.status}</span>
          </th>
          <Heading by="number" words={terms.task} sorting={sorting} />
          {columns?.map((column) => chosenHeading(column, sorting))}
          {usual && <th className="task-person task-minor">{terms.requester}</th>}
          {usual && <th className="task-person">{terms.assignee}</th>}
          {usual && (
            <Heading by="priority" words={terms.priority} sorting={sorting} className="task-priority task-minor" />
          )}
          {usual && <Heading by="due" words={terms.due} sorting={sorting} className="task-time task-minor" />}
          {!columns && <Heading by="updated" words={say.updated} sorting={sorting} className="task-time" />}
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => {
          const { id, title, status, changedAt, dueAt, unread, inner, requestOf } = task;
          const cells = columns ? null : inner;
          const { category, name, requesterName, colour } = statusOf(status);
          return (
            <tr key={id} className={rowClass(status, unread)}>
              <td className="task-status">
                {picks && inner && <input type="checkbox" name="id" value={id} aria-label={say.chooseTask(id)} />}
                <StatusMark category={category} colour={colour} name={inner ? name : requesterName} />
              </td>
              <th scope="row" className="task-title">
                {unread && (marks ? unreadButton(id) : <span className="unread-mark">{terms.unread}</span>)}
                <a className="row-link" href={`/tasks/${id}`}>
                  {hits?.[id]?.title ?? title}
                </a>{" "}
                <span className="task-meta">
                  <span className="task-id">{`#${id}`}</span>{" "}
                  {inner?.snoozeDay != null && (
                    <>
                      <span className="task-id">
                        · {terms.snoozedUntil(<Day at={inner.snoozeDay} now={now} />)}
                      </span>{" "}
                    </>
                  )}
                  {inner?.waits && (
                    <>
                      <span className={inner.waits.for === "us" ? "task-waits is-ours" : "task-waits"}>
                        {(inner.waits.for === "us" ? say.asked : say.answered)(
                          <Time at={inner.waits.since} now={now} />,
                        )}
                      </span>{" "}
                    </>
                  )}
                  {requestOf && (
                    <>
                      <span className="task-copy">{whoseRequest(requestOf)}</span>{" "}
                    </>
                  )}
                  {cells?.tags.slice(0, MOST_TAGS).map((tag) => (
                    <Fragment key={tag}>
                      <Tag name={tag} href={`/tasks?tag=${encodeURIComponent(tag)}`} />{" "}
                    </Fragment>
                  ))}
                  {cells && cells.tags.length > MOST_TAGS && (
                    <span className="tag">{say.moreTags(cells.tags.length - MOST_TAGS)}</span>
                  )}
                </span>
                {hits?.[id]?.excerpt}
              </th>
              {usual && inner === null && NOTHING_INNER}
              {cells && <td className="task-person task-minor">{cells.requester}</td>}
              {cells && <td className="task-person">{cells.assignee}</td>}
              {cells && (
                <td className="task-priority task-minor">
                  <PriorityMark rank={cells.priority} name={priorityOf(cells.priority).name} />
                </td>
              )}
              {cells && (
                <td
                  className={
                    dueAt !== null && isOver(dueAt, now) && isOpen(status)
                      ? "task-time task-due task-minor is-late"
                      : "task-time task-due task-minor"
                  }
                >
                  {dueAt !== null && <DueDay at={dueAt} now={now} />}
                </td>
              )}
              {columns ? (
                chosenCells(task, columns, now)
              ) : (
                <td className="task-time">
                  <Time at={changedAt} now={now} />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
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
