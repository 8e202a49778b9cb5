import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { mergeSent, type SentFields } from "~/features/custom-fields/custom-fields.server";
import type { Viewer } from "~/features/users/users";
import { type ChangedBy, type Conflict, mergeField } from "~/lib/merge-field";
import type { Refusal } from "~/lib/refusal";
import { shutsOut } from "./access.server";
import { type AppliedFields, applyFields, currentFields, fieldInWords } from "./apply-fields.server";
import { fieldLabel } from "./field-labels";
import { wrongRequester } from "./requester-of.server";
import { type NotResolved, whyNotResolve } from "./status/resolution-blockers.server";
import { taskToChange } from "./task-rows.server";
import { type AllTaskFields, TASK_FIELDS, type TaskChange, type TaskField, type TaskFields } from "./task-schema";
import { mayMove } from "./task-status";
import { isOpen, statusOf } from "./tasks";

export type ChangeTask =
  | AppliedFields
  | { ok: false; why: "no_such_task" | "shuts_out" }
  | { ok: false; why: "conflict"; fields: Conflict[] }
  | ({ ok: false; why: "wrong_fields" } & Pick<Refusal, "errors" | "suggestions">)
  | NotResolved;

/**
 * Changes fields of a task. What the writer left as it was in their form stays as it is now; what only
 * they changed is applied; what somebody else changed to another value meanwhile is a conflict, and nothing is written.
 *
 * was            what the form was rendered with. A field without it counts as changed by the writer, and as untouched by
 *                others only while `version` is still the task's
 * kept           fields for which the writer was told of a conflict and keeps the other value
 * custom         the custom fields of the form, which change by the same rules
 * confirmed      whether the writer was told what is left to do, and resolves the task all the same
 * evenIfShutOut  whether they were told that they lose access by it, and change it all the same
 */
export async function changeTask(
  db: Db,
  viewer: Viewer,
  taskId: number,
  { custom: sent, confirmed = false, evenIfShutOut = false, ...form }: TaskForm & Answered,
  now: number,
): Promise<ChangeTask> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task?.works) return { ok: false, why: "no_such_task" };
    const current = await currentFields(tx, task);

    const { wanted, conflicts } = mergeForm(form, current, task.version);
    const type = wanted.type ?? current.type;
    const custom = sent && (await mergeSent(tx, task, type, sent));
    const fields: Conflict[] = custom && !custom.ok && custom.why === "conflict" ? custom.conflicts : [];
    for (const field of conflicts) {
      const [mine, theirs] = [await fieldInWords(tx, field, form.change), await fieldInWords(tx, field, current)];
      const impossible = field === "status" && !mayMove(task, form.change.status ?? current.status, "agent", now);
      fields.push({ field, label: fieldLabel(field), mine, theirs, ...(impossible && { impossible }) });
    }
    for (const conflict of fields) {
      const by = await whoChanged(tx, taskId, conflict);
      if (by) conflict.by = by;
    }
    if (fields.length > 0) return { ok: false, why: "conflict", fields };
    if (custom && !custom.ok) {
      const { errors, suggestions } = custom.why === "wrong" ? custom : { errors: {} };
      const people = await wrongRequester(tx, wanted.requester ?? "");
      return {
        ok: false,
        why: "wrong_fields",
        errors: { ...people.errors, ...errors },
        suggestions: { ...people.suggestions, ...suggestions },
      };
    }
    if (!evenIfShutOut && (await shutsOut(tx, viewer, task, wanted))) return { ok: false, why: "shuts_out" };
    const resolving = { to: wanted.status ?? current.status, values: custom?.values, confirmed };
    const notYet = await whyNotResolve(tx, { ...task, type }, resolving);
    return notYet ?? applyFields(tx, viewer, task, { current, wanted, custom }, now);
  });
}

/** Who gave a field the value it has, as history tells it: a custom field by its label. */
async function whoChanged(tx: Tx, taskId: number, { field, label }: Conflict): Promise<ChangedBy | undefined> {
  return tx
    .selectFrom("event")
    .leftJoin("user as actor", "actor.id", "event.actor_id")
    .select(["actor.id", "actor.name", "event.at"])
    .where("event.task_id", "=", taskId)
    .where("event.field", "=", field.startsWith("field.") ? `field.${label}` : field)
    .orderBy("event.at", "desc")
    .orderBy("event.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

type Answered = { custom?: SentFields; confirmed?: boolean; evenIfShutOut?: boolean };
type TaskForm = { change: TaskChange; was: TaskFields; kept?: readonly TaskField[] };

/** What the form changes in the task as it is now, and the fields in which somebody else was quicker. */
function mergeForm({ change, was, kept = [] }: TaskForm, current: AllTaskFields, version: number) {
  const wanted: TaskFields = {};
  const conflicts: TaskField[] = [];
  for (const field of TASK_FIELDS) {
    if (!(field in change) || kept.includes(field)) continue;
    if (field === "snooze" && hidesSnooze(change)) continue;
    const known = change.version === version ? current[field] : undefined;
    const merged = mergeField({
      was: field in was ? was[field] : known,
      mine: change[field],
      current: current[field],
    });
    if (merged === "apply") Object.assign(wanted, { [field]: change[field] });
    if (merged === "conflict") conflicts.push(field);
  }
  return { wanted, conflicts };
}

/** The form shows the snooze only beside a status that waits: a day that was chosen before another was says nothing. */
const hidesSnooze = ({ status }: TaskChange) => status !== undefined && statusOf(status).category !== "waiting";

export type TakeTask =
  | { ok: true; changeSetId: number | null }
  | { ok: false; why: "no_such_task" | "already_taken" | "done" };

/**
 * Makes the viewer the assignee of an open task that is still `from`'s: nobody's, unless it is taken over. To take one's
 * own again changes nothing.
 */
export async function takeTask(
  db: Db,
  viewer: Viewer,
  taskId: number,
  now: number,
  { from = null }: { from?: number | null } = {},
): Promise<TakeTask> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task?.works) return { ok: false, why: "no_such_task" };
    if (task.assignee_id === viewer.id) return { ok: true, changeSetId: null };
    if (task.assignee_id !== from) return { ok: false, why: "already_taken" };
    if (!isOpen(task.status)) return { ok: false, why: "done" };
    const current = await currentFields(tx, task);
    const taken = await applyFields(tx, viewer, task, { current, wanted: { assignee: viewer.id } }, now);
    return taken.ok ? { ok: true, changeSetId: taken.changeSetId } : { ok: false, why: "no_such_task" }; // the viewer has ceased to work here
  });
}
