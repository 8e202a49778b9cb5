import { sql } from "kysely";
import type { Tx } from "~/db/transaction.server";
import { applyMacro } from "~/features/macros/apply-macro.server";
import { batchKey, bulkBatch } from "~/features/tasks/notifications/batch-names.server";
import { withdrawOfBatch } from "~/features/tasks/sending/held-replies.server";
import { type UndoChange, undoChange } from "~/features/tasks/undo/undo-change.server";
import type { Viewer } from "~/features/users/user-words";
import * as say from "./bulk-texts";
import type { BulkWanted } from "./bulk-words";

/** What became of one task. A `reason` beside a change says what of it stayed. */
export type Outcome = { outcome: "changed" | "skipped"; reason: string | null; change_set_id?: number | null };

const skipped = (reason: string): Outcome => ({ outcome: "skipped", reason });

const GONE = say.notForYouAnyMore;

/** Changes one of many tasks: all that is wanted of it, or nothing. */
export async function changeOne(
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
  if (applied.ok) return skipped(say.itWasLikeThatAlready);
  return skipped(applied.why === "no_such_task" ? GONE : applied.reason);
}

const WITHDRAWN = say.theReplyWasWithdrawn;

/** Takes one of many changes back: the reply, if it still waits, and what was changed, if anything was. */
export async function undoOne(
  tx: Tx,
  viewer: Viewer,
  { bulkId, changeSetId, ...change }: { bulkId: number; taskId: number; changeSetId: number | null; askedAt: number },
  now: number,
): Promise<Outcome> {
  const said = (await withdrawOfBatch(tx, viewer, change.taskId, bulkBatch(bulkId))) ? [WITHDRAWN] : [];
  if (changeSetId === null) {
    return said.length > 0 ? { outcome: "changed", reason: WITHDRAWN } : skipped(say.theReplyWasSentAlready);
  }
  const undone = await undoChange(tx, viewer, { ...change, changeSetId }, now);
  const reasons = [...said, ...(undone.ok ? undone.kept : [whyNotUndone(undone)])];
  const outcome = undone.ok || said.length > 0 ? "changed" : "skipped";
  return { outcome, reason: reasons.join(" ") || null };
}

function whyNotUndone(not: Extract<UndoChange, { ok: false }>): string {
  switch (not.why) {
    case "nothing_left":
      return not.kept.join(" ") || say.itWasAsBeforeAlready;
    case "undone":
      return say.itWasUndoneAlready;
    case "not_allowed":
    case "too_late":
      return say.tooLateToUndo;
    default:
      return GONE;
  }
}
