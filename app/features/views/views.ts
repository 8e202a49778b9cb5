import { formatNumber } from "~/lib/numbers";
import * as say from "./views-copy";

/** The limit for personal views is per person, the one for shared views is for the whole desk. */
export const VIEW_LIMITS = { name: 60, query: 1_000, personal: 50, shared: 100 } as const;

/** Most views a viewer can pin in the sidebar. */
export const MOST_PINS = 8;

/** Cap on view counts: higher numbers take longer and aren't more useful. */
export const COUNTED = 99;

/** Cap on a list's total, shown as "1,000+". */
export const TOTAL = 1_000;

/** Total as text: "1 task", "128 tasks", "1,000+ tasks"; "requests" for requesters. */
export function formatTotal(total: number, works: boolean): string {
  if (total === 1) return works ? say.oneTask : say.oneRequest;
  const count = formatNumber(Math.min(total, TOTAL)) + (total > TOTAL ? "+" : "");
  return works ? say.tasksFound(count) : say.requestsFound(count);
}

/** Most tasks in an export. */
export const MOST_TASKS_EXPORTED = 10_000;

export const formatViewCount = (count: number) => (count > COUNTED ? `${COUNTED}+` : String(count));

/** Groups of views in menus: the viewer's own, those of their teams, and the desk's. */
export const VIEW_GROUPS = ["mine", "team", "everyone"] as const;

/** A view in a menu. */
export type ListedView = { key: string; name: string; group: (typeof VIEW_GROUPS)[number] };

/** A named list. `sort` as in a URL, empty for the default one. */
export type NamedView = { key: string; name: string; query: string; sort: string };

/** Built-in views for every agent. */
export const SHIPPED_VIEWS: readonly (NamedView & ListedView)[] = [
  { key: "mine", group: "mine", name: say.myOpenTasks, query: "assignee:me status:open -is:snoozed", sort: "" },
  {
    key: "unassigned",
    group: "team",
    name: say.unassignedInMyTeams,
    query: "team:me is:unassigned status:open",
    sort: "",
  },
  { key: "unread", group: "mine", name: say.unread, query: "is:unread status:open updated:<30d", sort: "updated-desc" },
  {
    key: "waiting",
    group: "team",
    name: say.waitingForRequester,
    query: "awaiting:requester team:me",
    sort: "updated-asc",
  },
  { key: "overdue", group: "everyone", name: say.overdue, query: "is:overdue", sort: "due-asc" },
  {
    key: "resolved",
    group: "everyone",
    name: say.recentlyResolved,
    query: "status:resolved,closed resolved:<7d",
    sort: "updated-desc",
  },
];

export const viewHref = (key: string) => `/tasks?view=${key}`;
