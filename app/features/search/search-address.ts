import type { FilterTexts } from "~/features/task-list/task-filters";
import { quoted, quotedName } from "./unanswerable-queries";

/** What a list is narrowed to, as one query. What was written comes last: nothing in it can change what the rest means. */
export function queryOfFilters({ q, status, assignee, priority, requester, tag }: FilterTexts): string {
  const filters = Object.entries({ status, assignee, priority, requester, tag })
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}:${key === "tag" ? quotedName(value) : quoted(value)}`);
  // What is written with OR in it would otherwise take the rest apart.
  const written = filters.length > 0 && /\bOR\b/.test(q) ? `(${q})` : q;
  return [...filters, written].filter(Boolean).join(" ");
}

/**
 * What the address of the search page says: the query as typed, where in its results, which depends on their order, and
 * whether somebody comes for the help.
 */
export type SearchAddress = { text: string; after: string | null; help: boolean };

export function parseSearchAddress(parameters: URLSearchParams): SearchAddress {
  return { text: parameters.get("q") ?? "", after: parameters.get("after"), help: parameters.has("help") };
}

/** Where it is told why a query finds a task, or not. */
export const explanationHref = (asked: { q?: string; task?: string }) =>
  `/search/explanation?${new URLSearchParams(asked)}`;

export function searchHref({ text, after = null }: { text: string; after?: string | null }): string {
  const parameters = new URLSearchParams();
  if (text !== "") parameters.set("q", text);
  if (after) parameters.set("after", after);
  return parameters.size > 0 ? `/search?${parameters}` : "/search";
}
