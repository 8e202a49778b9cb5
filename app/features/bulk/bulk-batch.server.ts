import { sql } from "kysely";
import { type Engine, engineOf } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import { reindexTogether } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import { withdrawBatchReply } from "~/features/conversation/sending/held-replies.server";
import { type UndoChange, undoChange } from "~/features/history/undo-change.server";
import { cancelJob, planJob } from "~/features/jobs/job-queue.server";
import { applyMacro } from "~/features/macros/apply-macro.server";
import { asOneBatch, batchKey, bulkBatch } from "~/features/tasks/event-batches.server";
import { isAgent, type Viewer } from "~/features/users/users";
import type { BulkWanted } from "./bulk";
import * as say from "./bulk-copy";

/** Result for one task. With `changed`, a `reason` says what was withdrawn or couldn't be undone. */
export type Outcome = { outcome: "changed" | "skipped"; reason: string | null; change_set_id?: number | null };

const skipped = (reason: string): Outcome => ({ outcome: "skipped", reason });

/** Changes one task completely or not at all. */
async function changeOne(
  tx: Tx,
  viewer: Viewer,
  { taskId, bulkId }: { taskId: number; bulkId: number },
  { macro: _, text, ...actions }: BulkWanted,
  now: number,
): Promise<Outcome> {
  if (text) await sql`savepoint one_task`.execute(tx);
  const requestKey = batchKey(bulkBatch(bulkId), taskId);
  const asked = { actions, bulkId, ...(text && { text: { ...text, requestKey, anyway: true } }) };
  const applied = await applyMacro(tx, viewer, taskId, asked, now);
  if (text && !applied.ok) await sql`rollback to savepoint one_task`.execute(tx);
  if (applied.ok && (applied.changeSetId !== null || text)) {
    return { outcome: "changed", reason: null, change_set_id: applied.changeSetId };
  }
  if (applied.ok) return skipped(say.noChangeNeeded);
  return skipped(applied.why === "no_such_task" ? say.goneOrNoAccess : applied.reason);
}

/** Undoes the change to one task: withdraws a reply that is still held, and restores changed fields. */
async function undoOne(
  tx: Tx,
  viewer: Viewer,
  { bulkId, changeSetId, ...change }: { bulkId: number; taskId: number; changeSetId: number | null; askedAt: number },
  now: number,
): Promise<Outcome> {
  const held = { taskId: change.taskId, batch: bulkBatch(bulkId) };
  const said = (await withdrawBatchReply(tx, viewer, held, now)) ? [say.replyWithdrawn] : [];
  if (changeSetId === null) {
    return said[0] ? { outcome: "changed", reason: said[0] } : skipped(say.replyAlreadySent);
  }
  const undone = await undoChange(tx, viewer, { ...change, changeSetId }, now);
  const reasons = [...said, ...(undone.ok ? undone.kept : [whyNotUndone(undone)])];
  const outcome = undone.ok || said.length > 0 ? "changed" : "skipped";
  return { outcome, reason: reasons.join(" ") || null };
}

const REASONS: Partial<Record<string, string>> = {
  undone: say.alreadyUndone,
  not_allowed: say.tooLateToUndo,
  too_late: say.tooLateToUndo,
};

function whyNotUndone(not: Extract<UndoChange, { ok: false }>): string {
  if (not.why === "nothing_left") return not.kept.join(" ") || say.alreadyChangedBack;
  return REASONS[not.why] ?? say.goneOrNoAccess;
}

const jobKey = (id: number) => `bulk:${id}`;

export const planBatch = (tx: Tx, id: number, runAt: number, now: number) =>
  planJob(tx, { kind: "bulk", key: jobKey(id), runAt, payload: { id } }, now);

export async function bulkJob(tx: Tx, payload: Record<string, unknown>, now: number): Promise<void> {
  const id = Number(payload.id);
  if (await workOn(tx, id, now)) await planBatch(tx, id, now, now);
}

/**
 * Time budget of a batch. On SQLite a batch blocks all writes, and all reads in its process; the search index and disk take
 * as long again. On PostgreSQL it blocks only changes to the same tasks, and starting and ending a batch costs more.
 */
const PORTION_MS: Record<Engine, number> = { sqlite: 6, postgres: 200 };
const MOST_IN_A_PORTION = 50;

/** Works on one batch of a bulk change. Returns whether there is more. */
export const workOn = (tx: Tx, id: number, now: number): Promise<boolean> =>
  reindexTogether(tx, () => runBatch(tx, id, now));

async function runBatch(tx: Tx, id: number, now: number): Promise<boolean> {
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
    const { task_id: taskId, change_set_id: changeSetId } = task;
    const done = await asOneBatch(tx, { name: bulkBatch(id) }, () =>
      bulk.undoes === null
        ? changeOne(tx, viewer, { taskId, bulkId: id }, wanted, now)
        : undoOne(tx, viewer, { bulkId: bulk.undoes, taskId, changeSetId, askedAt: bulk.created_at }, now),
    );
    if (done.outcome === "changed") changed++;
    else skipped++;
    const row = tx.updateTable("bulk_task").set(done).where("bulk_id", "=", id).where("task_id", "=", taskId);
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

/** The person who started it, with their current role; null if they are no longer an active agent. */
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
  const ended = { ended_at: now, ...more };
  await tx.updateTable("bulk_change").set(ended).where("id", "=", id).execute();
  await cancelJob(tx, jobKey(id));
}
