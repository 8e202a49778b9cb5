import * as say from "./charts-copy";

/* Queries that list exactly the tasks a bar counts. Days as in queries: 2026-03-09. */

export const openedOn = (day: string) => `created:${day} status:any`;
export const resolvedOn = (day: string) => `resolved:${day} status:any`;

/** Tasks open at the end of a day, going by their current state: a reopened task counts as open throughout. */
export const openAfter = (day: string) =>
  `created:<=${day} (is:open OR resolved:>${day} OR (resolved:none closed:>${day}))`;

/** Age groups of open tasks in days, oldest first; null for no limit. */
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

export const CHART_DAYS = 14;

export const CHARTS_TITLE = say.theLastDays(CHART_DAYS);
