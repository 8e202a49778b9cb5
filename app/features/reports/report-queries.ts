import { quotedName } from "~/features/search/unanswerable-queries";
import type { Dimension } from "./reports";

/* Queries that list exactly the tasks a report counts. */

export const daysQuery = (from: string, to: string) => (from === to ? from : `${from}..${to}`);

/** The part of a query that picks a group. `called`: a name or key that means only this one. */
export function groupQuery(by: Dimension, called: string | null): string {
  const key = { team: "team", agent: "assignee", type: "type", organization: "org", tag: "tag" }[by];
  return `${key}:${called === null ? "none" : quotedName(called)}`;
}

/**
 * Completes a query with the group and the report's filter. `team:any` leaves out requests that the viewer only sees as their
 * requester. `zone`: the desk's, if the viewer's days are others.
 */
export function completeQuery(query: string, group: string | null, filter: string, zone: string | null): string {
  const parts = [query, group?.startsWith("team:") ? null : "team:any", group, "status:any"];
  if (filter.trim() !== "") parts.push(`(${filter.trim()})`);
  if (zone !== null) parts.push(`zone:${zone}`);
  return parts.filter((part) => part !== null).join(" ");
}

export const listOf = (query: string) => `/tasks?${new URLSearchParams({ q: query })}`;
