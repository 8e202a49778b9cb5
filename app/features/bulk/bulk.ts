import type { Actions } from "~/features/actions/actions";
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
