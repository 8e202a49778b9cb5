import type { FilterTexts } from "~/features/task-list/task-filters";
import { quoted, quotedName } from "./quoted";

/** What a list is narrowed to, as one query. What was written comes last: nothing in it can change what the rest means. */
export function queryOfFilters({ q, status, assignee, priority, requester, tag }: FilterTexts): string {
  const filters = Object.entries({ status, assignee, priority, requester, tag })
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}:${key === "tag" ? quotedName(value) : quoted(value)}`);
  // What is written with OR in it would otherwise take the rest apart.
  const written = filters.length > 0 && /\bOR\b/.test(q) ? `(${q})` : q;
  return [...filters, written].filter(Boolean).join(" ");
}
