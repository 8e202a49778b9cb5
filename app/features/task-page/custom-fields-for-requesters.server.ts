import { reindexTasks } from "~/db/search-index.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import {
  mergeSentFields,
  readFields,
  type SentFields,
  writeFieldValues,
} from "~/features/custom-fields/custom-fields.server";
import * as say from "~/features/custom-fields/custom-fields-copy";
import { type FieldDefinition, maySeeField, mayWriteField, shownFields } from "~/features/custom-fields/field-rules";
import { shownValue } from "~/features/custom-fields/field-values";
import { customEvents, type FieldsInverse, statusTimes } from "~/features/tasks/apply-fields.server";
import { taskToChange, touchTask } from "~/features/tasks/task-rows.server";
import { recordChangeSet, recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { type FieldValues, ownValue } from "~/lib/field-visibility";
import { allOf } from "~/lib/text";

/**
 * A task's custom fields as its requester sees them: `readOnly` as display text, and `form` with the fields to fill in until the
 * task is resolved, null when there are none.
 */
export type RequesterFields = {
  readOnly: { label: string; text: string }[];
  form: { fields: FieldDefinition[]; values: FieldValues } | null;
};

export const NO_REQUESTER_FIELDS: RequesterFields = { readOnly: [], form: null };

type FieldsTask = { id: number; type: string; open: 0 | 1 };

export async function readRequesterFields(db: Db, task: FieldsTask): Promise<RequesterFields> {
  const { fields, values } = await readFields(db, task.id);
  const visible = fields.filter((field) => maySeeField(field, false));
  const writable = visible.filter((field) => task.open === 1 && mayWriteField(field, false));
  const readOnly = shownFields(visible, task.type, values)
    .filter((field) => !writable.includes(field) && (ownValue(values, field.key) ?? "") !== "")
    .map((field) => ({ label: field.label, text: shownValue(field, ownValue(values, field.key) ?? "") }));
  const shown = shownFields(writable, task.type, values);
  if (shown.length === 0) return { readOnly, form: null };
  // Leave out other fields' values: a condition may depend on a field hidden from requesters.
  const form = withoutHiddenConditions(writable, shown);
  const formValues = Object.fromEntries(form.map(({ key }) => [key, ownValue(values, key) ?? ""]));
  return { readOnly, form: { fields: form, values: formValues } };
}

/**
 * Resolves conditions on fields hidden from the requester: the dependent field is shown always or not at all.
 * Keeps all other conditions for the form to evaluate.
 */
function withoutHiddenConditions<F extends { key: string; showIf: { field: string } | null }>(
  writable: readonly F[],
  shown: readonly F[],
): F[] {
  const known = new Set(["type", ...writable.map(({ key }) => key)]);
  return writable.flatMap((field) => {
    if (!field.showIf || known.has(field.showIf.field)) return field;
    return shown.includes(field) ? { ...field, showIf: null } : [];
  });
}

type RequesterFieldsChange =
  | { ok: true; changeSetId: number | null }
  | { ok: false; why: "no_such_task" | "resolved" }
  | { ok: false; why: "wrong"; errors: Record<string, string[]> }
  | { ok: false; why: "conflict"; conflicts: Changed[] };
type Changed = { label: string; theirs: string };

export function changedMeanwhile(conflicts: readonly Changed[]): string {
  const changed = conflicts.map(({ label, theirs }) =>
    theirs === "" ? say.fieldToEmpty(label) : say.fieldTo(label, theirs),
  );
  return say.fieldsChangedMeanwhile(allOf(changed));
}

/** Saves fields of a request that the viewer takes part in, until it's resolved. `changeSetId` is null when nothing changed. */
export async function changeRequesterFields(
  db: Db,
  viewer: Viewer,
  taskId: number,
  sent: SentFields,
  now: number,
): Promise<RequesterFieldsChange> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task) return { ok: false, why: "no_such_task" };
    if (task.open === 0) return { ok: false, why: "resolved" };
    const merged = await mergeSentFields(tx, { id: task.id, works: 0 }, task.type, sent);
    if (!merged.ok) {
      if (merged.why === "wrong") return merged;
      return { ...merged, conflicts: merged.conflicts.map(({ label, theirs }) => ({ label, theirs })) };
    }
    if (merged.changes.length === 0) return { ok: true, changeSetId: null };
    await writeFieldValues(tx, task.id, merged.wanted);
    await touchTask(tx, task, now);
    const about = { taskId, actorId: viewer.id };
    const inverse: FieldsInverse = {
      fields: {},
      custom: merged.inverse,
      times: { from: statusTimes(task), to: statusTimes(task) },
    };
    const changeSetId = await recordChangeSet(tx, { ...about, kind: "details", inverse }, now);
    await recordEvents(tx, customEvents(merged.changes, { ...about, changeSetId, at: now }));
    await reindexTasks(tx, [task.id]);
    return { ok: true, changeSetId };
  });
}
