import { isStatusKey, PRIORITY_KEYS, TASK_LIMITS, types } from "~/features/tasks/tasks";
import { USER_LIMITS } from "~/features/users/users";
import { cleanText } from "~/lib/text";
import type { TaskFilter } from "./list-order.server";
import { type FilterTexts, TEXT_FILTER } from "./task-filters";
import { type Grouping, parseGrouping } from "./task-groups";
import {
  DEFAULT_SORT,
  type Position,
  parsePosition,
  parseSort,
  positionText,
  type Sort,
  sortFor,
  sortText,
} from "./task-sort-and-cursor";

/** State of a list in its URL. Invalid values are ignored: a stale bookmark shows a list, not an error. */
export type ListAddress = {
  texts: FilterTexts;
  filter: TaskFilter;
  sort: Sort;
  position: Position | null;
  /** Key of the saved view, empty for none. */
  view: string;
  group: Grouping | null;
};

const MAX_TEXT = {
  q: 4_000,
  assignee: USER_LIMITS.typed,
  requester: TEXT_FILTER,
  tag: TASK_LIMITS.tag * 4,
  team: TEXT_FILTER,
} as const;

const ASSIGNEES = ["me", "none"] as const;

const WHOSE = ["colleagues", "all"] as const;

/** Reads a list's state from its URL. `works`: the viewer is an agent. `usual`: the default sort. */
export function parseListAddress(parameters: URLSearchParams, works: boolean, usual = DEFAULT_SORT): ListAddress {
  const texts = filtersIn(parameters, works);
  const sort = sortFor(works, parseSort(parameters.get("sort"), usual));
  const view = /^\w{1,20}$/.test(parameters.get("view") ?? "") ? (parameters.get("view") ?? "") : "";
  const group = parseGrouping(parameters.get("group"), works);
  return { texts, filter: filterOf(texts), sort, position: parsePosition(parameters, sort), view, group };
}

/** Reads the filters from a URL. Only agents can filter by a single status: requesters don't know its key. */
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
    team: works ? text("team").slice(0, MAX_TEXT.team) : "",
    type: works && types().some(({ key }) => key === text("type")) ? text("type") : "",
    whose: WHOSE.find((choice) => choice === text("whose")) ?? "",
  };
}

const isStatus = (status: string, works: boolean) =>
  ["open", "done", "any"].includes(status) || (works && isStatusKey(status));

/** Whether an assignee is a name or address, which needs a query. */
export const isNamed = (assignee: string) => assignee !== "" && !ASSIGNEES.some((word) => word === assignee);

/** Whether a tag is `any`, `none` or a prefix, which needs a query. */
export const isTagPattern = (tag: string) => tag === "any" || tag === "none" || tag.endsWith("*");

function filterOf({ q, status, assignee, priority, requester, tag, whose }: FilterTexts): TaskFilter {
  return {
    // Without a status filter, the query decides whether done tasks are included.
    status: (status || (q ? "any" : "open")) as TaskFilter["status"],
    assignee: ASSIGNEES.find((word) => word === assignee),
    priority: PRIORITY_KEYS.find((key) => key === priority),
    requester: requester || undefined,
    tag: isTagPattern(tag) ? undefined : tag || undefined,
    whose: WHOSE.find((choice) => choice === whose),
  };
}

/** Query string of a list's first page, for links that lead back to the list. */
export function withoutCursor(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of ["after", "before", "in"]) parameters.delete(name);
  return parameters.toString();
}

/** URL of a list at another position or in another order. */
export function listHref(
  {
    texts = {},
    sort,
    view = "",
    group = null,
  }: Partial<Pick<ListAddress, "view" | "group">> & {
    texts?: Partial<FilterTexts>;
    sort: Sort;
  },
  position: Position | null = null,
  usual = DEFAULT_SORT,
): string {
  const parameters = new URLSearchParams(view && { view });
  for (const [name, text] of Object.entries(texts)) if (text !== "") parameters.set(name, text);
  if (sort.key !== usual.key || sort.direction !== usual.direction) parameters.set("sort", sortText(sort));
  if (group) parameters.set("group", group);
  if (position) parameters.set(position.side, positionText(position.values));
  if (position?.group !== undefined) parameters.set("in", position.group);
  const query = parameters.toString();
  return query === "" ? "/tasks" : `/tasks?${query}`;
}
