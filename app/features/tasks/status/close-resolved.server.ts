import { type ExpressionBuilder, sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import type { Database } from "~/db/types";
import { DAY_MS } from "~/lib/durations";
import { defaultOf, statuses } from "../tasks";
import { MOVED_COLUMNS, moveBySystem } from "./automatic-status-changes.server";

const closesAt = sql<number>`(case when last_requester_at > resolved_at then last_requester_at else resolved_at end
  + (select auto_close_days from team where team.id = task.team_id) * cast(${sql.lit(DAY_MS)} as bigint))`;

/** Whether a `task` still has the status an import gave it. */
const isImported = sql<0 | 1>`case when task.channel = 'import' and (
  select event.via from event where event.task_id = task.id and event.field = 'status'
  order by event.at desc, event.id desc limit 1) = 'import' then 1 else 0 end`;

/** Mail about a task that didn't reach its requester's side. Any reader of a message could send a bounce that isn't proven. */
const undelivered = (eb: ExpressionBuilder<Database, "task">) =>
  eb
    .selectFrom("outgoing_mail")
    .innerJoin("delivery", "delivery.outgoing_id", "outgoing_mail.id")
    .select("delivery.id")
    .whereRef("outgoing_mail.task_id", "=", "task.id")
    .where("outgoing_mail.kind", "not in", ["notification", "command_result"])
    .where("delivery.dismissed_at", "is", null)
    .where((of) =>
      of.or([
        of("delivery.state", "=", "failed"),
        of.and([of("delivery.state", "=", "bounced"), of("delivery.proven_bounce", "=", 1)]),
      ]),
    );

/** Tasks per transaction, kept small so that other writers don't wait long. */
const BATCH = 100;

/**
 * S5: closes resolved tasks once the requester has been silent for the team's auto-close period: `closesAt` as SQL.
 * Returns whether there may be more. Skips tasks locked by another change until the next run, and tasks whose requester's side
 * didn't receive a message. A task imported as resolved closes at the time it would have closed, as imported history.
 */
export async function closeResolved(tx: Tx, now: number): Promise<boolean> {
  const resolved = statuses().flatMap(({ key, category }) => (category === "resolved" ? [key] : []));
  const due = tx
    .selectFrom("task")
    .select(MOVED_COLUMNS)
    .select([closesAt.as("closes_at"), isImported.as("is_imported")])
    .where("status", "in", resolved)
    .where("resolved_at", "<=", now - DAY_MS)
    .where("merged_into", "is", null)
    .where("put_away", "is", null)
    .where((eb) => eb.not(eb.exists(undelivered(eb))))
    .where((eb) => {
      // A subquery, not a join: only the task is locked.
      const days = eb.selectFrom("team").select("auto_close_days").whereRef("team.id", "=", "task.team_id");
      return eb.and([eb(days, ">", 0), sql<boolean>`${closesAt} <= ${now}`]);
    })
    .orderBy("resolved_at")
    .orderBy("id")
    .limit(BATCH);
  const tasks = await forUpdate(tx, due, "skip locked").execute();
  for (const task of tasks) {
    const [at, via] = task.is_imported === 1 ? [Number(task.closes_at), "import" as const] : [now, "system" as const];
    await moveBySystem(tx, task, defaultOf("closed"), at, { via });
  }
  return tasks.length === BATCH;
}
