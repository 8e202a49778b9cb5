import { type Selectable, type SqlBool, sql } from "kysely";
import type { Database, Db } from "~/db/types";
import { holdsReplyTo } from "~/features/conversation/sending/held-replies.server";
import { UNDO_MS } from "~/features/history/undo-rules";
import { bulkBatch } from "~/features/tasks/event-batches.server";
import type { Viewer } from "~/features/users/users";
import { beginBulk, bulkOf, leadsSomewhere } from "./bulk-change.server";

export type UndoBulk =
  | { ok: true; id: number }
  | { ok: false; why: "no_such_change" | "undone" | "too_late" | "going_on" | "nothing" };

/** Why a whole bulk change can't be undone; null if it can. */
export async function whyNotUndoBulk(
  db: Db,
  viewer: Viewer,
  bulk: Selectable<Database["bulk_change"]>,
  now: number,
): Promise<Exclude<Extract<UndoBulk, { ok: false }>["why"], "no_such_change"> | null> {
  if (bulk.ended_at === null) return "going_on";
  if (bulk.undoes !== null || !(await hasWhatCanBeUndone(db, bulk.id))) return "nothing";
  if (await undoingOf(db, bulk.id)) return "undone";
  // The longer time for leads is checked again for each task: those of teams they don't lead stay changed.
  const long = await leadsSomewhere(db, viewer);
  return now - bulk.created_at <= (long ? UNDO_MS.lead : UNDO_MS.author) ? null : "too_late";
}

/** Tasks with changed fields or a held reply. Sent messages can't be undone. */
const canBeUndone = (id: number) =>
  sql<SqlBool>`(bulk_task.change_set_id is not null or ${holdsReplyTo(bulkBatch(id), sql`bulk_task.task_id`)})`;

async function hasWhatCanBeUndone(db: Db, id: number): Promise<boolean> {
  const one = db.selectFrom("bulk_task").select("task_id").where("bulk_id", "=", id).where(canBeUndone(id));
  return (await one.limit(1).executeTakeFirst()) !== undefined;
}

export const undoingOf = (db: Db, id: number) =>
  db.selectFrom("bulk_change").select("id").where("undoes", "=", id).executeTakeFirst();

export async function undoBulk(db: Db, viewer: Viewer, id: number, now: number): Promise<UndoBulk> {
  const bulk = await bulkOf(db, viewer, id).executeTakeFirst();
  if (!bulk) return { ok: false, why: "no_such_change" };
  const undoing = await undoingOf(db, id);
  if (undoing) return { ok: true, id: undoing.id }; // sent twice
  const why = await whyNotUndoBulk(db, viewer, bulk, now);
  if (why) return { ok: false, why };
  const undone = { requestKey: `undo-bulk:${id}`, wanted: {}, back: bulk.back, undoes: id };
  const made = await beginBulk(db, viewer, undone, now, (tx, newId) =>
    tx
      .insertInto("bulk_task")
      .columns(["bulk_id", "task_id", "change_set_id"])
      .expression(
        tx
          .selectFrom("bulk_task")
          .select([sql<number>`cast(${newId} as integer)`.as("bulk_id"), "task_id", "change_set_id"])
          .where("bulk_id", "=", id)
          .where(canBeUndone(id)),
      )
      .executeTakeFirstOrThrow(),
  );
  return made === null ? { ok: false, why: "nothing" } : { ok: true, id: made };
}
