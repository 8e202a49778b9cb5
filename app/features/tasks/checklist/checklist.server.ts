import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { type ChangeToUndo, nothingUndone, type Subject, type UndoResult } from "../subjects.server";
import * as say from "../task-details-copy";
import { type TaskRow, taskToChange, touchTask } from "../task-rows.server";
import type { ChecklistText } from "../task-schema";
import { CHECKLIST_LIMITS, type ChecklistItem, type ItemVerb } from "../tasks";
import { type OtherText, writeOnce } from "../write-once.server";
import { recordChangeSet, recordEvents } from "../write-task-history.server";

/** The task's checklist, in order. The caller checks agent access. */
export async function readChecklist(db: Db, taskId: number): Promise<ChecklistItem[]> {
  const rows = await db
    .selectFrom("checklist_item")
    .leftJoin("user as doer", "doer.id", "checklist_item.done_by")
    .select(["checklist_item.id", "checklist_item.text", "checklist_item.done_at", "doer.name as doer"])
    .where("checklist_item.task_id", "=", taskId)
    .orderBy("checklist_item.position")
    .orderBy("checklist_item.id")
    .execute();
  return rows.map(({ id, text, done_at, doer }) => ({
    id,
    text,
    done: done_at === null ? null : { by: doer ?? say.somebody, at: done_at },
  }));
}

/**
 * no_such_task  missing, or the viewer has no agent access
 * no_such_item  removed by another request
 */
type Refused = { ok: false; why: "no_such_task" | "no_such_item" | "too_many" };

/** changed: another request changed the text to `text`. */
type WriteItem = { ok: true } | Refused | { ok: false; why: "changed"; text: string } | OtherText;

/** Appends an item, once per request key, or renames one. */
export async function writeItem(
  db: Db,
  viewer: Viewer,
  taskId: number,
  input: ChecklistText,
  now: number,
): Promise<WriteItem> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task?.works) return { ok: false, why: "no_such_task" };
    if (input.item !== undefined) return rename(tx, viewer, task, { ...input, item: input.item }, now);
    return writeOnce(tx, { userId: viewer.id, key: input.requestKey, text: input.text }, now, async () => {
      const places = await tx
        .selectFrom("checklist_item")
        .select("position")
        .where("task_id", "=", taskId)
        .orderBy("position", "desc")
        .execute();
      if (places.length >= CHECKLIST_LIMITS.items) return { ok: false, why: "too_many" } as const;
      const position = (places[0]?.position ?? 0) + 1;
      const id = await insertItem(tx, { task_id: taskId, position, text: input.text, done_by: null, done_at: null });
      await recordItem(tx, { item: id, from: null, to: input.text }, { viewer, task, now });
      return id;
    });
  });
}

async function rename(
  tx: Tx,
  viewer: Viewer,
  task: TaskRow,
  { item, text, was }: ChecklistText & { item: number },
  now: number,
): Promise<WriteItem> {
  const found = await findItem(tx, task.id, item);
  if (!found) return { ok: false, why: "no_such_item" };
  if (found.text === text) return { ok: true };
  if (found.text !== was) return { ok: false, why: "changed", text: found.text };
  await setText(tx, found, text, { viewer, task, now });
  return { ok: true };
}

/** `removal` is the change set that restores a removed item. */
type ChangeItem = { ok: true; removal?: number } | Refused;

/** Ticks, unticks, removes or moves an item. A repeated tick or untick is a no-op. */
export async function changeItem(
  db: Db,
  viewer: Viewer,
  taskId: number,
  { verb, item }: { verb: ItemVerb; item: number },
  now: number,
): Promise<ChangeItem> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task?.works) return { ok: false, why: "no_such_task" };
    const found = await findItem(tx, taskId, item);
    if (!found) return { ok: false, why: "no_such_item" };
    const about = { viewer, task, now };
    switch (verb) {
      case "tick":
      case "untick":
        await setDone(tx, found, verb === "tick", about);
        break;
      case "remove":
        await tx.deleteFrom("checklist_item").where("id", "=", item).execute();
        return {
          ok: true,
          removal: await recordItem(tx, { item, from: found.text, to: null, row: found }, about),
        };
      default:
        await swapWithNeighbour(tx, found, verb);
    }
    return { ok: true };
  });
}

const findItem = (tx: Tx, taskId: number, item: number) =>
  tx.selectFrom("checklist_item").selectAll().where("id", "=", item).where("task_id", "=", taskId).executeTakeFirst();

type ItemRow = NonNullable<Awaited<ReturnType<typeof findItem>>>;

async function insertItem(tx: Tx, row: Omit<ItemRow, "id">): Promise<number> {
  const { id } = await tx.insertInto("checklist_item").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** `undoes` is the change set being undone. */
type About = { viewer: Viewer; task: TaskRow; undoes?: number; now: number };

async function setText(tx: Tx, item: ItemRow, text: string, about: About) {
  await tx.updateTable("checklist_item").set({ text }).where("id", "=", item.id).execute();
  await recordItem(tx, { item: item.id, from: item.text, to: text }, about);
}

async function setDone(tx: Tx, item: ItemRow, done: boolean, about: About) {
  if (done === (item.done_at !== null)) return;
  const values = done ? { done_by: about.viewer.id, done_at: about.now } : { done_by: null, done_at: null };
  await tx.updateTable("checklist_item").set(values).where("id", "=", item.id).execute();
  await recordItem(tx, { item: item.id, from: ticked(item.text, !done), to: ticked(item.text, done), done }, about);
}

const ticked = (text: string, done: boolean) => `${done ? "☑" : "☐"} ${text}`;

/** Not recorded in history, because the order says nothing about the work. */
async function swapWithNeighbour(tx: Tx, item: ItemRow, way: "up" | "down") {
  const items = await tx
    .selectFrom("checklist_item")
    .select(["id", "position"])
    .where("task_id", "=", item.task_id)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const at = items.findIndex(({ id }) => id === item.id);
  const to = way === "up" ? at - 1 : at + 1;
  const [one, other] = [items[at], items[to]];
  if (!one || !other) return;
  items[at] = other;
  items[to] = one;
  // Renumber all: a restored item may share its position with one added later.
  for (const [index, { id, position: before }] of items.entries()) {
    const position = index + 1;
    if (position !== before) await tx.updateTable("checklist_item").set({ position }).where("id", "=", id).execute();
  }
}

/** The data to undo an item change; history shows `from` and `to`. */
type ItemChange = {
  item: number;
  from: string | null;
  to: string | null;
  /** For a tick or untick: the new state. */
  done?: boolean;
  /** For a removal: the deleted row. */
  row?: ItemRow;
};

/** Records an item change in the history and returns its change set's id. */
async function recordItem(tx: Tx, inverse: ItemChange, { viewer, task, undoes, now }: About): Promise<number> {
  const about = { taskId: task.id, actorId: viewer.id };
  const set = { ...about, kind: "checklist", inverse, ...(undoes !== undefined && { undoes }) };
  const changeSetId = await recordChangeSet(tx, set, now);
  const { from, to } = inverse;
  await recordEvents(tx, [{ ...about, kind: "changed", field: "checklist", from, to, at: now, changeSetId }]);
  await touchTask(tx, task, now);
  return changeSetId;
}

/** Undoes an item change, unless the item has changed since. */
async function undoChecklist(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
  const task = await taskToChange(tx, viewer, change.taskId);
  if (!task) return { back: [], kept: [] };
  const { item, from, to, done, row } = JSON.parse(change.inverse) as ItemChange;
  const about = { viewer, task, undoes: change.id, now };

  if (row) {
    const { many } = await tx
      .selectFrom("checklist_item")
      .select(({ fn }) => fn.countAll<number>().as("many"))
      .where("task_id", "=", task.id)
      .executeTakeFirstOrThrow();
    if (many >= CHECKLIST_LIMITS.items) return nothingUndone(say.checklistIsFull(row.text));
    const { id, ...values } = row;
    await recordItem(tx, { item: await insertItem(tx, values), from: null, to: row.text }, about);
    return { back: [say.quotedItem(row.text)], kept: [] };
  }

  const found = await tx.selectFrom("checklist_item").selectAll().where("id", "=", item).executeTakeFirst();
  if (!found) return nothingUndone(say.itemWasRemoved);
  if (done !== undefined) {
    if ((found.done_at !== null) !== done) return nothingUndone(say.itemWasChanged(found.text));
    await setDone(tx, found, !done, about);
    return { back: [done ? say.tickOnItem(found.text) : say.untickingItem(found.text)], kept: [] };
  }
  if (found.text !== to) return nothingUndone(say.itemWasChanged(found.text));
  if (from !== null) {
    await setText(tx, found, from, about);
    return { back: [say.quotedItem(from)], kept: [] };
  }
  if (found.done_at !== null) return nothingUndone(say.itemWasTicked(found.text));
  await tx.deleteFrom("checklist_item").where("id", "=", item).execute();
  await recordItem(tx, { item, from: found.text, to: null, row: found }, about);
  return { back: [say.quotedItem(found.text)], kept: [] };
}

export const checklistSubject: Subject = { undo: { checklist: undoChecklist } };
