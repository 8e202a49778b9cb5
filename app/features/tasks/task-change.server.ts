import type { Selectable } from "kysely";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Database, Db } from "~/db/types";
import { personLabelWithId } from "~/features/users/person-label";
import type { Viewer } from "~/features/users/user-words";
import { mergeField } from "~/lib/merge-field";
import { recordChangeSet } from "./change-sets.server";
import {
  type CustomChange,
  customEvents,
  mergeSent,
  type SentFields,
  writeFieldValues,
} from "./custom-fields/custom-fields.server";
import { fieldName } from "./history/field-names";
import { losesAssignee, shutsOut, whyNotGiveAccess } from "./people/access.server";
import { type NotResolved, whyNotResolve } from "./status/in-the-way.server";
import { wakesAt, whyNotSnooze } from "./status/snooze";
import { planWaking } from "./status/wake-task.server";
import { requesterOf, teamName } from "./task-create.server";
import { type NewEvent, recordEvents } from "./task-history.server";
import type { InvalidMove } from "./task-reply.server";
import {
  type AllTaskFields,
  dayOf,
  endOfDay,
  TASK_FIELDS,
  type TaskChange,
  type TaskField,
  type TaskFields,
} from "./task-schema";
import { mayMove, statusChange, statusChoices } from "./task-status";
import { isOpen, PRIORITIES, priorityOf, rankOf, statusOf, type TypeKey, typeName } from "./task-words";
import { keptAssignee, setTags, type TaskRow, taskToChange } from "./task-write.server";

/**
 * A field that two people changed to different values since the form was made; values as people read them.
 * `field` is its name in the form.
 */
export type Conflict = { field: string; label: string; mine: string; theirs: string };

/** `changed` names the fields as history does; `changeSetId` is what undoes it, null when nothing was changed. */
export type ChangedTask = { ok: true; changed: string[]; changeSetId: number | null };

export type ChangeTask =
  | ChangedTask
  | { ok: false; why: "no_such_task" | "shuts_out" }
  | { ok: false; why: "conflict"; fields: Conflict[] }
  | { ok: false; why: "wrong"; field: TaskField; message: string }
  | { ok: false; why: "wrong_fields"; errors: Record<string, string[]> }
  | NotResolved
  | InvalidMove;

/**
 * Changes fields of a task. What the writer left as it was in their form stays as it is now; what only
 * they changed is applied; what somebody else changed to another value meanwhile is a conflict, and nothing is written.
 *
 * was        what the form was rendered with. A field without it counts as changed by the writer, and as untouched by
 *            others only while `version` is still the task's
 * kept       fields for which the writer was told of a conflict and keeps the other value
 * custom     the custom fields of the form, which change by the same rules
 * confirmed  whether the writer was told what is left to do, and resolves the task all the same
 */
export async function changeTask(
  db: Db,
  viewer: Viewer,
  taskId: number,
  {
    change,
    was,
    kept = [],
    custom: sent,
    confirmed = false,
  }: {
    change: TaskChange;
    was: TaskFields;
    kept?: readonly TaskField[];
    custom?: SentFields;
    confirmed?: boolean;
  },
  now: number,
): Promise<ChangeTask> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task?.works) return { ok: false, why: "no_such_task" };
    const current = await currentFields(tx, task);

    const wanted: TaskFields = {};
    const conflicts: TaskField[] = [];
    for (const field of TASK_FIELDS) {
      if (!(field in change) || kept.includes(field)) continue;
      const known = change.version === task.version ? current[field] : undefined;
      const merged = mergeField({
        was: field in was ? was[field] : known,
        mine: change[field],
        current: current[field],
      });
      if (merged === "apply") Object.assign(wanted, { [field]: change[field] });
      if (merged === "conflict") conflicts.push(field);
    }
    const type = wanted.type ?? current.type;
    const custom = sent && (await mergeSent(tx, task, type, sent));
    const fields: Conflict[] = custom && !custom.ok && custom.why === "conflict" ? custom.conflicts : [];
    for (const field of conflicts) {
      const [mine, theirs] = [await shown(tx, field, change), await shown(tx, field, current)];
      fields.push({ field, label: fieldName(field), mine, theirs });
    }
    if (fields.length > 0) return { ok: false, why: "conflict", fields };
    if (custom && !custom.ok) {
      return { ok: false, why: "wrong_fields", errors: custom.why === "wrong" ? custom.errors : {} };
    }
    if (!change.evenIfShutOut && (await shutsOut(tx, viewer, task, wanted))) return { ok: false, why: "shuts_out" };
    const resolving = { to: wanted.status ?? current.status, values: custom?.values, confirmed };
    const notYet = await whyNotResolve(tx, { ...task, type }, resolving);
    return notYet ?? applyFields(tx, viewer, task, { current, wanted, custom }, now);
  });
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The task's fields as a form has them. */
export async function currentFields(tx: Tx, task: Selectable<Database["task"]>): Promise<AllTaskFields> {
  const requester = await tx
    .selectFrom("user")
    .select(["id", "name", "email"])
    .where("id", "=", task.requester_id)
    .executeTakeFirstOrThrow();
  const tags = await tx.selectFrom("task_tag").select("tag").where("task_id", "=", task.id).orderBy("tag").execute();
  return {
    title: task.title,
    status: statusOf(task.status).key,
    priority: priorityOf(task.priority).key,
    type: task.type as TypeKey,
    team: task.team_id,
    assignee: task.assignee_id,
    requester: personLabelWithId(requester),
    tags: tags.map(({ tag }) => tag),
    due: dayOf(task.due_at),
    snooze: dayOf(task.snoozed_until),
    confidential: task.confidential === 1,
  };
}

/** A field's value as people read it; empty for none. */
export async function shown(tx: Tx, field: TaskField, fields: TaskFields): Promise<string> {
  switch (field) {
    case "status":
      return statusOf(fields.status ?? "").name;
    case "priority":
      return PRIORITIES.find(({ key }) => key === fields.priority)?.name ?? "";
    case "type":
      return typeName(fields.type ?? "");
    case "tags":
      return (fields.tags ?? []).join(", ");
    case "assignee":
      return fields.assignee ? nameOf(tx, fields.assignee) : "";
    case "team":
      return (await teamName(tx, fields.team ?? 0)) ?? "";
    case "confidential":
      return fields.confidential ? "yes" : "no";
    default:
      return fields[field] ?? "";
  }
}

async function nameOf(tx: Tx, userId: number): Promise<string> {
  const person = await tx.selectFrom("user").select("name").where("id", "=", userId).executeTakeFirst();
  return person?.name ?? "";
}

/** What a change of status writes beside it. */
export type StatusTimes = Pick<TaskRow, "resolved_at" | "closed_at" | "reopen_count">;

/** What takes back a change of fields, side effects included: of each what it was and what it became; the requester by id. */
export type FieldsInverse = {
  fields: { [F in TaskField]?: { from: unknown; to: unknown } };
  /** Custom fields by key, as stored. */
  custom?: CustomChange["inverse"];
  times: { from: StatusTimes; to: StatusTimes };
};

/**
 * Writes what is wanted into the row, the history and a change set. Nothing is written when it is not possible.
 *
 * undoes  the change set this takes back
 * times   what an undone change of status had written; without it the status writes its own
 */
export async function applyFields(
  tx: Tx,
  viewer: Viewer,
  task: TaskRow,
  {
    current,
    wanted,
    custom,
    undoes,
    times,
  }: {
    current: AllTaskFields;
    wanted: TaskFields;
    custom?: CustomChange | undefined;
    undoes?: number;
    times?: StatusTimes | undefined;
  },
  now: number,
): Promise<Exclude<ChangeTask, NotResolved | { why: "conflict" | "wrong_fields" | "no_such_task" | "shuts_out" }>> {
  const target = wanted.status ?? current.status;
  if (!mayMove(task, target, "agent", now)) {
    return { ok: false, why: "invalid_move", status: current.status, choices: statusChoices(task, now) };
  }
  const noAccess = await whyNotGiveAccess(tx, viewer, task, wanted);
  if (noAccess) return wrong(noAccess.field, noAccess.message);
  if (wanted.team !== undefined && (await teamName(tx, wanted.team)) === undefined) {
    return wrong("team", "Choose one of the list.");
  }
  let requesterId = task.requester_id;
  if (wanted.requester !== undefined) {
    if (wanted.requester === "") return wrong("requester", "Enter a name or an e-mail address.");
    const requester = await requesterOf(tx, viewer, wanted.requester, now);
    if ("ok" in requester) return wrong("requester", requester.message);
    requesterId = requester.id;
    const { requester: label } = await currentFields(tx, { ...task, requester_id: requesterId });
    if (requesterId === task.requester_id) delete wanted.requester;
    else wanted.requester = label;
  }
  // An assignee puts a new task to work, unless the same form says where it goes.
  const started = wanted.assignee && wanted.status === undefined && current.status === "new";
  const status = started ? "in_progress" : target;

  const waits = statusOf(status).category === "waiting";
  if (wanted.snooze) {
    const refusal = whyNotSnooze(wanted.snooze, { waits, now });
    if (refusal) return wrong("snooze", refusal);
  }
  if (!waits && current.snooze !== "") wanted.snooze = ""; // a part of this change, so that it can be undone with it

  const changed = TASK_FIELDS.filter((field) => field in wanted);
  const customChanges = custom?.changes ?? [];
  if (changed.length + customChanges.length === 0) return { ok: true, changed, changeSetId: null };

  await tx
    .updateTable("task")
    .set({
      title: wanted.title ?? task.title,
      type: wanted.type ?? task.type,
      priority: wanted.priority ? rankOf(wanted.priority) : task.priority,
      team_id: wanted.team ?? task.team_id,
      requester_id: requesterId,
      ...("due" in wanted && { due_at: endOfDay(wanted.due ?? "") }),
      ...(status !== task.status && statusChange(task, status, now)),
      ...(wanted.snooze !== undefined && { snoozed_until: wakesAt(wanted.snooze) }),
      ...times,
      ...(await keptAssignee(tx, task, status)),
      ...((await losesAssignee(tx, task, wanted)) && { assignee_id: null }),
      ...(wanted.confidential !== undefined && { confidential: wanted.confidential ? (1 as const) : (0 as const) }),
      ...(wanted.assignee !== undefined && { assignee_id: wanted.assignee }),
      updated_at: now,
      version: task.version + 1,
    })
    .where("id", "=", task.id)
    .execute();
  if (wanted.tags) await setTags(tx, task.id, wanted.tags);
  if (custom) await writeFieldValues(tx, task.id, custom.wanted);
  if (wanted.snooze !== undefined) await planWaking(tx, task.id, wakesAt(wanted.snooze), now);

  const after = await tx.selectFrom("task").selectAll().where("id", "=", task.id).executeTakeFirstOrThrow();
  const fields = await currentFields(tx, after);
  const effects = TASK_FIELDS.filter((field) => !(field in wanted) && !same(fields[field], current[field]));
  const inverse: FieldsInverse = {
    fields: Object.fromEntries(
      [...changed, ...effects].map((field) => [field, { from: current[field], to: fields[field] }]),
    ),
    times: { from: statusTimes(task), to: statusTimes(after) },
    ...(custom && { custom: custom.inverse }),
  };
  if (wanted.requester !== undefined) inverse.fields.requester = { from: task.requester_id, to: requesterId };
  const about = { taskId: task.id, actorId: viewer.id };
  const changeSetId = await recordChangeSet(tx, { ...about, kind: "fields", inverse, ...(undoes && { undoes }) }, now);

  const events: NewEvent[] = [];
  for (const field of [...changed, ...effects]) {
    const [from, to] = [await shown(tx, field, current), await shown(tx, field, fields)];
    const told = {
      ...about,
      changeSetId,
      kind: "changed" as const,
      field,
      from: from || null,
      to: to || null,
      at: now,
    };
    events.push(field in wanted ? told : { ...told, actorId: null, via: "system" });
  }
  events.push(...customEvents(customChanges, { ...about, changeSetId, at: now }));
  await recordEvents(tx, events);
  const indexed = changed.some((field) => ["title", "tags", "requester"].includes(field)) || customChanges.length > 0;
  if (indexed) await reindexTasks(tx, [task.id]);
  return { ok: true, changed: [...changed, ...customChanges.map(({ label }) => `field.${label}`)], changeSetId };
}

const statusTimes = ({ resolved_at, closed_at, reopen_count }: StatusTimes): StatusTimes => ({
  resolved_at,
  closed_at,
  reopen_count,
});

const wrong = (field: TaskField, message: string) => ({ ok: false as const, why: "wrong" as const, field, message });

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
