import type { FilterTexts } from "~/features/task-list/task-filters";
import { quoted, quotedName } from "./unanswerable-queries";

export const SEARCH_HELP = "/search?help=open";

/** Turns list filters into one query. The typed query comes last, so nothing in it can change the filters' meaning. */
export function queryOfFilters({ q, status, assignee, priority, requester, tag, team, type }: FilterTexts): string {
  const filters = Object.entries({ status, assignee, priority, team, type, requester, tag })
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}:${key === "tag" ? quotedName(value) : quoted(value)}`);
  // Without parentheses, an OR would split the filters.
  const written = filters.length > 0 && /\bOR\b/.test(q) ? `(${q})` : q;
  return [...filters, written].filter(Boolean).join(" ");
}

/** State in the search page's URL: query, page cursor (which depends on the sort order) and whether help is open. */
export type SearchAddress = { text: string; after: string | null; help: boolean };

export function parseSearchAddress(parameters: URLSearchParams): SearchAddress {
  return { text: parameters.get("q") ?? "", after: parameters.get("after"), help: parameters.has("help") };
}

export const explanationHref = (asked: { q?: string; task?: string }) =>
  `/search/explanation?${new URLSearchParams(asked)}`;

export function searchHref({ text, after = null }: { text: string; after?: string | null }): string {
  const parameters = new URLSearchParams();
  if (text !== "") parameters.set("q", text);
  if (after) parameters.set("after", after);
  return parameters.size > 0 ? `/search?${parameters}` : "/search";
}
