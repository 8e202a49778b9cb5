import type { FilterTexts } from "./task-filters";

/** What a list is narrowed to, as one query. */
export function queryOfFilters(texts: FilterTexts): string {
  const { q, status, assignee, priority, requester, tag } = texts;
  // What is written with OR in it would otherwise take the rest apart.
  const written = q && /\bOR\b/.test(q) && (status || assignee || priority || requester || tag) ? `(${q})` : q;
  const parts = [["status", status] as const, ["assignee", assignee] as const, ["priority", priority] as const];
  const more = [...parts, ["requester", requester] as const, ["tag", tag] as const];
  return [written, ...more.map(([key, value]) => value && `${key}:${quoted(value)}`)].filter(Boolean).join(" ");
}

const quoted = (value: string) => (/^[^\s",()]+$/.test(value) ? value : `"${value.replaceAll('"', '\\"')}"`);
