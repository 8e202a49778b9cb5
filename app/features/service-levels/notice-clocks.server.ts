import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import { MINUTE_MS } from "~/lib/durations";
import { type ClockNews, lockClocks, storeClocks } from "./clock-store.server";
import * as say from "./service-levels-copy";
import { loadServiceLevels } from "./service-levels-data.server";

export const NOTICE_EVERY_MS = MINUTE_MS / 2;
/** Tasks in one transaction, which on SQLite blocks all other writes. */
const BATCH = 25;

/**
 * Records due warnings and breaches, each once, however late it runs. A recurring job. Returns whether there may be
 * more.
 */
export async function noticeClocks(tx: Tx, now: number): Promise<boolean> {
  const due = tx
    .selectFrom("clock_state")
    .select("task_id")
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .limit(BATCH);
  const ids = (await due.execute()).map(({ task_id }) => task_id).sort((a, b) => a - b);
  if (ids.length === 0) return false;
  const desk = await loadServiceLevels(tx);
  if (!desk) return false;
  // Tasks locked by a concurrent change wait for the next run.
  const tasks = tx.selectFrom("task").select("id").where("id", "in", ids).orderBy("id");
  const locked = (await forUpdate(tx, tasks, "skip locked").execute()).map(({ id }) => id);
  for (const [taskId, stored] of await lockClocks(tx, locked)) {
    const news = await storeClocks(tx, taskId, stored, desk, now, { tells: true });
    await recordEvents(
      tx,
      news.map((one) => eventOf(taskId, one, now)),
    );
  }
  return ids.length === BATCH && locked.length > 0;
}

const eventOf = (taskId: number, { metric, kind }: ClockNews, at: number) => ({
  ...{ taskId, actorId: null, via: "system" as const, kind: "changed" as const, at },
  ...{ field: kind === "breach" ? "clock_breached" : "clock_warning", from: null, to: say.metrics[metric] },
});
