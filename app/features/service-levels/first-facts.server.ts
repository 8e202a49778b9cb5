import type { Tx } from "~/db/transaction.server";
import { defaultOf, PRIORITIES, priorityOf, statusesEverNamed } from "~/features/tasks/tasks";
import type { ClockFact } from "./clock-facts";
import { createdFact, type KnownTask, statusFact } from "./known-task";

/* The facts of an existing task that gets clocks for the first time. */

export type FirstFacts = {
  facts: ClockFact[];
  /** The task's state after these facts. */
  known: KnownTask;
  /** Whether the history is imported: no one is notified of past warnings and breaches. */
  isImported: boolean;
};

type TaskRow = {
  id: number;
  created_at: number;
  channel: "web" | "email" | "import";
  priority: number;
  first_responded_at: number | null;
  last_requester_at: number | null;
  last_agent_at: number | null;
};

/** `known`: the task now, with the policy that's selected for it. */
export async function firstFacts(tx: Tx, task: TaskRow, known: KnownTask, now: number): Promise<FirstFacts> {
  return task.channel === "import" ? importedFacts(tx, task, known, now) : factsSoFar(tx, task, known, now);
}

/** Its clocks start now. Of its history, only unanswered messages count. */
async function factsSoFar(tx: Tx, task: TaskRow, known: KnownTask, now: number): Promise<FirstFacts> {
  const { first_responded_at: answered, last_requester_at: asked, last_agent_at: last } = task;
  const facts: ClockFact[] = [createdFact({ ...known, policy: null }, task.created_at)];
  if (answered !== null) {
    facts.push({ kind: "message", at: answered, side: "agent" });
    if (asked !== null && asked > (last ?? answered)) facts.push({ kind: "message", at: asked, side: "requester" });
  }
  for (const { id, created_at } of await heldReplies(tx, task.id)) {
    facts.push({ kind: "reply_held", at: created_at, message: id });
  }
  facts.push({ kind: "policy", at: now, policy: known.policy });
  return { facts, known, isImported: false };
}

const heldReplies = (tx: Tx, taskId: number) =>
  tx
    .selectFrom("message")
    .select(["id", "created_at"])
    .where("task_id", "=", taskId)
    .where("send_after", "is not", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Clocks of imported tasks follow their imported history. Its messages aren't imported. */
async function importedFacts(tx: Tx, task: TaskRow, known: KnownTask, now: number): Promise<FirstFacts> {
  const events = await tx
    .selectFrom("event")
    .select(["field", "old_value", "new_value", "at"])
    .where("task_id", "=", task.id)
    .where("kind", "=", "changed")
    .where("field", "in", ["status", "priority"])
    .orderBy("at")
    .orderBy("id")
    .execute();
  const before = events.find(({ field }) => field === "priority")?.old_value;
  const priority = priorityNamed(before) ?? priorityOf(task.priority).key;
  let last: KnownTask = { ...known, ...statusFact(defaultOf("new")), priority, away: [] };
  const facts: ClockFact[] = [createdFact(last, task.created_at)];
  for (const { field, new_value, at } of events) {
    const status = field === "status" ? statusesEverNamed(new_value ?? "")[0]?.key : undefined;
    const changed = field === "priority" ? priorityNamed(new_value) : undefined;
    if (status) last = { ...last, ...statusFact(status) };
    if (changed) last = { ...last, priority: changed };
    if (status) facts.push({ kind: "status", at, ...statusFact(status) });
    if (changed) facts.push({ kind: "priority", at, priority: changed });
  }
  facts.push({ kind: "imported", at: now, messages: false });
  return { facts, known: last, isImported: true };
}

const priorityNamed = (name: string | null | undefined) => PRIORITIES.find((one) => one.name === name)?.key;
