import type { Selectable } from "kysely";
import { type Engine, engineOf } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import { reindexTogether } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import type { Database } from "~/db/types";
import { cancelJob, planJob } from "~/features/jobs/job-queue.server";
import { bulkBatch } from "~/features/tasks/notifications/batch-names.server";
import { asOneBatch } from "~/features/tasks/notifications/notify.server";
import { isAgent, type Viewer } from "~/features/users/user-words";
import type { BulkWanted } from "./bulk-words";
import { changeOne, type Outcome, undoOne } from "./change-one.server";

const jobKey = (id: number) => `bulk:${id}`;

/** Has the next portion done, at that time. */
export const planPortion = (tx: Tx, id: number, runAt: number, now: number) =>
  planJob(tx, { kind: "bulk", key: jobKey(id), runAt, payload: { id } }, now);

/** The job: a portion, and then the next. */
export async function bulkJob(tx: Tx, payload: Record<string, unknown>, now: number): Promise<void> {
  const id = Number(payload.id);
  if (await workOn(tx, id, now)) await planPortion(tx, id, now, now);
}

/**
 * On SQLite nobody else writes while a portion is worked on, and in one process nobody reads: so long they wait, and as long
 * again for the text index and the disk. On PostgreSQL only whoever changes one of the same tasks waits, and beginning and
 * ending a portion costs more.
 */
const PORTION_MS: Record<Engine, number> = { sqlite: 6, postgres: 200 };
const MOST_IN_A_PORTION = 50;

/** Does a portion of a bulk change and answers whether there is more of it. */
export const workOn = (tx: Tx, id: number, now: number): Promise<boolean> =>
  reindexTogether(tx, () => workOnPortion(tx, id, now));

async function workOnPortion(tx: Tx, id: number, now: number): Promise<boolean> {
  const until = performance.now() + PORTION_MS[engineOf(tx)];
  const asked = tx.selectFrom("bulk_change").selectAll().where("id", "=", id).where("ended_at", "is", null);
  const bulk = await forUpdate(tx, asked).executeTakeFirst();
  if (!bulk) return false;
  const viewer = await actorOf(tx, bulk.actor_id);
  if (!viewer) {
    await endBulk(tx, id, { cancelled: 1 }, now);
    return false;
  }
  const next = await tx
    .selectFrom("bulk_task")
    .select(["task_id", "change_set_id"])
    .where("bulk_id", "=", id)
    .where("outcome", "is", null)
    .orderBy("task_id")
    .limit(MOST_IN_A_PORTION)
    .execute();
  const wanted = JSON.parse(bulk.wanted) as BulkWanted;
  let [changed, skipped] = [0, 0];
  for (const task of next) {
    const done = await workOnTask(tx, viewer, bulk, wanted, task, now);
    if (done.outcome === "changed") changed++;
    else skipped++;
    const row = tx.updateTable("bulk_task").set(done).where("bulk_id", "=", id).where("task_id", "=", task.task_id);
    await row.execute();
    if (performance.now() > until) break;
  }
  const more = changed + skipped < next.length || next.length === MOST_IN_A_PORTION;
  await tx
    .updateTable("bulk_change")
    .set((eb) => ({ changed: eb("changed", "+", changed), skipped: eb("skipped", "+", skipped) }))
    .where("id", "=", id)
    .execute();
  if (!more) await endBulk(tx, id, {}, now);
  return more;
}

function workOnTask(
  tx: Tx,
  viewer: Viewer,
  { id, undoes, created_at }: Selectable<Database["bulk_change"]>,
  wanted: BulkWanted,
  { task_id: taskId, change_set_id: changeSetId }: { task_id: number; change_set_id: number | null },
  now: number,
): Promise<Outcome> {
  return asOneBatch(tx, { name: bulkBatch(id) }, () =>
    undoes === null
      ? changeOne(tx, viewer, { taskId, bulkId: id }, wanted, now)
      : undoOne(tx, viewer, { bulkId: undoes, taskId, changeSetId, askedAt: created_at }, now),
  );
}

/** Who asked for it, as they are now; null once they do not work on tasks any more. */
async function actorOf(tx: Tx, id: number): Promise<Viewer | null> {
  const person = await tx
    .selectFrom("user")
    .select(["id", "name", "email", "role", "state"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (person?.state !== "active" || !isAgent(person)) return null;
  return { id, name: person.name, email: person.email, role: person.role };
}

export async function endBulk(tx: Tx, id: number, more: { cancelled?: 1 }, now: number) {
  await tx
    .updateTable("bulk_change")
    .set({ ended_at: now, ...more })
    .where("id", "=", id)
    .execute();
  await cancelJob(tx, jobKey(id));
}
