import { compiledOnce } from "~/db/compiled-query-cache.server";
import type { Db } from "~/db/types";
import { mayUnmark } from "~/features/tasks/access.server";
import { fieldLabel } from "~/features/tasks/field-labels";
import { followMerges, mergedInto } from "~/features/tasks/follow-merges.server";
import type { Piece, Sentence } from "~/features/tasks/history-sentence";
import { historyOf } from "~/features/tasks/subjects.server";
import { hiddenTask } from "~/features/tasks/tasks-copy";
import type { Viewer } from "~/features/users/users";
import type { TimeCursor } from "~/lib/time-cursor";
import * as say from "./history-copy";
import { type Change, type Entry, entriesOf } from "./history-entries";
import type { HistoryPlace } from "./history-page-url";
import { undoerOf } from "./undo-change.server";
import { undoBlocker } from "./undo-rules";
import { describeChange } from "./what-changed.server";

type Told = { field: string | null; old_value: string | null; new_value: string | null };

const namesTask = ({ field }: Told) => historyOf(field)?.areTasks === true;

const numberIn = (text: string | null) => Number(/^#(\d+)$/.exec(text ?? "")?.[1] ?? 0);

/**
 * Masks numbers of tasks the viewer may not see. `today` maps each other number to the task it is now merged into, or
 * to itself.
 */
async function maskUnseenTasks<E extends Told>(db: Db, viewer: Viewer, events: E[]) {
  const ofOthers = events.filter(namesTask);
  const numbers = new Set(ofOthers.map((event) => numberIn(event.new_value ?? event.old_value)).filter(Boolean));
  const today = await followMerges(db, viewer, [...numbers]);
  const masked = (value: string | null) => (value === null || today.has(numberIn(value)) ? value : hiddenTask);
  const shown = events.map((event) =>
    namesTask(event) ? { ...event, old_value: masked(event.old_value), new_value: masked(event.new_value) } : event,
  );
  return { shown, today };
}

/** Entries per page, and events read to build them. */
const PAGE = { entries: 30, events: 90 };

/** Longer values are cut: history records changes and doesn't archive texts. */
const VALUE_LENGTH = 300;

/**
 * A page of a task's history, or of one merged into it, oldest first. The caller checks agent access. `older` is the
 * cursor of the previous page; null for none. A merged task's history is read-only: undo the merge first.
 */
export async function readHistory(
  db: Db,
  viewer: Viewer,
  task: { id: number; leads: 0 | 1 },
  { before, of: asked }: HistoryPlace,
  now: number,
) {
  const of = asked !== null && (await mergedInto(db, viewer, asked)) === task.id ? asked : null;
  const events = await newestEvents(db, of ?? task.id, before);
  const more = events.length > PAGE.events;
  const { shown, today } = await maskUnseenTasks(db, viewer, events.slice(0, PAGE.events).reverse());
  const sets = changeSetsOf(shown);
  const all = entriesOf(shown.map(shortened));
  if (more && all.length > 1) all.shift(); // it may begin on the previous page
  const entries = all.slice(-PAGE.entries);
  const first = entries[0];
  const older = first && (more || entries.length < all.length) ? { at: first.at, id: first.id } : null;
  const undoer = of === null ? { viewer, leads: task.leads === 1 } : null;
  const isPart = (number: number) => number !== task.id && today.get(number) === task.id;
  const linked = (says: Sentence) => says.map((piece) => withHistory(piece, task.id, isPart));
  return {
    entries: (await withUndo(db, { of: of ?? task.id, undoer, before }, { entries, all }, sets, now)).map((entry) =>
      inWords(entry, linked, now),
    ),
    older,
    isNewest: before === null,
    /** The merged task whose history this is; null for the task's own. */
    of,
  };
}

export type HistoryPage = Awaited<ReturnType<typeof readHistory>>;

const newestEvents = (db: Db, taskId: number, before: TimeCursor | null) =>
  before ? eventsBefore(db, taskId, before).execute() : lastEvents(db, {}, { taskId });

const eventsBefore = (db: Db, taskId: number, before: TimeCursor) =>
  eventsQuery(db, taskId).where(({ eb, refTuple, tuple }) =>
    eb(refTuple("event.at", "event.id"), "<", tuple(before.at, before.id)),
  );

const lastEvents = compiledOnce((db, _shape: Record<never, never>, { taskId }: { taskId: number }) =>
  eventsQuery(db, taskId),
);

const eventsQuery = (db: Db, taskId: number) =>
  db
    .selectFrom("event")
    .leftJoin("user as actor", "actor.id", "event.actor_id")
    .leftJoin("change_set as set", "set.id", "event.change_set_id")
    .leftJoin("user as undoer", "undoer.id", "set.undone_by")
    .leftJoin("change_set as undone", "undone.id", "set.undoes")
    .leftJoin("user as author", "author.id", "undone.actor_id")
    .leftJoin("rule_run as run", "run.id", "event.rule_run_id")
    .select(["event.id", "event.kind", "event.field", "event.old_value", "event.new_value", "event.at", "event.via"])
    .select(["event.actor_id", "actor.name as actor", "event.change_set_id"])
    .select(["set.kind as set_kind", "set.actor_id as set_actor_id", "set.created_at as set_at", "set.undone_at"])
    .select(["set.bulk_id", "event.rule_run_id", "run.rule_name", "run.because"])
    .select(["undoer.name as undoneBy", "undone.actor_id as author_id", "author.name as author"])
    .where("event.task_id", "=", taskId)
    .orderBy("event.at", "desc")
    .orderBy("event.id", "desc")
    .limit(PAGE.events + 1);

type EventOfTask = Awaited<ReturnType<typeof newestEvents>>[number];

const changeSetsOf = (events: readonly EventOfTask[]) =>
  new Map(
    events.flatMap(({ change_set_id: id, set_kind: kind, set_actor_id: actor_id, set_at: created_at, ...event }) => {
      if (id === null || kind === null || actor_id === null || created_at === null) return [];
      const { undone_at, undoneBy, author_id, author, bulk_id } = event;
      return [[id, { id, kind, actor_id, created_at, undone_at, undoneBy, author_id, author, bulk_id }] as const];
    }),
  );

type ChangeSet = ReturnType<typeof changeSetsOf> extends Map<number, infer Set> ? Set : never;

const cut = (value: string | null) =>
  value !== null && value.length > VALUE_LENGTH ? `${[...value].slice(0, VALUE_LENGTH).join("")}…` : value;

const shortened = <E extends { old_value: string | null; new_value: string | null }>(event: E) => ({
  ...event,
  old_value: cut(event.old_value),
  new_value: cut(event.new_value),
});

/** An entry with the state of its change set (`withUndo`). */
type KnownEntry = Entry & {
  mayUndo?: readonly Change[];
  undone?: { by: string; partly: boolean };
  tookBack?: { by: string | null };
  inBulk?: true;
};

/** Links a merged task's number to its history here, because it no longer has its own page. */
const withHistory = (piece: Piece, here: number, isPart: (number: number) => boolean): Piece =>
  typeof piece === "object" && "task" in piece && isPart(piece.task) ? { ...piece, here } : piece;

const labelOf = ({ field }: Change) => historyOf(field)?.label(field ?? "") ?? fieldLabel(field ?? "");

/**
 * The text of an entry: `undoing` introduces the change it undid, `after` follows the changes. `undo` is set if the
 * viewer can undo it: the change set and its description.
 */
function inWords(
  { changes, changeSetId, mayUndo, undone, tookBack, inBulk, ...entry }: KnownEntry,
  linked: (says: Sentence) => Sentence,
  now: number,
) {
  const about = [...new Set((mayUndo ?? []).map(labelOf))].filter(Boolean).join(", ");
  const after = [
    ...(entry.via === "import" ? [say.imported] : []),
    ...(inBulk ? [say.bulkChange] : []),
    ...(entry.rule ? [say.byRule(entry.rule.name, entry.rule.because)] : []),
    ...(undone ? [undone.partly ? say.partlyUndoneBy(undone.by) : say.undoneBy(undone.by)] : []),
  ];
  return {
    ...entry,
    ...(tookBack && { undoing: tookBack.by === null ? say.undidOwnChange : say.undidChangeBy(tookBack.by) }),
    ...(after.length > 0 && { after: after.map((words) => `(${words})`).join(" ") }),
    changes: changes.map((change) => ({
      id: change.id,
      ...(change.by === null && { by: null }),
      says: linked(describeChange(change, now)),
    })),
    ...(mayUndo && changeSetId !== null && { undo: { changeSetId, about } }),
  };
}

export type ShownEntry = ReturnType<typeof inWords>;

/** Kinds with several fields, which can be undone in part. */
const FIELD_KINDS = new Set(["fields", "answer", "details"]);

/**
 * Adds the state of each entry's change set. Without an undoer nothing can be undone.
 *
 * mayUndo   the changes the viewer can undo now
 * undone    who undid it, and whether only in part
 * tookBack  whose change it undid; null for their own
 * inBulk    other tasks were changed with it
 */
async function withUndo(
  db: Db,
  { of, undoer, before }: { of: number; undoer: { viewer: Viewer; leads: boolean } | null; before: TimeCursor | null },
  { entries, all }: { entries: Entry[]; all: Entry[] },
  sets: ReturnType<typeof changeSetsOf>,
  now: number,
): Promise<KnownEntry[]> {
  const undone = [...sets.values()].filter((set) => set.undone_at !== null && FIELD_KINDS.has(set.kind));
  const ids = undone.map(({ id }) => id);
  const back = ids.length === 0 ? [] : await restoredFields(db, of, ids).execute();
  const stays = ({ field, to }: Change) =>
    field === "confidential" && to === "yes" && undoer !== null && !mayUnmark(undoer.viewer, undoer.leads);
  const mayAsk = (set: ChangeSet | undefined): set is ChangeSet =>
    undoer !== null &&
    set !== undefined &&
    set.undone_at === null &&
    undoerOf(set.kind) !== undefined &&
    undoBlocker({ ...undoer, change: set }, now) === null;
  const setOf = ({ changeSetId }: Entry) => (changeSetId === null ? undefined : sets.get(changeSetId));
  const latest = new Map(all.flatMap(({ changes }) => changes.map(({ field, to }) => [field, to] as const)));
  if (before !== null && entries.some((entry) => mayAsk(setOf(entry)))) {
    for (const event of await fieldsSince(db, { taskId: of, ...before }).execute())
      latest.set(event.field, cut(event.to));
  }
  return entries.map((entry) => {
    const set = setOf(entry);
    if (!set) return entry;
    // Fields changed since then stay.
    const isLeft = (change: Change) =>
      !FIELD_KINDS.has(set.kind) || (!stays(change) && latest.get(change.field) === change.to);
    const left = mayAsk(set) ? entry.changes.filter(isLeft) : [];
    const isBack = ({ field }: Change) => back.some((event) => event.undoes === set.id && event.field === field);
    const partly = FIELD_KINDS.has(set.kind) && !entry.changes.every(isBack);
    return {
      ...entry,
      ...(left.length > 0 && { mayUndo: left }),
      ...(set.undoneBy !== null && { undone: { by: set.undoneBy, partly } }),
      ...(set.bulk_id !== null && { inBulk: true as const }),
      ...(set.author_id !== null && { tookBack: { by: set.author_id === set.actor_id ? null : set.author } }),
    };
  });
}

/** New values of fields from a cursor on. */
const fieldsSince = (db: Db, { taskId, at, id }: TimeCursor & { taskId: number }) =>
  db
    .selectFrom("event")
    .select(["field", "new_value as to"])
    .where("task_id", "=", taskId)
    .where("field", "is not", null)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("event.at", "event.id"), ">=", tuple(at, id)))
    .orderBy("at")
    .orderBy("id");

/** The fields that undoing these change sets restored, according to the task's history. */
export const restoredFields = (db: Db, taskId: number, ids: readonly number[]) =>
  db
    .selectFrom("event")
    .innerJoin("change_set as set", "set.id", "event.change_set_id")
    .select(["set.undoes", "event.field"])
    .where("event.task_id", "=", taskId)
    .where("set.undoes", "in", ids);
