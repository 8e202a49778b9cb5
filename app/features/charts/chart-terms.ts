import * as say from "./charts-copy";

/*
 * What each bar counts, as the query that lists just those tasks. Days as queries have them: 2026-03-09.
 */

export const openedOn = (day: string) => `created:${day} status:any`;
export const resolvedOn = (day: string) => `resolved:${day} status:any`;

/** Open when the day ended, as far as tasks tell today: one that was opened again counts as open all the time. */
export const openAfter = (day: string) =>
  `created:<=${day} (is:open OR resolved:>${day} OR (resolved:none closed:>${day}))`;

/** How many days open tasks may be old, by kind of age, the oldest kind first; null for more than all of them. */
export const AGES = [
  { label: say.moreThan90Days, over: 90, upTo: null },
  { label: say.upTo90Days, over: 30, upTo: 90 },
  { label: say.upTo30Days, over: 7, upTo: 30 },
  { label: say.upToAWeek, over: 1, upTo: 7 },
  { label: say.upToADay, over: null, upTo: 1 },
] as const;

export const openFor = ({ over, upTo }: Pick<(typeof AGES)[number], "over" | "upTo">) =>
  ["is:open", over && `created:>${over}d`, upTo && `created:<=${upTo}d`].filter(Boolean).join(" ");

export const listOf = (query: string) => `/tasks?${new URLSearchParams({ q: query })}`;

/** So many days are told of. */
export const CHART_DAYS = 14;

export const CHARTS_TITLE = say.theLastDays(CHART_DAYS);
