import * as say from "~/features/people/people-copy";
import { formatNumber } from "~/lib/numbers";

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

export function disabledInWords({ name, heir, inherited, freed, later }: Disabled): string {
  if (later) return heir ? say.isDisabledTasksGoTo(name, heir) : say.isDisabledTasksBecomeNobodys(name);
  const said = [say.isDisabled(name)];
  if (heir === null) {
    if (freed > 0) said.push(say.tasksAreNobodys(freed === 1, atMostCounted(freed)));
  } else {
    if (inherited > 0) said.push(say.tasksWentTo(inherited === 1, atMostCounted(inherited), heir));
    if (freed > 0) said.push(say.tasksShutOutAreNobodys(freed === 1, atMostCounted(freed), heir));
  }
  return said.join(" ");
}
