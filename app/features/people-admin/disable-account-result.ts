import { formatNumber } from "~/lib/numbers";
import * as say from "./people-admin-copy";

/**
 * The result of disabling an account.
 *
 * heir       who gets the open tasks; null to leave them unassigned
 * inherited  tasks that went to the heir
 * freed      tasks that are now unassigned
 * later      too many tasks: they are reassigned within the next minutes
 */
export type Disabled = { name: string; heir: string | null; inherited: number; freed: number; later: boolean };

/** Open tasks are counted up to this number. */
export const MOST_COUNTED = 1_000;

/** `12`, or `1,000+` where counting stopped. */
export const atMostCounted = (count: number) =>
  `${formatNumber(Math.min(count, MOST_COUNTED))}${count > MOST_COUNTED ? "+" : ""}`;

export function disabledInWords({ name, heir, inherited, freed, later }: Disabled): string {
  if (later) return heir ? say.isDisabledTasksGoTo(name, heir) : say.isDisabledTasksUnassigned(name);
  const said = [say.isDisabled(name)];
  if (heir === null) {
    if (freed > 0) said.push(say.tasksUnassigned(freed === 1, atMostCounted(freed)));
  } else {
    if (inherited > 0) said.push(say.tasksWentTo(inherited === 1, atMostCounted(inherited), heir));
    if (freed > 0) said.push(say.inaccessibleTasksUnassigned(freed === 1, atMostCounted(freed), heir));
  }
  return said.join(" ");
}
