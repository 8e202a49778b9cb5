import { isStatusKey, PRIORITY_KEYS, TASK_LIMITS } from "~/features/tasks/tasks";
import { USER_LIMITS } from "~/features/users/users";
import { cleanText } from "~/lib/text";
import type { TaskFilter } from "./list-order.server";
import type { FilterTexts } from "./task-filters";
import {
  DEFAULT_SORT,
  type Position,
  parsePosition,
  parseSort,
  positionText,
  type Sort,
  sortFor,
  sortText,
} from "./task-position";

/** The state of a list, as its address has it. What cannot be read is left out: a stale bookmark shows a list, no error. */
export type ListAddress = {
  texts: FilterTexts;
  filter: TaskFilter;
  sort: Sort;
  position: Position | null;
  /** The saved view that the list begins with, empty for none. */
  view: string;
};

const MAX_TEXT = { q: 4_000, assignee: USER_LIMITS.typed, requester: 200, tag: TASK_LIMITS.tag * 4 } as const;

const ASSIGNEES = ["me", "none"] as const;

const WHOSE = ["colleagues", "all"] as const;

/** `works`: whether its reader works on tasks. `usual`: the order where it names none. */
export function parseListAddress(parameters: URLSearchParams, works: boolean, usual = DEFAULT_SORT): ListAddress {
  const texts = filtersIn(parameters, works);
  const sort = sortFor(works, parseSort(parameters.get("sort"), usual));
  const view = /^\w{1,20}$/.test(parameters.get("view") ?? "") ? (parameters.get("view") ?? "") : "";
  return { texts, filter: filterOf(texts), sort, position: parsePosition(parameters, sort), view };
}

/** The filters that it names. A single status is asked for by its key, which requesters do not know. */
export function filtersIn(parameters: URLSearchParams, works: boolean): FilterTexts {
  const text = (name: keyof FilterTexts) => cleanText(parameters.get(name) ?? "");
  const isMe = text("requester").toLowerCase() === "me";
  return {
    q: text("q").slice(0, MAX_TEXT.q),
    status: isStatus(text("status"), works) ? text("status") : "",
    assignee: text("assignee").slice(0, MAX_TEXT.assignee),
    priority: PRIORITY_KEYS.some((key) => key === text("priority")) ? text("priority") : "",
    requester: isMe ? "me" : text("requester").slice(0, MAX_TEXT.requester),
    tag: text("tag").toLowerCase().slice(0, MAX_TEXT.tag),
    whose: WHOSE.find((choice) => choice === text("whose")) ?? "",
  };
}

const isStatus = (status: string, works: boolean) =>
  ["open", "done", "any"].includes(status) || (works && isStatusKey(status));

/** Whether an assignee is one by name or address, which only a query understands. */
export const isNamed = (assignee: string) => assignee !== "" && !ASSIGNEES.some((word) => word === assignee);

/** Whether a tag is one of several, any or none, which only a query understands. */
export const isTagPattern = (tag: string) => tag === "any" || tag === "none" || tag.endsWith("*");

function filterOf({ q, status, assignee, priority, requester, tag, whose }: FilterTexts): TaskFilter {
  return {
    // With a query and no choice, the query says whether done tasks are wanted.
    status: (status || (q ? "any" : "open")) as TaskFilter["status"],
    assignee: ASSIGNEES.find((word) => word === assignee),
    priority: PRIORITY_KEYS.find((key) => key === priority),
    requester: requester || undefined,
    tag: isTagPattern(tag) ? undefined : tag || undefined,
    whose: WHOSE.find((choice) => choice === whose),
  };
}

/** The address of the same list, elsewhere or in another order. */
export function listHref(
  { texts = {}, sort, view = "" }: { texts?: Partial<FilterTexts>; sort: Sort; view?: string },
  position: Position | null = null,
  usual = DEFAULT_SORT,
): string {
  const parameters = new URLSearchParams(view && { view });
  for (const [name, text] of Object.entries(texts)) if (text !== "") parameters.set(name, text);
  if (sort.key !== usual.key || sort.direction !== usual.direction) parameters.set("sort", sortText(sort));
  if (position) parameters.set(position.side, positionText(position.values));
  const query = parameters.toString();
  return query === "" ? "/tasks" : `/tasks?${query}`;
}
