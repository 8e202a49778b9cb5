import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import { deskZone } from "~/lib/desk-zone.server";
import { MINUTE_MS } from "~/lib/durations";
import { conditionOf } from "./match-rule.server";
import { RULE_LIMITS } from "./rules";
import { planTurn } from "./rules-subject.server";
import { nextTime, parseSchedule } from "./schedule";

export const SCHEDULES_EVERY_MS = MINUTE_MS / 4;

/**
 * Runs the most overdue schedule: queues the tasks that meet its condition, each as a separate chain. Times missed
 * while the desk was down count once. A recurring job. Returns whether there may be more.
 */
export async function runSchedules(tx: Tx, now: number): Promise<boolean> {
  const due = tx
    .selectFrom("rule")
    .selectAll()
    .where("next_at", "<=", now)
    .where("enabled", "=", 1)
    .where("deleted_at", "is", null)
    .orderBy("next_at")
    .orderBy("id")
    .limit(1);
  const rule = await forUpdate(tx, due, "skip locked").executeTakeFirst();
  const schedule = rule && parseSchedule(rule.schedule);
  if (!rule || !schedule) return false;
  let last = 0;
  if (rule.query === "") await queue(tx, rule.id, 0, now);
  else {
    const condition = await conditionOf(tx, rule, now);
    const tasks = !condition
      ? []
      : await tx
          .selectFrom("task")
          .select("task.id")
          .where(condition)
          .where("task.id", ">", rule.next_task)
          .orderBy("task.id")
          .limit(RULE_LIMITS.tasks)
          .execute();
    for (const { id } of tasks) await queue(tx, rule.id, id, now);
    if (tasks.length === RULE_LIMITS.tasks) last = tasks.at(-1)?.id ?? 0;
  }
  const next = { next_at: nextTime(schedule, deskZone(), now), next_task: last };
  await tx.updateTable("rule").set(next).where("id", "=", rule.id).execute();
  return true;
}

async function queue(tx: Tx, ruleId: number, taskId: number, now: number): Promise<void> {
  const chain = crypto.randomUUID();
  const triggers = JSON.stringify({ kinds: ["schedule"], messages: [], schedule: ruleId });
  await tx
    .insertInto("rule_change")
    .values({ chain, depth: 0, task_id: taskId, triggers, originator_id: null, at: now })
    .execute();
  await planTurn(tx, chain, now);
}
