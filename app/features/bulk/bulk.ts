import type { Actions } from "~/features/actions/actions";
import type { Flash } from "~/lib/flash";
import * as say from "./bulk-copy";

/** Most tasks in one bulk change, for agents and for leads and admins. Up to `atOnce` are changed within the request. */
export const BULK_LIMITS = { agent: 500, lead: 5_000, atOnce: 500 } as const;

/**
 * Changes to make to each task. `text` is the macro's text when it was chosen, filled in and sent for each task. `windowMs` is
 * how long replies are held, `origin` the desk's base URL.
 */
export type BulkWanted = Actions & {
  macro?: string;
  text?: { kind: "reply" | "note"; body: string; windowMs: number; origin: string };
};

/**
 * How many requesters a macro with a reply would write to, shown before one is chosen. `all` is null if the whole list can't
 * be changed; `chosen` is 0 if no task is selected.
 */
export function describeReplies(chosen: number, all: number | null): string {
  if (chosen > 0) return all ? say.repliesToSelectedOrAll(chosen, all) : say.repliesToSelected(chosen);
  return all ? say.repliesToAll(all) : "";
}

export const bulkHref = (id: number) => `/tasks/bulk/${id}`;

/** URL of the list with this query. */
export function backToList(list: string): string {
  const search = new URLSearchParams(list).toString();
  return search === "" ? "/tasks" : `/tasks?${search}`;
}

/** Whether it's the URL of a list or board of tasks. */
export const isListHref = (href: string) => /^\/tasks(?:\/board)?(?:\?[\x21-\x7e]{0,8000})?$/.test(href);

/** URL where a list's menus send changes and read choices. `list` is the query of the list's URL. */
export const inPlaceHref = (list: string) => `/tasks/bulk/in-place?${new URLSearchParams({ list })}`;

/** The response to a change made from a menu: a toast about the result, or the page to go to. */
export type InPlaceAnswer = { toast: Pick<Flash, "type" | "text" | "action" | "link"> } | { href: string };

/** Choices that only the server knows. `asksFirst`: a macro is confirmed on the bulk page. `all`: tasks of the whole list, counted up to `most` + 1; null if it can't be read. */
export type MenuChoices = {
  teams: { id: number; name: string }[];
  macros: { id: number; name: string; asksFirst: boolean }[];
  all: { count: number; most: number } | null;
};

/** Drops fields without a choice. */
export const chosenActions = ({ addTags, removeTags, ...fields }: Actions): Actions => ({
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  ...(addTags && addTags.length > 0 && { addTags }),
  ...(removeTags && removeTags.length > 0 && { removeTags }),
});
