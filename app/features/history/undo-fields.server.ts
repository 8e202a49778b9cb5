import type { Tx } from "~/db/transaction.server";
import {
  type CustomChange,
  describeFieldChange,
  listFields,
  readFieldValues,
} from "~/features/custom-fields/custom-fields.server";
import type { PeopleInverse } from "~/features/people/change-task-people.server";
import { undoPeople } from "~/features/people/people-subject.server";
import {
  applyFields,
  currentFields,
  type FieldsInverse,
  formatTaskField,
  requesterLabel,
  statusTimes,
} from "~/features/tasks/apply-fields.server";
import { fieldLabel, formatFieldValue } from "~/features/tasks/field-labels";
import { resolutionRefusal } from "~/features/tasks/status/resolution-blockers.server";
import type { ChangeToUndo, Subject, UndoResult } from "~/features/tasks/subjects.server";
import { type TaskRow, taskToChange } from "~/features/tasks/task-rows.server";
import { type AllTaskFields, TASK_FIELDS, type TaskField, type TaskFields } from "~/features/tasks/task-schema";
import { statusOf } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { type FieldValues, ownValue } from "~/lib/field-visibility";
import { same } from "~/lib/merge-field";
import { allOf } from "~/lib/text";
import * as say from "./history-copy";

/** Restores old field values, and removes the people it added. */
export async function undoFields(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
  const result = await undoValues(tx, viewer, change, now);
  const { people = {} } = JSON.parse(change.inverse) as FieldsInverse;
  for (const circle of ["participants", "watchers"] as const) {
    const came = people[circle]?.map((id) => ({ id }));
    if (!came) continue;
    const inverse = JSON.stringify({ came, went: [] } satisfies PeopleInverse);
    const { back, kept } = await undoPeople(tx, viewer, circle, { ...change, inverse }, now);
    result.back.push(...back);
    result.kept.push(...kept);
  }
  return result;
}

/**
 * Restores old field values as if the viewer changed them in a form. Fields changed since then stay, and so do fields
 * that current rules don't let them restore.
 */
async function undoValues(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
  const task = await taskToChange(tx, viewer, change.taskId);
  if (!task) return { back: [], kept: [] };
  const inverse = JSON.parse(change.inverse) as FieldsInverse;
  const current = await currentFields(tx, task);
  const { wanted, kept, already } = await fieldsToRestore(tx, task, current, inverse, now);
  const custom = await customFieldsToRestore(tx, task.id, inverse.custom ?? {}, { kept, already });
  const resolving = { to: wanted.status ?? current.status, values: custom.values, confirmed: true };
  if (await resolutionRefusal(tx, { ...task, type: wanted.type ?? task.type }, resolving)) {
    delete wanted.status;
    kept.push(say.statusStaysFieldsMissing(statusOf(current.status).name));
  }
  const begun =
    wanted.status !== undefined &&
    statusOf(wanted.status).category === "new" &&
    (await whyStatusNotNew(tx, task, change, wanted));
  if (begun) {
    delete wanted.status;
    kept.push(begun(statusOf(current.status).name));
  }

  // Drop refused fields and retry with the rest.
  while (Object.keys(wanted).length + custom.changes.length > 0) {
    const isBack = wanted.status !== undefined && same(statusTimes(task), inverse.times.to);
    const times = isBack ? inverse.times.from : undefined;
    const done = await applyFields(tx, viewer, task, { current, wanted, custom, undoes: change.id, times }, now);
    if (done.ok) return { back: done.changed.map(fieldLabel), kept };
    const refused = refusalsOf(done, wanted);
    kept.push(...refused.map(({ sentence }) => sentence));
    if (!refused.some(({ field }) => field in wanted)) break;
    for (const { field } of refused) delete wanted[field];
  }
  const asBefore = already.length > 0 ? [say.alreadyAsBefore(allOf(already))] : [];
  return { back: [], kept: [...kept, ...asBefore] };
}

/** Why the status can't go back to new, whichever change is undone: an agent has worked on the task since. */
async function whyStatusNotNew(
  tx: Tx,
  task: TaskRow,
  change: ChangeToUndo,
  wanted: TaskFields,
): Promise<((status: string) => string) | null> {
  if ((task.last_agent_at ?? 0) >= change.at) return say.statusStaysAnswered;
  const assignee = wanted.assignee === undefined ? task.assignee_id : wanted.assignee;
  if (assignee === null) return null;
  const assigned = await tx
    .selectFrom("event")
    .select("id")
    .where("task_id", "=", task.id)
    .where("field", "=", "assignee")
    .where("change_set_id", ">", change.id)
    .executeTakeFirst();
  return assigned ? say.statusStaysAssigned : null;
}

/**
 * Old values of the fields still as the change left them. `kept` has a sentence for each of the others; `already` names
 * fields that were already restored.
 */
async function fieldsToRestore(tx: Tx, task: TaskRow, current: AllTaskFields, inverse: FieldsInverse, at: number) {
  const wanted: TaskFields = {};
  const kept: string[] = [];
  const already: string[] = [];
  for (const field of TASK_FIELDS) {
    const change = inverse.fields[field];
    if (!change) continue;
    const now = field === "requester" ? task.requester_id : current[field];
    if (same(now, change.from)) already.push(fieldLabel(field));
    else if (same(now, change.to)) {
      const value = field === "requester" ? await requesterLabel(tx, Number(change.from)) : change.from;
      Object.assign(wanted, { [field]: value });
    } else {
      const stays = formatFieldValue(field, await formatTaskField(tx, field, current), at);
      const label = fieldLabel(field);
      kept.push(stays ? say.changedSinceStays(label, stays) : say.changedSinceStaysEmpty(label));
    }
  }
  return { wanted, kept, already };
}

/** `fieldsToRestore` for custom fields. */
async function customFieldsToRestore(
  tx: Tx,
  taskId: number,
  inverse: CustomChange["inverse"],
  { kept, already }: { kept: string[]; already: string[] },
): Promise<CustomChange & { values: FieldValues }> {
  const [fields, stored] = [await listFields(tx), await readFieldValues(tx, taskId)];
  const wanted: Record<string, string> = Object.create(null);
  for (const { key, label } of fields) {
    const change = ownValue(inverse, key);
    const now = ownValue(stored, key) ?? "";
    if (!change) continue;
    if (now === change.from) already.push(label);
    else if (now === change.to) wanted[key] = change.from;
    else kept.push(say.fieldWasChanged(label));
  }
  return { ...(await describeFieldChange(tx, fields, stored, wanted)), values: { ...stored, ...wanted } };
}

function refusalsOf(
  refused: Extract<Awaited<ReturnType<typeof applyFields>>, { ok: false }>,
  wanted: TaskFields,
): { field: TaskField; sentence: string }[] {
  if (refused.why === "wrong") {
    const errors = Object.entries(refused.errors) as [TaskField, string][];
    return errors.map(([field, message]) => ({ field, sentence: say.fieldStaysBecause(fieldLabel(field), message) }));
  }
  const [is, was] = [statusOf(refused.status).name, statusOf(wanted.status ?? refused.status).name];
  return [{ field: "status", sentence: say.statusStays(is, was) }];
}

export const fieldsSubject: Subject = { undo: { answer: undoFields, details: undoFields, fields: undoFields } };
