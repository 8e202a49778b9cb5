import { formatNumber } from "~/lib/numbers";
import * as say from "./views-copy";

/** Words and limits of saved views that browser and server share. */

/** Personal views are counted for each person, all others together. */
export const VIEW_LIMITS = { name: 60, query: 1_000, personal: 50, shared: 100 } as const;

/** So many views somebody may have in the sidebar. */
export const MOST_PINS = 8;

/** How many tasks of a view are counted: nobody waits for more, and nobody reads a larger number. */
export const COUNTED = 99;

/** So many tasks of a list are counted: where there are more, that is what is said. */
export const TOTAL = 1_000;

/** "1 task", "128 tasks", "1,000+ tasks"; to who works on none, requests. */
export function totalInWords(total: number, works: boolean): string {
  if (total === 1) return works ? say.oneTask : say.oneRequest;
  const count = formatNumber(Math.min(total, TOTAL)) + (total > TOTAL ? "+" : "");
  return works ? say.tasksFound(count) : say.requestsFound(count);
}

/** So many tasks of a list are exported as a file. */
export const EXPORTED = 10_000;

export const countInWords = (count: number) => (count > COUNTED ? `${COUNTED}+` : String(count));

/** A list with a name. `sort` as in an address, empty for the usual order. */
export type NamedView = { key: string; name: string; query: string; sort: string };

/** Views that everybody who works on tasks has from the beginning. */
export const SHIPPED_VIEWS: readonly NamedView[] = [
  { key: "mine", name: say.myOpenTasks, query: "assignee:me status:open -is:snoozed", sort: "" },
  { key: "unassigned", name: say.unassignedInMyTeams, query: "team:me is:unassigned status:open", sort: "" },
  { key: "unread", name: say.unread, query: "is:unread status:open updated:<30d", sort: "updated-desc" },
  { key: "waiting", name: say.waitingForRequester, query: "awaiting:requester team:me", sort: "updated-asc" },
  { key: "overdue", name: say.overdue, query: "is:overdue", sort: "due-asc" },
  { key: "resolved", name: say.recentlyResolved, query: "status:resolved,closed resolved:<7d", sort: "updated-desc" },
];

/** Where a view is shown. */
export const viewHref = (key: string) => `/tasks?view=${key}`;

/** Where it is told what a query may ask. */
export const SEARCH_HELP = "/search?help=open";
