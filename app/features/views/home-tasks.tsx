import { useNavigation } from "@remix-run/react";
import { type FocusEvent, type FormEvent, type ReactNode, useRef, useState } from "react";
import { TaskTable } from "~/features/task-list/task-table";
import * as terms from "~/features/tasks/tasks-copy";
import { MINUTE_MS } from "~/lib/durations";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageForm } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";
import type { TaskAtRisk } from "./at-risk.server";
import { AT_RISK, afterTaking, HOME_GROUPS, type HomeGroupKey, UNASSIGNED_ELSEWHERE } from "./home-groups";
import type { HomeGroup } from "./home-groups.server";
import { formatViewCount } from "./views";
import * as say from "./views-copy";

/** Id of the form that "Assign to me" submits, in every row. */
const TAKE_FORM = "take";

const takeButton = ({ id }: { id: number }) => (
  <Button form={TAKE_FORM} formAction={`/tasks/${id}/assignment`} data-key="i">
    {terms.assignToMe}
  </Button>
);

/** Number of the task that a form action assigns; NaN for any other. */
const takenBy = (action: string | null | undefined) => Number(/\/tasks\/(\d+)\/assignment$/.exec(action ?? "")?.[1]);

type Held = { groups: readonly HomeGroup[]; atRisk: readonly TaskAtRisk[]; taken: readonly number[] };

/**
 * Keeps the rows in place after a task is taken, until pointer and focus have left them. Otherwise the next click would
 * hit another task.
 */
function useRowsInPlace(groups: readonly HomeGroup[], atRisk: readonly TaskAtRisk[]) {
  const box = useRef<HTMLDivElement>(null);
  const taking = takenBy(useNavigation().formAction);
  const [held, hold] = useState<Held | null>(null);
  const isInRow = (focused: Element | null) => box.current?.contains(focused?.closest("tr") ?? null) === true;
  const isBusy = (focused: Element | null) => box.current?.matches(":hover") === true || isInRow(focused);
  const isIn = (keys: readonly HomeGroupKey[], id: number) =>
    groups.some(({ key, tasks }) => keys.includes(key) && tasks.some((task) => task.id === id));

  function noteOn(id: number): string | null {
    if (!held?.taken.includes(id)) return null;
    if (id === taking || isIn(["waiting", "others"], id)) return say.assignedToYou;
    return isIn(["unassigned"], id) ? null : say.notUnassignedAnyMore;
  }
  return {
    /** Shown above the rows. */
    atRisk: held?.atRisk ?? atRisk,
    shown: held?.groups ?? afterTaking(groups, taking), // optimistic
    /** The note in place of a taken task's button; null for the button. */
    noteOn,
    events: {
      ref: box,
      onSubmit: ({ nativeEvent }: FormEvent) => {
        const id = takenBy((nativeEvent as SubmitEvent).submitter?.getAttribute("formaction"));
        if (id && isBusy(document.activeElement))
          hold((before) => ({ ...(before ?? { groups, atRisk }), taken: [...(before?.taken ?? []), id] }));
      },
      onPointerLeave: () => isBusy(document.activeElement) || hold(null),
      onBlur: ({ relatedTarget }: FocusEvent) => isBusy(relatedTarget as Element | null) || hold(null),
    },
  };
}

type HomeTasksProps = { groups: readonly HomeGroup[]; atRisk: readonly TaskAtRisk[]; now: number };

/** An agent's tasks on the home page: those that await them, their other ones, and those they can take. */
export function HomeTasks({ groups, now, ...props }: HomeTasksProps) {
  const { shown, atRisk, noteOn, events } = useRowsInPlace(groups, props.atRisk);
  const action = (task: { id: number }): ReactNode => {
    const note = noteOn(task.id);
    return note === null ? takeButton(task) : <span className="row-note">{note}</span>;
  };
  return (
    <div className="home-tasks" {...events}>
      <PageForm id={TAKE_FORM} hidden data-keeps-scroll>
        <input type="hidden" name="back" value="/" />
      </PageForm>
      {atRisk.length > 0 && (
        <TaskLinks
          title={say.atRisk}
          tasks={atRisk.map((task) => ({ ...task, note: dueIn(task.dueAt, now) }))}
          list={AT_RISK}
        />
      )}
      {shown.map(({ key, tasks, count, elsewhere }) => {
        const { title, nothing, search } = HOME_GROUPS[key];
        if (tasks.length === 0 && nothing === "") return null;
        return (
          <section key={key} aria-label={title}>
            <SectionHeader title={title}>
              {count > 0 && (
                <>
                  <span className="home-count">{formatViewCount(count)}</span>
                  <a href={`/tasks?${search}`}>
                    {say.showAll}
                    <span className="unseen"> {say.inGroup(title)}</span>
                  </a>
                </>
              )}
            </SectionHeader>
            {tasks.length > 0 ? (
              <TaskTable
                {...{ tasks, now }}
                name={title}
                list={search}
                action={key === "unassigned" ? action : undefined}
              />
            ) : (
              <EmptyState small title={nothing}>
                {elsewhere && <a href={`/tasks?${UNASSIGNED_ELSEWHERE}`}>{say.showUnassignedInOtherTeams}</a>}
              </EmptyState>
            )}
          </section>
        );
      })}
    </div>
  );
}

function dueIn(at: number, now: number): ReactNode {
  if (at <= now) return <span className="is-late">{say.isOverdue}</span>;
  return <span>{at - now < MINUTE_MS ? say.isDueNow : say.isDue(<Time at={at} now={now} />)}</span>;
}

type TaskLinksProps = {
  title: string;
  tasks: readonly { id: number; title: string; note?: ReactNode }[];
  /** The list that starts with these tasks, as in a URL. */
  list?: string;
};

/** Links to a few tasks in one line, such as recently viewed ones. */
export const TaskLinks = ({ title, tasks, list }: TaskLinksProps) => (
  <nav className="task-links" aria-label={title} data-prefetch="intent">
    <h2>{title}</h2>
    <ul>
      {tasks.map(({ id, title, note }) => (
        <li key={id}>
          <a href={`/tasks/${id}`}>{title}</a>
          {note}
        </li>
      ))}
    </ul>
    {list !== undefined && (
      <a href={`/tasks?${list}`}>
        {say.showAll}
        <span className="unseen"> {say.inGroup(title)}</span>
      </a>
    )}
  </nav>
);
