import type { Tx } from "~/db/transaction.server";
import type { Viewer } from "~/features/users/user-words";
import { taskToChange } from "../task-write.server";
import type { ChangeToUndo, UndoResult } from "../undo/undo-change.server";
import { type ItemChange, insertItem, setDone, setText, tellOfItem } from "./checklist.server";
import * as say from "./checklist-texts";
import { CHECKLIST_LIMITS } from "./checklist-words";

const nothing = (why: string): UndoResult => ({ back: [], kept: [why] });

/** Puts an item back as it was, unless somebody has changed it since. */
export async function undoChecklist(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
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
    if (many >= CHECKLIST_LIMITS.items) return nothing(say.checklistIsFull(row.text));
    const { id, ...values } = row;
    await tellOfItem(tx, { item: await insertItem(tx, values), from: null, to: row.text }, about);
    return { back: [say.theItem(row.text)], kept: [] };
  }

  const found = await tx.selectFrom("checklist_item").selectAll().where("id", "=", item).executeTakeFirst();
  if (!found) return nothing(say.itemIsGone);
  if (done !== undefined) {
    if ((found.done_at !== null) !== done) return nothing(say.itemWasChanged(found.text));
    await setDone(tx, found, !done, about);
    return { back: [done ? say.theTickAt(found.text) : say.isTicked(found.text)], kept: [] };
  }
  if (found.text !== to) return nothing(say.itemWasChanged(found.text));
  if (from !== null) {
    await setText(tx, found, from, about);
    return { back: [say.theItem(from)], kept: [] };
  }
  if (found.done_at !== null) return nothing(say.itemWasTicked(found.text));
  await tx.deleteFrom("checklist_item").where("id", "=", item).execute();
  await tellOfItem(tx, { item, from: found.text, to: null, row: found }, about);
  return { back: [say.theItem(found.text)], kept: [] };
}
