import type { Tx } from "~/db/transaction.server";
import { fieldsMissingToResolve } from "~/features/custom-fields/custom-fields.server";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import type { FieldValues } from "~/lib/field-visibility";
import { type StatusKey, statusOf } from "../tasks";

/** What a task still has to do: a person may resolve it all the same, once they were told. */
export type Unfinished = { openChildren: number; uncheckedItems: number };

/** Why a task is not resolved: the person was not asked yet, or fields have to be filled in whatever they say. */
export type NotResolved =
  | ({ ok: false; why: "unfinished" } & Unfinished)
  | { ok: false; why: "missing_fields"; fields: FieldDefinition[] };

/**
 * What keeps a task from being resolved, with these values in its custom fields or else those it has. Numbers only, because
 * a sub-task may be nothing for the viewer's eyes.
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

/** Whether an agent may resolve the task now; null for yes, and for every change that does not resolve it. */
export async function whyNotResolve(
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
