import type { Tx } from "~/db/transaction.server";
import { fieldsMissingToResolve } from "~/features/custom-fields/custom-fields.server";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import type { FieldValues } from "~/lib/field-visibility";
import { type StatusKey, statusOf } from "../tasks";

/** Work left on a task. The user can confirm and resolve it anyway. */
export type Unfinished = { openChildren: number; uncheckedItems: number };

/** Why a task isn't resolved: unfinished work needs confirmation; missing fields must be filled in regardless. */
export type NotResolved =
  | ({ ok: false; why: "unfinished" } & Unfinished)
  | { ok: false; why: "missing_fields"; fields: FieldDefinition[] };

/**
 * The blockers of resolving a task. `values` replace its stored custom fields. Counts only, because the viewer may not
 * be allowed to see a sub-task.
 */
export async function resolutionBlockers(
  tx: Tx,
  task: { id: number; type: string },
  values?: FieldValues | undefined,
): Promise<Unfinished & { missingFields: FieldDefinition[] }> {
  const children = await tx
    .selectFrom("task")
    .select(({ fn }) => fn.countAll<number>().as("open"))
    .where("parent_id", "=", task.id)
    .where("open", "=", 1)
    .executeTakeFirstOrThrow();
  const items = await tx
    .selectFrom("checklist_item")
    .select(({ fn }) => fn.countAll<number>().as("unchecked"))
    .where("task_id", "=", task.id)
    .where("done_at", "is", null)
    .executeTakeFirstOrThrow();
  return {
    openChildren: children.open,
    uncheckedItems: items.unchecked,
    missingFields: await fieldsMissingToResolve(tx, task, values),
  };
}

/** Why an agent can't resolve the task now. Null if they can, and for every change that doesn't resolve it. */
export async function resolutionRefusal(
  tx: Tx,
  task: { id: number; type: string; status: string },
  { to, values, confirmed }: { to: StatusKey; values?: FieldValues | undefined; confirmed: boolean },
): Promise<NotResolved | null> {
  if (statusOf(to).category !== "resolved" || statusOf(task.status).category === "resolved") return null;
  const { missingFields, ...unfinished } = await resolutionBlockers(tx, task, values);
  if (missingFields.length > 0) return { ok: false, why: "missing_fields", fields: missingFields };
  if (confirmed || (unfinished.openChildren === 0 && unfinished.uncheckedItems === 0)) return null;
  return { ok: false, why: "unfinished", ...unfinished };
}
