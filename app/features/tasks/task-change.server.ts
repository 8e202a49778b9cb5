import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { personLabelWithId } from "~/features/users/person-label";
import type { Viewer } from "~/features/users/user-words";
import { requesterOf, teamName } from "./task-create.server";
import { type NewEvent, recordEvents } from "./task-history.server";
import { hasAgentAccess } from "./task-policy";
import { type InvalidMove, keptAssignee } from "./task-reply.server";
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
import { assignableName, setTags, type TaskRow, taskToChange } from "./task-write.server";

/** A field that two people changed to different values since the form was made; values as people read them. */
export type Conflict = { field: TaskField; mine: string; theirs: string };

export type ChangeTask =
  | { ok: true; changed: TaskField[] }
  | { ok: false; why: "no_such_task" }
  | { ok: false; why: "conflict"; fields: Conflict[] }
  | { ok: false; why: "wrong"; field: TaskField; message: string }
  | InvalidMove;

/**
 * Changes fields of a task. What the writer left as it was in their form stays as it is now; what only
 * they changed is applied; what somebody else changed to another value meanwhile is a conflict, and nothing is written.
 *
 * was   what the form was rendered with. A field without it counts as changed by the writer, and as untouched by
 *       others only while `version` is still the task's
 * kept  fields for which the writer was told of a conflict and keeps the other value
 */
export async function changeTask(
  db: Db,
  viewer: Viewer,
  taskId: number,
  { change, was, kept = [] }: { change: TaskChange; was: TaskFields; kept?: readonly TaskField[] },
  now: number,
): Promise<ChangeTask> {
  if (!hasAgentAccess(viewer)) return { ok: false, why: "no_such_task" };
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task) return { ok: false, why: "no_such_task" };
    const current = await currentFields(tx, task);

    const wanted: TaskFields = {};
    const conflicts: TaskField[] = [];
    for (const field of TASK_FIELDS) {
      if (!(field in change) || kept.includes(field) || same(change[field], current[field])) continue;
      if (field in was && same(change[field], was[field])) continue;
      const untouched = field in was ? same(was[field], current[field]) : change.version === task.version;
      if (untouched) Object.assign(wanted, { [field]: change[field] });
      else conflicts.push(field);
    }
    if (conflicts.length > 0) {
      const fields: Conflict[] = [];
      for (const field of conflicts) {
        fields.push({ field, mine: await shown(tx, field, change), theirs: await shown(tx, field, current) });
      }
      return { ok: false, why: "conflict", fields };
    }
    return apply(tx, viewer, task, current, wanted, now);
  });
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The task's fields as a form has them. */
async function currentFields(tx: Tx, task: TaskRow): Promise<AllTaskFields> {
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
  };
}

/** A field's value as people read it; empty for none. */
async function shown(tx: Tx, field: TaskField, fields: TaskFields): Promise<string> {
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
    default:
      return fields[field] ?? "";
  }
}

async function nameOf(tx: Tx, userId: number): Promise<string> {
  const person = await tx.selectFrom("user").select("name").where("id", "=", userId).executeTakeFirst();
  return person?.name ?? "";
}

/** Writes what is wanted into the row and the history. Nothing is written when it is not possible. */
async function apply(
  tx: Tx,
  viewer: Viewer,
  task: TaskRow,
  current: AllTaskFields,
  wanted: TaskFields,
  now: number,
): Promise<ChangeTask> {
  const target = wanted.status ?? current.status;
  if (!mayMove(task, target, "agent", now)) {
    return { ok: false, why: "invalid_move", status: current.status, choices: statusChoices(task, now) };
  }
  if (wanted.assignee && (await assignableName(tx, wanted.assignee)) === undefined) {
    return wrong("assignee", "This person does not work on tasks any more. Choose somebody else.");
  }
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

  const changed = TASK_FIELDS.filter((field) => field in wanted);
  if (changed.length === 0) return { ok: true, changed };

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
      ...(await keptAssignee(tx, task, status)),
      ...(wanted.assignee !== undefined && { assignee_id: wanted.assignee }),
      updated_at: now,
      version: task.version + 1,
    })
    .where("id", "=", task.id)
    .execute();
  if (wanted.tags) await setTags(tx, task.id, wanted.tags);

  const events: NewEvent[] = [];
  const told = { taskId: task.id, actorId: viewer.id, kind: "changed" as const, at: now };
  for (const field of changed) {
    const [from, to] = [await shown(tx, field, current), await shown(tx, field, wanted)];
    events.push({ ...told, field, from: from || null, to: to || null });
  }
  if (started) {
    const words = { from: statusOf("new").name, to: statusOf("in_progress").name };
    events.push({ ...told, ...words, field: "status", actorId: null, via: "system" });
  }
  await recordEvents(tx, events);
  if (changed.some((field) => ["title", "tags", "requester"].includes(field))) await reindexTasks(tx, [task.id]);
  return { ok: true, changed };
}

const wrong = (field: TaskField, message: string) => ({ ok: false as const, why: "wrong" as const, field, message });

export type TakeTask = { ok: true } | { ok: false; why: "no_such_task" | "already_taken" | "done" };

/** Makes the viewer the assignee of an open task that has none. To take one's own again changes nothing. */
export async function takeTask(db: Db, viewer: Viewer, taskId: number, now: number): Promise<TakeTask> {
  if (!hasAgentAccess(viewer)) return { ok: false, why: "no_such_task" };
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task) return { ok: false, why: "no_such_task" };
    if (task.assignee_id === viewer.id) return { ok: true };
    if (task.assignee_id !== null) return { ok: false, why: "already_taken" };
    if (!isOpen(task.status)) return { ok: false, why: "done" };
    const taken = await apply(tx, viewer, task, await currentFields(tx, task), { assignee: viewer.id }, now);
    return taken.ok ? { ok: true } : { ok: false, why: "no_such_task" }; // the viewer has ceased to work here
  });
}
