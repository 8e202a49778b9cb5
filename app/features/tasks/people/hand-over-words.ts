import { formatNumber } from "~/lib/format-number";

/**
 * What came of an account that ended.
 *
 * heir       who was to get the open tasks; null for nobody
 * inherited  so many tasks went to the heir
 * freed      so many are nobody's now
 * later      there are so many tasks that they change hands within the next minutes
 */
export type Disabled = { name: string; heir: string | null; inherited: number; freed: number; later: boolean };

/** So many open tasks are counted before they change hands. */
export const MOST_COUNTED = 1_000;

/** `12`, or `1,000+` where it was counted no further. */
export const atMostCounted = (count: number) =>
  `${formatNumber(Math.min(count, MOST_COUNTED))}${count > MOST_COUNTED ? "+" : ""}`;

const openTasksInWords = (count: number) => `${atMostCounted(count)} open ${count === 1 ? "task" : "tasks"}`;

export function disabledInWords({ name, heir, inherited, freed, later }: Disabled): string {
  const done = `${name} is disabled.`;
  const becomes = freed === 1 ? "is nobody's now" : "are nobody's now";
  if (later) return `${done} The open tasks ${heir ? `go to ${heir}` : "become nobody's"} within the next minutes.`;
  if (inherited === 0 && freed === 0) return done;
  if (heir === null) return `${done} ${openTasksInWords(freed)} ${becomes}.`;
  const shutOut = freed > 0 ? `${openTasksInWords(freed)} that ${heir} may not work on ${becomes}.` : "";
  if (inherited === 0) return `${done} ${shutOut}`;
  return `${done} ${openTasksInWords(inherited)} went to ${heir}.${shutOut && ` ${shutOut}`}`;
}
