import { isAmong } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";
import { STILL_OPEN } from "~/features/search/report-conditions.server";
import { isOpen, OPEN_CATEGORIES, statusesEverNamed } from "~/features/tasks/tasks";

/**
 * Reconstructs from history when reopened tasks were open, for tasks from before the upgrade and imported ones. For all
 * others, triggers record it.
 */
export async function rebuildOpenTimes(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const tasks = await tx
    .selectFrom("task")
    .innerJoin("task_open", "task_open.task_id", "task.id")
    .select(["task.id", "task.status", "task.open", "task.created_at", "task_open.until_at"])
    .where(isAmong(tx, "task.id", ids))
    .where("task.reopen_count", ">", 0)
    .where("task.put_away", "is", null)
    .where(({ selectFrom }) =>
      selectFrom("task_open as all_open")
        .select(({ fn, eb }) => eb(fn.countAll(), "=", 1).as("single"))
        .whereRef("all_open.task_id", "=", "task.id"),
    )
    .execute();
  for (const { id, status, open, created_at, until_at } of tasks) {
    const moves = await tx
      .selectFrom("event")
      .select(["new_value", "at"])
      .where("task_id", "=", id)
      .where("kind", "=", "changed")
      .where("field", "=", "status")
      .orderBy("at")
      .orderBy("id")
      .execute();
    const rows: { task_id: number; from_at: number; until_at: number }[] = [];
    let since: number | null = created_at;
    for (const { new_value, at } of moves) {
      const [named] = statusesEverNamed(new_value ?? "");
      if (!named) continue;
      const opens = OPEN_CATEGORIES.includes(named.category);
      if (opens && since === null) since = at;
      else if (!opens && since !== null) {
        if (at > since) rows.push({ task_id: id, from_at: since, until_at: at });
        since = null;
      }
    }
    const isOpenNow = open === 1 && isOpen(status);
    if (since !== null) rows.push({ task_id: id, from_at: since, until_at: isOpenNow ? STILL_OPEN : until_at });
    else if (isOpenNow) continue; // history lacks the last reopening
    await tx.deleteFrom("task_open").where("task_id", "=", id).execute();
    if (rows.length > 0) await tx.insertInto("task_open").values(rows).execute();
  }
}
