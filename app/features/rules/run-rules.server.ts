import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import type { JobHandler } from "~/features/jobs/job-queue.server";
import { writeToAdmins } from "~/features/mail/addresses/mail-alerts.server";
import { asCausedBy } from "~/features/tasks/event-cause.server";
import { waitsFor } from "./changed-fields.server";
import { beginRun, CannotDo, type Done, doActions, takeBackRun } from "./do-actions.server";
import { isAutomatic, meetsCondition, metBefore, reasonFor } from "./match-rule.server";
import { ruleActor } from "./rule-actor.server";
import { RULE_LIMITS } from "./rules";
import * as say from "./rules-copy";
import { type LoadedRule, loadRules, renewRules } from "./rules-data.server";
import { forgetQueued, planTurn, type Triggers } from "./rules-subject.server";

/*
 * `rule_change` is the queue of changes that rules process. A chain's changes are processed in the order they were
 * made, so a change by a rule waits until all rules have seen the previous one. Each run, with its part of the queue,
 * is one transaction: after a crash it has either happened once, or is retried.
 */

type Change = {
  id: number;
  chain: string;
  depth: number;
  /** Null for a schedule without a condition. */
  taskId: number | null;
  triggers: Triggers;
  originatorId: number | null;
  afterPosition: number;
  at: number;
};

/** The job `run_rules`: tries rules in order until one acts. */
export const runRules: JobHandler = async (tx, payload, now) => {
  const chain = String(payload.chain);
  const change = await firstOf(tx, chain);
  if (!change) return;
  const ended = await giveTurns(tx, change, now);
  if (ended === "stopped") return;
  if (ended === "done") await tx.deleteFrom("rule_change").where("id", "=", change.id).execute();
  const left = tx.selectFrom("rule_change").select("id").where("chain", "=", chain).limit(1);
  if (await left.executeTakeFirst()) await planTurn(tx, chain, now);
};

async function firstOf(tx: Tx, chain: string): Promise<Change | null> {
  const query = tx.selectFrom("rule_change").selectAll().where("chain", "=", chain).orderBy("id").limit(1);
  const row = await forUpdate(tx, query).executeTakeFirst();
  if (!row) return null;
  return {
    ...{ id: row.id, chain, depth: row.depth, taskId: row.task_id === 0 ? null : row.task_id },
    ...{ triggers: JSON.parse(row.triggers) as Triggers, originatorId: row.originator_id },
    ...{ afterPosition: row.after_position, at: row.at },
  };
}

/**
 * done     every rule has been tried
 * ran      one acted; the rest are tried next
 * stopped  a limit ended the chain
 */
async function giveTurns(tx: Tx, change: Change, now: number): Promise<"done" | "ran" | "stopped"> {
  const { triggers, afterPosition, taskId } = change;
  const isAwaited = ({ id, trigger, position }: LoadedRule) =>
    triggers.schedule === undefined
      ? trigger !== "schedule" && triggers.kinds.includes(trigger) && position > afterPosition
      : id === triggers.schedule;
  const awaiting = (await loadRules(tx)).filter(isAwaited);
  if (awaiting.length === 0) return "done";
  const automatic = taskId !== null && (await isAutomatic(tx, taskId, triggers));
  for (const rule of awaiting) {
    const isOfMessage = rule.trigger === "message" || rule.trigger === "created";
    if (automatic && isOfMessage && !rule.namesChannel) continue;
    if (!(await waitsFor(tx, rule, triggers.fields ?? []))) continue;
    const ended = await tryRule(tx, rule, change, now);
    if (ended === "idle") continue;
    if (ended === "stopped") {
      await tx.deleteFrom("rule_change").where("chain", "=", change.chain).execute();
      return "stopped";
    }
    if (rule.stopAfter || triggers.schedule !== undefined) return "done";
    const set = { after_position: rule.position };
    await tx.updateTable("rule_change").set(set).where("id", "=", change.id).execute();
    return "ran";
  }
  return "done";
}

/** Performs a rule's actions, completely or not at all. `idle`: its condition isn't met, or there was nothing to do. */
async function tryRule(tx: Tx, rule: LoadedRule, change: Change, now: number): Promise<"idle" | "ran" | "stopped"> {
  const { taskId, chain, depth } = change;
  if (taskId !== null && !(await meetsCondition(tx, rule, taskId, now))) return "idle";
  if (taskId !== null && rule.newlyMet && (await metBefore(tx, rule, taskId, change.at))) return "idle";
  const log = {
    ...{ rule_id: rule.id, rule_name: rule.name, chain, depth: depth + 1, task_id: taskId, at: now },
    because: await reasonFor(tx, rule, change, now),
  };
  const write = async (run: { outcome: "done" | "failed" | "stopped"; did: string }) =>
    (
      await tx
        .insertInto("rule_run")
        .values({ ...log, ...run })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  const hasRun = await alreadyRan(tx, rule, change);
  const actor = await ruleActor(tx, now);

  await beginRun(tx);
  const takeBack = async () => {
    await takeBackRun(tx);
    forgetQueued(tx);
  };
  let done: Done;
  let runId: number;
  try {
    runId = await write({ outcome: "done", did: "" });
    const originatorId = change.originatorId;
    const cause = { kind: "rule", runId, chain, depth: depth + 1, originatorId } as const;
    done = await asCausedBy(tx, cause, () => doActions(tx, { actor, rule, runId, taskId, originatorId }, now));
  } catch (error) {
    if (!(error instanceof CannotDo)) throw error;
    await takeBack();
    await write({ outcome: error.stops ? "stopped" : "failed", did: error.reason });
    if (error.stops) return "stopped";
    await countFailure(tx, rule, error.reason, now);
    return "ran";
  }
  if (!done.changed) {
    await takeBack();
    return "idle";
  }
  const limit = depth >= RULE_LIMITS.depth ? say.atDepth(RULE_LIMITS.depth) : hasRun ? say.oncePerChain : null;
  if (limit !== null) {
    await takeBack();
    await write({ outcome: "stopped", did: limit });
    return "stopped";
  }
  const what = { did: done.did.join("\n"), change_set_id: done.changeSetId, task_id: done.taskId };
  await tx.updateTable("rule_run").set(what).where("id", "=", runId).execute();
  await tx.updateTable("rule").set({ failures: 0 }).where("id", "=", rule.id).where("failures", ">", 0).execute();
  return "ran";
}

async function alreadyRan(tx: Tx, rule: LoadedRule, { chain, taskId }: Change): Promise<boolean> {
  const before = tx
    .selectFrom("rule_run")
    .select("id")
    .where("chain", "=", chain)
    .where("task_id", "=", taskId)
    .where("rule_id", "=", rule.id)
    .where("outcome", "=", "done");
  return (await before.limit(1).executeTakeFirst()) !== undefined;
}

/** Counts a failure. Several in a row disable the rule and notify admins. */
export async function countFailure(
  tx: Tx,
  rule: Pick<LoadedRule, "id" | "name">,
  reason: string,
  now: number,
): Promise<void> {
  const { failures } = await tx
    .updateTable("rule")
    .set((eb) => ({ failures: eb("failures", "+", 1) }))
    .where("id", "=", rule.id)
    .returning("failures")
    .executeTakeFirstOrThrow();
  if (failures < RULE_LIMITS.failures) return;
  const disabled = await tx
    .updateTable("rule")
    .set((eb) => ({ enabled: 0, next_at: null, version: eb("version", "+", 1), updated_at: now }))
    .where("id", "=", rule.id)
    .where("enabled", "=", 1)
    .executeTakeFirst();
  if (disabled.numUpdatedRows === 0n) return;
  await renewRules(tx);
  const mail = { subject: say.disabledSubject(rule.name), body: say.disabledBody(rule.name, failures, reason) };
  await writeToAdmins(tx, mail, now);
}
