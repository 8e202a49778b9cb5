import type { Tx } from "~/db/transaction.server";
import { planJob } from "~/features/jobs/job-queue.server";
import { causeOf } from "~/features/tasks/event-cause.server";
import type { Subject } from "~/features/tasks/subjects.server";
import type { NewEvent } from "~/features/tasks/write-task-history.server";
import type { TriggerKind } from "./rules";
import { loadRules } from "./rules-data.server";

/**
 * A task's triggers in one change.
 *
 * fields    fields that changed, as in the history
 * messages  ids of public messages and notes
 * schedule  the rule whose schedule brings the task
 */
export type Triggers = { kinds: TriggerKind[]; fields?: string[]; messages: number[]; schedule?: number };

/** The job that runs rules; one per chain. */
export const RUN_RULES = "run_rules";
export const planTurn = (tx: Tx, chain: string, now: number) =>
  planJob(tx, { kind: RUN_RULES, key: `rules:${chain}`, runAt: now, payload: { chain } }, now);

/** History fields that don't trigger rules. */
const QUIET = new Set([
  ...["clock_warning", "clock_breached", "service_level_policy", "note_edited", "message_redacted", "files_redacted"],
  ...["status_kept", "reply_returned", "delivery_retried", "delivery_dismissed", "undelivered", "mail_allowed"],
  ...["update", "put_away", "merged", "unmerged"],
]);

export const isQuietForRules = (field: string) => QUIET.has(field);

/** Queues a change for rules, in its transaction. Without enabled rules, this is one small query. */
async function onEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const cause = causeOf(tx);
  if (cause?.kind === "undo") return;
  const rules = await loadRules(tx);
  if (rules.length === 0) return;
  const awaited = new Set(rules.map(({ trigger }) => trigger));
  const byTask = new Map<number, NewEvent[]>();
  for (const event of events) {
    if (event.via !== "import") byTask.set(event.taskId, [...(byTask.get(event.taskId) ?? []), event]);
  }
  for (const [taskId, ofTask] of byTask) {
    const found = triggersOf(ofTask);
    const kinds = found.kinds.filter((kind) => awaited.has(kind));
    if (kinds.length === 0) continue;
    const originator = cause ? cause.originatorId : (ofTask.find(({ actorId }) => actorId !== null)?.actorId ?? null);
    const change = { taskId, originator, at: ofTask[0]?.at ?? 0, depth: cause?.depth ?? 0, chain: cause?.chain };
    await queueChange(tx, change, { ...found, kinds });
  }
}

function triggersOf(events: readonly NewEvent[]): Triggers {
  const kinds = new Set<TriggerKind>();
  for (const event of events) {
    if (event.kind === "created") kinds.add("created");
    else if (event.kind !== "changed") kinds.add("message");
    else if (event.field === "clock_warning" || event.field === "clock_breached") kinds.add(event.field);
    else if (!QUIET.has(event.field)) kinds.add("changed");
    if (isWakeUp(event)) kinds.add("snooze_ended");
  }
  // A new task's initial values don't count as a change.
  if (kinds.has("created")) kinds.delete("changed");
  const messages = events.flatMap((event) =>
    event.kind === "replied" || event.kind === "noted" ? event.messageId : [],
  );
  const fields = events.flatMap((event) => (event.kind === "changed" && !QUIET.has(event.field) ? event.field : []));
  return { kinds: [...kinds], fields, messages };
}

const isWakeUp = (event: NewEvent) =>
  event.kind === "changed" && event.field === "snooze" && "to" in event && event.to === null && event.actorId === null;

export type QueuedChange = {
  taskId: number;
  originator: number | null;
  at: number;
  depth: number;
  /** Undefined for a change that starts a chain. */
  chain?: string | undefined;
};

/** Changes queued in a transaction, by task: all it does to a task is one change. */
const queued = new WeakMap<Tx, Map<number, { id: number; triggers: Triggers }>>();

/** Forgets changes whose rows a savepoint rolled back. */
export const forgetQueued = (tx: Tx) => queued.delete(tx);

export async function queueChange(tx: Tx, change: QueuedChange, triggers: Triggers): Promise<void> {
  const ofTx = queued.get(tx) ?? new Map();
  queued.set(tx, ofTx);
  const before = ofTx.get(change.taskId);
  if (before) {
    const kinds = [...new Set([...before.triggers.kinds, ...triggers.kinds])];
    const both: Triggers = {
      kinds: kinds.includes("created") ? kinds.filter((kind) => kind !== "changed") : kinds,
      fields: [...new Set([...(before.triggers.fields ?? []), ...(triggers.fields ?? [])])],
      messages: [...before.triggers.messages, ...triggers.messages],
    };
    const { numUpdatedRows } = await tx
      .updateTable("rule_change")
      .set({ triggers: JSON.stringify(both) })
      .where("id", "=", before.id)
      .executeTakeFirst();
    before.triggers = both;
    if (numUpdatedRows > 0n) return;
  }
  const chain = change.chain ?? crypto.randomUUID();
  const { id } = await tx
    .insertInto("rule_change")
    .values({
      ...{ chain, depth: change.depth, task_id: change.taskId, triggers: JSON.stringify(triggers) },
      ...{ originator_id: change.originator, at: change.at },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  ofTx.set(change.taskId, { id, triggers });
  if (change.chain === undefined) await planTurn(tx, chain, change.at);
}

export const rulesSubject: Subject = { onEvents };
