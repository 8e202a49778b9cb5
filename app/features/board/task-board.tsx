import { useNavigate, useRevalidator } from "@remix-run/react";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { backToList, inPlaceHref } from "~/features/bulk/bulk";
import { changeInPlace } from "~/features/bulk/change-in-place";
import type { Asked } from "~/features/bulk/list-actions.island";
import type { ListedTask } from "~/features/task-list/listed-tasks.server";
import { mayMove } from "~/features/tasks/task-status";
import { DEFAULT_PRIORITY, isOpen, offeredStatuses, priorityOf, rankOf, statusOf } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { useApplyWhenChosen } from "~/ui/apply-when-chosen";
import { PriorityMark, StatusMark } from "~/ui/badges";
import { Button } from "~/ui/button";
import { isOver } from "~/ui/format-time";
import { onListAction } from "~/ui/list-keys";
import { Person } from "~/ui/person";
import { DueDay } from "~/ui/time";
import { useLazyModule } from "~/ui/use-lazy-module";
import * as say from "./board-copy";
import type { BoardColumn } from "./board-read.server";

type Props = {
  columns: readonly BoardColumn[];
  /** The query of the list's URL, and links to the list of one status. */
  list: string;
  hrefOf: (status: string) => string;
  requestKey: string;
  /** UTC milliseconds, from the loader. */
  now: number;
};

const loadActions = () => import("~/features/bulk/list-actions.island");

const STEPS: Partial<Record<string, { across: number; down: number }>> = {
  ArrowLeft: { across: -1, down: 0 },
  ArrowRight: { across: 1, down: 0 },
  ArrowUp: { across: 0, down: -1 },
  ArrowDown: { across: 0, down: 1 },
};

/** A move that's on its way: the card already shows in its new column. `isSaved`: only the board must be read again. */
type Move = { id: number; to: string; isSaved: boolean };

/** Shows the moved card in its new column. It returns if the move is refused. */
function withMove(columns: readonly BoardColumn[], move: Move): readonly BoardColumn[] {
  const card = columns.flatMap(({ tasks }) => tasks).find(({ id }) => id === move.id);
  if (!card) return columns;
  return columns.map((column) => {
    const others = column.tasks.filter(({ id }) => id !== card.id);
    return { ...column, tasks: column.status === move.to ? [{ ...card, status: move.to }, ...others] : others };
  });
}

/** Whether an agent may move a task between these statuses; the server has the last word. */
const canMove = (from: string, to: string, now: number) =>
  mayMove({ status: from, closed_at: null, merged_into: null, reopen_days: 0 }, to, "agent", now);

/**
 * Tasks in a column per status. Cards move by drag, with the key S, and by a form on each card, which without scripts loads the
 * board again.
 */
export function TaskBoard({ columns, list, hrefOf, requestKey, now }: Props) {
  const board = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { revalidate, state } = useRevalidator();
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const [dragged, setDragged] = useState<ListedTask | null>(null);
  const [actions, wake] = useLazyModule(loadActions);
  const [asked, ask] = useState<Asked | null>(null);

  const wayBack = `?${new URLSearchParams({ list: [list, "layout=board"].filter(Boolean).join("&") })}`;

  useEffect(
    () =>
      onListAction((name, from) => {
        wake();
        ask({ name, from });
      }),
    [wake],
  );

  // The focus follows the card, unless it has gone on.
  const focused = useRef<number | null>(null);
  useEffect(() => {
    if (document.activeElement === document.body) {
      board.current?.querySelector<HTMLElement>(`[data-task="${focused.current}"] .row-link`)?.focus();
    }
    if (moves.length === 0) focused.current = null;
  }, [moves]);

  const wasLoading = useRef(false);
  useEffect(() => {
    if (wasLoading.current && state === "idle") setMoves((all) => all.filter(({ isSaved }) => !isSaved));
    wasLoading.current = state === "loading";
  }, [state]);

  async function moveTo(task: ListedTask, to: string) {
    if (task.status === to) return;
    const card = board.current?.querySelector(`[data-task="${task.id}"]`);
    focused.current = card?.contains(document.activeElement) ? task.id : null;
    const isThis = (move: Move) => move.id === task.id && move.to === to;
    setMoves((all) => [...all.filter(({ id }) => id !== task.id), { id: task.id, to, isSaved: false }]);
    const changed = await changeInPlace(list, { id: String(task.id), status: to });
    if (typeof changed === "object") navigate(changed.href);
    else if (changed) {
      setMoves((all) => all.map((move) => (isThis(move) ? { ...move, isSaved: true } : move)));
      revalidate();
    } else setMoves((all) => all.filter((move) => !isThis(move)));
  }

  /** Left and right go to the column beside, up and down to the next card. */
  function step(event: KeyboardEvent) {
    const by = STEPS[event.key];
    const link = event.target as HTMLElement;
    const columns = [...(board.current?.querySelectorAll(".board-column") ?? [])]
      .map((column) => [...column.querySelectorAll<HTMLElement>(".row-link")])
      .filter((links) => links.length > 0);
    const at = columns.findIndex((links) => links.includes(link));
    if (!by || at < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const links = columns[at + by.across] ?? [];
    const row = (columns[at]?.indexOf(link) ?? 0) + by.down;
    const next = links[by.across === 0 ? row : Math.min(row, links.length - 1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  const drops = (status: string) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged && canMove(dragged.status, status, now)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged) void moveTo(dragged, status);
      setDragged(null);
    },
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go between the links of its cards.
    <div ref={board} className="board" data-list-actions onKeyDown={step}>
      {moves.reduce(withMove, columns).map(({ status, tasks, goesOn }) => {
        const { category, colour, name } = statusOf(status);
        return (
          <section
            key={status}
            className={dragged && canMove(dragged.status, status, now) ? "board-column is-target" : "board-column"}
            aria-labelledby={`column-${status}`}
            {...drops(status)}
          >
            <h2 id={`column-${status}`}>
              <StatusMark category={category} colour={colour} name={name} />{" "}
              <span className="board-count">{say.cardsShown(tasks.length, goesOn)}</span>
            </h2>
            {tasks.length > 0 ? (
              <ul>
                {tasks.map((task) => (
                  <li
                    key={task.id}
                    className={moves.some(({ id }) => id === task.id) ? "board-card is-moving" : "board-card"}
                    {...(task.inner && {
                      "data-task": task.id,
                      draggable: true,
                      onDragStart: (event: DragEvent) => {
                        event.dataTransfer.effectAllowed = "move";
                        event.dataTransfer.setData("text/plain", `#${task.id}`);
                        setDragged(task);
                      },
                      onDragEnd: () => setDragged(null),
                    })}
                  >
                    <Card task={task} now={now} href={`/tasks/${task.id}${wayBack}`} />
                    {task.inner && (
                      <MoveForm {...{ task, list, requestKey, now }} onMove={(to) => void moveTo(task, to)} />
                    )}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="board-none">{say.noTasks}</p>
            )}
            {goesOn && <a href={hrefOf(status)}>{say.showAll(name)}</a>}
          </section>
        );
      })}
      {actions && <actions.ListActions asked={asked} ask={ask} list={list} scope={board} />}
    </div>
  );
}

type CardProps = { task: ListedTask; now: number; href: string };

function Card({ task: { id, title, unread, inner, dueAt, status }, now, href }: CardProps) {
  const isLate = dueAt !== null && isOver(dueAt, now) && isOpen(status);
  return (
    <>
      <p className="board-title">
        {unread && <span className="unread-mark">{terms.unread}</span>}
        <a className="row-link" href={href} draggable={false}>
          {title}
        </a>
      </p>
      <p className="board-facts">
        <span className="task-id">#{id}</span>
        {inner && inner.priority !== rankOf(DEFAULT_PRIORITY) && (
          <PriorityMark rank={inner.priority} name={priorityOf(inner.priority).name} />
        )}
        {dueAt !== null && (
          <span className={isLate ? "is-late" : undefined}>
            <DueDay at={dueAt} now={now} />
          </span>
        )}
        {inner?.assignee && <Person name={inner.assignee} />}
      </p>
    </>
  );
}

/** Names of forms in request keys have no digits (`lib/form-key`). */
const inLetters = (id: number) => String(id).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");

type MoveFormProps = Pick<Props, "list" | "requestKey" | "now"> & { task: ListedTask; onMove: (to: string) => void };

/** Moves a card without dragging. With scripts, choosing a status moves it at once. */
function MoveForm({ task: { id, status }, list, requestKey, now, onMove }: MoveFormProps) {
  const applyWhenChosen = useApplyWhenChosen((select) => {
    const to = select.value;
    select.value = "";
    if (to !== "") onMove(to);
  });
  return (
    <form className="board-move" method="post" action={inPlaceHref(list)} data-keeps-scroll>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="back" value={backToList(list).replace("/tasks", "/tasks/board")} />
      <input type="hidden" name="requestKey" value={`${requestKey}-${inLetters(id)}`} />
      <select className="input" name="status" aria-label={say.moveTo(id)} defaultValue="" {...applyWhenChosen}>
        <option value="">{say.moveEllipsis}</option>
        {offeredStatuses()
          .filter(({ key }) => key !== status && canMove(status, key, now))
          .map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
      </select>
      <Button look="quiet">{say.move}</Button>
    </form>
  );
}
