import type { Actions } from "~/features/tasks/actions/actions";
import { formatNumber } from "~/lib/format-number";

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
  const people = (count: number) => `${formatNumber(count)} ${count === 1 ? "requester" : "requesters"}`;
  const ofChosen = chosen > 0 && `${people(chosen)} of the tasks you have chosen`;
  const ofAll = all !== null && all > 0 && `${people(all)} of the whole list`;
  const said = [ofChosen, ofAll].filter(Boolean).join(", or to ");
  return said && `A macro with a reply writes to ${said}.`;
}

export const bulkHref = (id: number) => `/tasks/bulk/${id}`;

/** "1 task", "1,200 tasks". */
export const tasksInWords = (count: number) => `${formatNumber(count)} ${count === 1 ? "task" : "tasks"}`;
