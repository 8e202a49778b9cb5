import type { Tx } from "~/db/transaction.server";
import * as say from "../rules-copy";

type NewCall = { ruleId: number; ruleName: string; runId: number; taskId: number | null; url: string };

/** Queues a call in the transaction of the run. Returns its description. */
export async function planWebhook(tx: Tx, call: NewCall, now: number): Promise<string> {
  await tx
    .insertInto("webhook_call")
    .values({
      ...{ rule_id: call.ruleId, run_id: call.runId, task_id: call.taskId, url: call.url, state: "waiting" },
      ...{ body: JSON.stringify(await bodyOf(tx, call, now)), created_at: now, try_at: now },
    })
    .execute();
  return say.calledWebhook(new URL(call.url).host);
}

/** The request body: the rule, and the task's current state. */
async function bodyOf(tx: Tx, { ruleName, runId, taskId }: NewCall, now: number) {
  const about = { event: "rule", rule: ruleName, run: runId, at: new Date(now).toISOString() };
  if (taskId === null) return about;
  const task = await tx
    .selectFrom("task")
    .innerJoin("team", "team.id", "task.team_id")
    .leftJoin("user as assignee", "assignee.id", "task.assignee_id")
    .select(["task.id", "task.title", "task.status", "task.priority", "task.type", "team.name as team"])
    .select("assignee.name as assignee")
    .where("task.id", "=", taskId)
    .executeTakeFirst();
  return { ...about, task: task ?? { id: taskId } };
}
