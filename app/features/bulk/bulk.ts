import type { Actions } from "~/features/actions/actions";
import * as say from "./bulk-copy";

/** How many tasks an agent changes in one go, and how many leads and admins do; so many at once are changed while one waits. */
export const BULK_LIMITS = { agent: 500, lead: 5_000, atOnce: 500 } as const;

/**
 * What is wanted of each task. `text` is sent to each, filled in for it: that of a macro, as it was when that was chosen;
 * `windowMs` is how long replies are held, `origin` the address of the desk.
 */
export type BulkWanted = Actions & {
  macro?: string;
  text?: { kind: "reply" | "note"; body: string; windowMs: number; origin: string };
};

/**
 * Before a macro is chosen: to how many requesters one that replies would write. `all` is null where not all of the list can
 * be changed; the chosen ones are none where somebody came without any.
 */
export function repliesInWords(chosen: number, all: number | null): string {
  if (chosen > 0) return all ? say.repliesToChosenOrAll(chosen, all) : say.repliesToChosen(chosen);
  return all ? say.repliesToAll(all) : "";
}

export const bulkHref = (id: number) => `/tasks/bulk/${id}`;
