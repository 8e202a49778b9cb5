import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { mergeSentFields, type SentFields } from "~/features/custom-fields/custom-fields.server";
import type { Viewer } from "~/features/users/users";
import { type ChangedBy, type Conflict, mergeField } from "~/lib/merge-field";
import type { Refusal } from "~/lib/refusal";
import { shutsOut } from "./access.server";
import { type AppliedFields, applyFields, currentFields, formatTaskField } from "./apply-fields.server";
import { fieldLabel } from "./field-labels";
import { type NotResolved, resolutionRefusal } from "./status/resolution-blockers.server";
import { taskToChange } from "./task-rows.server";
import { type AllTaskFields, TASK_FIELDS, type TaskChange, type TaskField, type TaskFields } from "./task-schema";
import { mayMove } from "./task-status";
import { isOpen, statusOf } from "./tasks";
import { wrongRequester } from "./team-and-requester.server";

export type ChangeTask =
  | AppliedFields
  | { ok: false; why: "no_such_task" | "shuts_out" }
  | { ok: false; why: "conflict"; fields: Conflict[] }
  | ({ ok: false; why: "wrong_fields" } & Pick<Refusal, "errors" | "suggestions">)
  | NotResolved;

/**
 * Changes task fields by a three-way merge. Fields the user left alone keep their current value, and fields only they
 * changed are applied. If another request set a different value, it's a conflict and nothing is written.
 *
 * was            values the form was rendered with. A field without one counts as changed by the user. It counts as
 *                untouched by others only while `version` is still current
 * kept           conflicting fields where the user keeps the other value
 * custom         custom fields of the form, which follow the same rules
 * confirmed      the user confirmed resolving with unfinished work
 * evenIfShutOut  the user confirmed losing access
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
    const custom = sent && (await mergeSentFields(tx, task, type, sent));
    const fields: Conflict[] = custom && !custom.ok && custom.why === "conflict" ? custom.conflicts : [];
    for (const field of conflicts) {
      const [mine, theirs] = [await formatTaskField(tx, field, form.change), await formatTaskField(tx, field, current)];
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
    const notYet = await resolutionRefusal(tx, { ...task, type }, resolving);
    return notYet ?? applyFields(tx, viewer, task, { current, wanted, custom }, now);
  });
}

/** Who last changed a field, from history, which stores custom fields by label. */
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

/** The form shows the snooze only beside a waiting status. A day chosen before the status changed doesn't count. */
const hidesSnooze = ({ status }: TaskChange) => status !== undefined && statusOf(status).category !== "waiting";

export type TakeTask =
  | { ok: true; changeSetId: number | null }
  | { ok: false; why: "no_such_task" | "already_taken" | "done" };

/**
 * Assigns an open task to the viewer if its assignee is still `from`; null means unassigned. Taking their own task is a
 * no-op.
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
    return taken.ok ? { ok: true, changeSetId: taken.changeSetId } : { ok: false, why: "no_such_task" }; // lost access
  });
}
