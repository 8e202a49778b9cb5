import type { Selectable } from "kysely";
import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import type { Database, Db } from "~/db/types";
import { type CustomChange, type FieldChange, writeFieldValues } from "~/features/custom-fields/custom-fields.server";
import { zoneOf } from "~/features/users/preferences.server";
import { personLabelWithId, type Viewer } from "~/features/users/users";
import { dayOf, startOfDay } from "~/lib/calendar-day";
import { same } from "~/lib/merge-field";
import { losesAssignee, mayUnmark } from "./access.server";
import { checkFields, type Possible } from "./check-fields.server";
import { snoozeDayOf, snoozeUntil, wakesAt } from "./status/snooze";
import { planWakeUp } from "./status/wake-task.server";
import { assigneeAfterReopening, setTags, type TaskRow } from "./task-rows.server";
import { type AllTaskFields, TASK_FIELDS, type TaskField, type TaskFields } from "./task-schema";
import { type InvalidMove, statusChange } from "./task-status";
import { PRIORITIES, priorityOf, rankOf, statusOf, type TypeKey, typeName } from "./tasks";
import { leadsTeam } from "./team-access.server";
import { teamName } from "./team-and-requester.server";
import { type NewEvent, recordChangeSet, recordEvents } from "./write-task-history.server";

/** The task's field values as forms hold them. */
export async function currentFields(tx: Tx, task: Selectable<Database["task"]>): Promise<AllTaskFields> {
  const requester = await requesterLabel(tx, task.requester_id);
  const tags = await tx.selectFrom("task_tag").select("tag").where("task_id", "=", task.id).orderBy("tag").execute();
  return {
    title: task.title,
    status: statusOf(task.status).key,
    priority: priorityOf(task.priority).key,
    type: task.type as TypeKey,
    team: task.team_id,
    assignee: task.assignee_id,
    requester,
    tags: tags.map(({ tag }) => tag),
    due: dayOf(task.due_at),
    snooze: dayOf(snoozeDayOf(task)),
    confidential: task.confidential === 1,
  };
}

/** A person as the `requester` field shows them. */
export async function requesterLabel(tx: Tx, id: number): Promise<string> {
  const person = await tx
    .selectFrom("user")
    .select(["id", "name", "email"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return personLabelWithId(person);
}

/** A field's display text; empty for none. */
export async function formatTaskField(tx: Tx, field: TaskField, fields: TaskFields): Promise<string> {
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
      return (await nameOf(tx, fields.assignee ?? null)) ?? "";
    case "team":
      return (await teamName(tx, fields.team ?? 0)) ?? "";
    case "confidential":
      return fields.confidential ? "yes" : "no";
    default:
      return fields[field] ?? "";
  }
}

export async function nameOf(tx: Db, userId: number | null): Promise<string | null> {
  if (userId === null) return null;
  const person = await tx.selectFrom("user").select("name").where("id", "=", userId).executeTakeFirst();
  return person?.name ?? null;
}

/** Columns a status change also writes. */
type StatusTimes = Pick<TaskRow, "resolved_at" | "closed_at" | "reopen_count">;

export const statusTimes = ({ resolved_at, closed_at, reopen_count }: StatusTimes): StatusTimes => ({
  resolved_at,
  closed_at,
  reopen_count,
});

/** The data to undo a field change: old and new value of every field it touched, side effects included; requester by id. */
export type FieldsInverse = {
  fields: { [F in TaskField]?: { from: unknown; to: unknown } };
  /** Custom fields by key, as stored. */
  custom?: CustomChange["inverse"];
  /** Ids of the people it added. */
  people?: { [C in keyof JoiningPeople]: number[] };
  times: { from: StatusTimes; to: StatusTimes };
};

/** People who come to a task: in copy, or watching. */
export type JoiningPeople = Partial<Record<"participants" | "watchers", readonly { id: number; name: string }[]>>;

const everyoneIn = (joining: JoiningPeople) =>
  (["participants", "watchers"] as const).flatMap((circle) =>
    (joining[circle] ?? []).map(({ id, name }) => ({ circle, id, name })),
  );

/**
 * current  the task's field values now
 * wanted   the ones to change
 * joining  people the same change adds; the caller writes their rows
 * undoes   the change set being undone
 * bulkId   the bulk change this belongs to
 * times    the times the undone change overwrote; without them a status writes its own. With them, the status returns
 *          to its former value, which isn't a move for the status machine to check
 */
export type Change = {
  current: AllTaskFields;
  wanted: TaskFields;
  custom?: CustomChange | undefined;
  joining?: JoiningPeople;
  undoes?: number;
  bulkId?: number;
  times?: Partial<StatusTimes> | undefined;
};

/**
 * `changed` names fields as history does. `changeSetId` undoes them; null when nothing changed. `stays`: the author
 * can't undo any of it. `meant` lists candidates for the requester.
 */
export type AppliedFields =
  | { ok: true; changed: string[]; changeSetId: number | null; stays?: true }
  | { ok: false; why: "wrong"; errors: WrongFields; meant?: string[] }
  | InvalidMove;

/** Error messages by field. */
export type WrongFields = Partial<Record<TaskField, string>>;

/** Writes the changes to the row, the history and a change set, or nothing if any is refused. */
export async function applyFields(
  tx: Tx,
  viewer: Viewer,
  task: TaskRow,
  change: Change,
  now: number,
): Promise<AppliedFields> {
  const possible = await checkFields(tx, viewer, task, change, now);
  if (!possible.ok) return possible;
  const { wanted, status, newRequester, assigned } = possible;
  const { custom, joining = {}, times } = change;
  const changed = TASK_FIELDS.filter((field) => field in wanted);
  const customChanges = custom?.changes ?? [];
  const joins = everyoneIn(joining).length;
  if (changed.length + customChanges.length + joins === 0) return { ok: true, changed, changeSetId: null };

  const requesterId = newRequester ?? task.requester_id;
  const zone = zoneOf(viewer);
  await writeRow(tx, task, { wanted, status, requesterId, assigned, times, zone }, now);
  if (newRequester !== null) await writtenFor(tx, task, newRequester);
  if (wanted.tags) await setTags(tx, task.id, wanted.tags);
  if (custom) await writeFieldValues(tx, task.id, custom.wanted);
  if (wanted.snooze !== undefined) await planWakeUp(tx, task.id, wakesAt(wanted.snooze, zone), now);

  const changeSetId = await recordFields(tx, viewer, task, { ...change, wanted }, now);
  const indexed =
    changed.some((field) => ["title", "type", "tags", "requester"].includes(field)) || customChanges.length > 0;
  if (indexed) await reindexTasks(tx, [task.id]);
  const marksAlone = wanted.confidential === true && changed.length + customChanges.length + joins === 1;
  const stays = marksAlone && !mayUnmark(viewer, await leadsTeam(tx, viewer.id, task.team_id));
  return {
    ok: true,
    changed: [...changed, ...customChanges.map(({ label }) => `field.${label}`)],
    changeSetId,
    ...(stays && { stays }),
  };
}

/** Records the change set and history from the row as written; `task` is the row before. Returns the change set's id. */
async function recordFields(
  tx: Tx,
  viewer: Viewer,
  task: TaskRow,
  { current, wanted, custom, joining = {}, undoes, bulkId }: Change,
  now: number,
): Promise<number> {
  const after = await tx.selectFrom("task").selectAll().where("id", "=", task.id).executeTakeFirstOrThrow();
  const fields = await currentFields(tx, after);
  // Side effects come after the requested changes.
  const changed = TASK_FIELDS.filter((field) => field in wanted);
  const effects = TASK_FIELDS.filter((field) => !(field in wanted) && !same(fields[field], current[field]));
  const told = [...changed, ...effects];
  const inverse: FieldsInverse = {
    fields: Object.fromEntries(told.map((field) => [field, { from: current[field], to: fields[field] }])),
    times: { from: statusTimes(task), to: statusTimes(after) },
    ...(custom && { custom: custom.inverse }),
  };
  const people = everyoneIn(joining);
  for (const { circle, id } of people) {
    inverse.people = { ...inverse.people, [circle]: [...(inverse.people?.[circle] ?? []), id] };
  }
  if (wanted.requester !== undefined) inverse.fields.requester = { from: task.requester_id, to: after.requester_id };

  const about = { taskId: task.id, actorId: viewer.id };
  const set = { ...about, kind: "fields", inverse, ...(undoes && { undoes }), ...(bulkId && { bulkId }) };
  const changeSetId = await recordChangeSet(tx, set, now);
  const events: NewEvent[] = [];
  for (const field of told) {
    const [from, to] = [await formatTaskField(tx, field, current), await formatTaskField(tx, field, fields)];
    const event = { ...about, changeSetId, kind: "changed" as const, field, at: now };
    const values = { from: from || null, to: to || null };
    events.push({ ...event, ...values, ...(!(field in wanted) && { actorId: null, via: "system" as const }) });
  }
  events.push(...customEvents(custom?.changes ?? [], { ...about, changeSetId, at: now }));
  for (const { circle, name } of people) {
    events.push({ ...about, changeSetId, kind: "changed", field: circle, from: null, to: name, at: now });
  }
  await recordEvents(tx, events);
  return changeSetId;
}

/** Moves messages written on behalf of the old requester to the new one. */
async function writtenFor(tx: Tx, task: TaskRow, requesterId: number) {
  await tx
    .updateTable("message")
    .set({ on_behalf_of: requesterId })
    .where("task_id", "=", task.id)
    .where("on_behalf_of", "=", task.requester_id)
    .execute();
}

type Row = Pick<Possible, "wanted" | "status" | "assigned"> & {
  requesterId: number;
  times: Change["times"];
  /** Time zone of the agent making the change. */
  zone: string;
};

/** Later entries win: explicit choices come after side effects. */
async function writeRow(
  tx: Tx,
  task: TaskRow,
  { wanted, status, requesterId, assigned, times, zone }: Row,
  now: number,
) {
  await tx
    .updateTable("task")
    .set({
      title: wanted.title ?? task.title,
      type: wanted.type ?? task.type,
      priority: wanted.priority ? rankOf(wanted.priority) : task.priority,
      team_id: wanted.team ?? task.team_id,
      requester_id: requesterId,
      ...("due" in wanted && { due_at: startOfDay(wanted.due ?? "") }),
      ...(status !== task.status && statusChange(task, status, now)),
      ...(wanted.snooze !== undefined && snoozeUntil(wanted.snooze, zone)),
      ...times,
      ...(assigned === undefined && (await assigneeAfterReopening(tx, task, status, now))),
      ...((await losesAssignee(tx, task, wanted)) && { assignee_id: null }),
      ...(wanted.confidential !== undefined && { confidential: wanted.confidential ? (1 as const) : (0 as const) }),
      ...(wanted.assignee !== undefined && { assignee_id: wanted.assignee }),
      ...(assigned !== undefined && { assignee_id: assigned }),
      updated_at: now,
      version: task.version + 1,
    })
    .where("id", "=", task.id)
    .execute();
}

/** Events for custom fields, under their current labels: fields may be renamed later. */
export const customEvents = (
  changes: readonly FieldChange[],
  about: { taskId: number; actorId: number; at: number; changeSetId?: number },
): NewEvent[] =>
  changes.map(({ label, from, to }) => ({
    ...about,
    kind: "changed",
    field: `field.${label}`,
    from: from || null,
    to: to || null,
  }));
