import { sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import { DAY_MS } from "~/lib/durations";
import { defaultOf, statuses } from "../task-words";
import { moveBySystem } from "./system-moves.server";

/** So many tasks are closed in one transaction, so that nobody waits long for it. */
const BATCH = 100;

/**
 * S5: closes resolved tasks about which the requester has been silent for as long as their team waits: the rule of
 * `closesAt`, as SQL. Answers whether there may be more. A task that somebody changes just now is left for the next time.
 */
export async function closeResolved(tx: Tx, now: number): Promise<boolean> {
  const resolved = statuses().flatMap(({ key, category }) => (category === "resolved" ? [key] : []));
  const due = tx
    .selectFrom("task")
    .select(["id", "status", "resolved_at", "closed_at", "reopen_count", "snoozed_until", "version"])
    .where("status", "in", resolved)
    .where("resolved_at", "<=", now - DAY_MS)
    .where("merged_into", "is", null)
    .where("put_away", "is", null)
    .where((eb) => {
      // Looked up, not joined: the lock is for the task alone.
      const days = eb.selectFrom("team").select("auto_close_days").whereRef("team.id", "=", "task.team_id");
      const silentSince = sql<number>`case when last_requester_at > resolved_at then last_requester_at else resolved_at end`;
      return eb.and([eb(days, ">", 0), sql<boolean>`${silentSince} + (${days}) * cast(${DAY_MS} as bigint) <= ${now}`]);
    })
    .orderBy("resolved_at")
    .orderBy("id")
    .limit(BATCH);
  const tasks = await forUpdate(tx, due, "skip locked").execute();
  for (const task of tasks) await moveBySystem(tx, task, defaultOf("closed"), now);
  return tasks.length === BATCH;
}
