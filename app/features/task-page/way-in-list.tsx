import { type ReactNode, useState } from "react";
import type { ListPlace } from "~/features/task-list/list-place.server";
import { Icon } from "~/ui/icon";
import * as say from "./task-page-copy";

/**
 * The list that a task was opened from, and the task's place in it.
 *
 * list   the list's own search string, as in `?list=`; null for none or an invalid one
 * place  null without a list, and for requesters
 */
export type WayInList = { list: string | null; place: ListPlace | null };

/** URL of a task that keeps the list it was opened from. */
export const taskHref = (id: number, list: string | null) =>
  list === null ? `/tasks/${id}` : `/tasks/${id}?${new URLSearchParams({ list })}`;

/** Totals above this aren't counted. */
const COUNTED = 999;

const totalText = (total: number) => (total > COUNTED ? say.moreThan(COUNTED) : String(total));

/** Links back to the list, and on to the tasks beside this one. Remounts for another task. */
export function WayInListLinks({
  way: { list, place },
  label,
  children,
}: {
  way: WayInList;
  label: string;
  children: ReactNode;
}) {
  // Keeps the order on arrival: a reply may move the task in the list, but Next still leads to the task that followed
  // it.
  const [arrived] = useState({ list, place });
  const known = place && arrived.list === list ? arrived.place : place;
  const { previous = null, next = null, position = null, total = null } = known ?? {};
  return (
    <nav className="task-way" aria-label={label}>
      <a className="task-way-back" href={list ? `/tasks?${list}` : "/tasks"}>
        <Icon name="chevron-left" />
        {say.backToList}
      </a>
      {children}
      {place && (
        <span className="task-way-on">
          {position !== null && total !== null && position <= COUNTED && (
            <span>{say.placeInList(position, totalText(total))}</span>
          )}
          <Step to={previous} {...{ list }} rel="prev" icon="chevron-left" name={say.previousTask} />
          <Step to={next} {...{ list }} rel="next" icon="chevron-right" name={say.nextTask} />
        </span>
      )}
    </nav>
  );
}

type StepProps = {
  to: number | null;
  list: string | null;
  rel: "prev" | "next";
  icon: "chevron-left" | "chevron-right";
  name: string;
};

/** Keeps its place at an end of the list. */
const Step = ({ to, list, rel, icon, name }: StepProps) =>
  to === null ? (
    <span className="button button-quiet" aria-hidden="true" aria-disabled="true">
      <Icon name={icon} />
    </span>
  ) : (
    <a
      className="button button-quiet"
      href={taskHref(to, list)}
      rel={rel}
      aria-label={name}
      title={name}
      data-command=""
      data-key={rel === "next" ? "]" : "["}
    >
      <Icon name={icon} />
    </a>
  );
