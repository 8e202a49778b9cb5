import { isAmong } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";
import { type NewEvent, recordEvents } from "~/features/tasks/write-task-history.server";
import type { ClockFact } from "./clock-facts";
import { addToClocks, lockClocks, type StoredClocks } from "./clock-store.server";
import { firstFacts } from "./first-facts.server";
import { CLOCK_COLUMNS, changesBetween, createdFact, isInWork, type KnownTask, knownFrom } from "./known-task";
import { maySelectAnother, selectPolicies } from "./select-policy.server";
import type { DeskServiceLevels } from "./service-levels-data.server";

export const clockTasks = (tx: Tx, taskIds: readonly number[]) =>
  tx
    .selectFrom("task")
    .select(CLOCK_COLUMNS)
    .where(isAmong(tx, "id", taskIds))
    .orderBy("id")
    .execute();

type TaskRow = Awaited<ReturnType<typeof clockTasks>>[number];

type Changed = {
  task: TaskRow;
  events: readonly NewEvent[];
  before: StoredClocks | null;
  known: KnownTask;
  at: number;
};

/** Adds the facts of these events. Values come from the task's row, because events contain only display texts. */
export async function updateClocks(tx: Tx, events: readonly NewEvent[], desk: DeskServiceLevels): Promise<void> {
  const byTask = new Map<number, NewEvent[]>();
  for (const event of events) byTask.set(event.taskId, [...(byTask.get(event.taskId) ?? []), event]);
  const ids = [...byTask.keys()];
  const stored = await lockClocks(tx, ids);
  const changed = (await clockTasks(tx, ids)).map((task): Changed => {
    const ofTask = byTask.get(task.id) ?? [];
    const before = stored.get(task.id) ?? null;
    const known = knownFrom(task, before?.known.policy ?? null);
    return { task, events: ofTask, before, known, at: ofTask[0]?.at ?? task.created_at };
  });
  const asking = changed.filter((one) => selectsAgain(one, desk));
  const selected =
    asking.length > 0
      ? await selectPolicies(
          tx,
          desk,
          asking.map(({ task }) => task.id),
          asking[0]?.at ?? 0,
        )
      : new Map<number, number | null>();
  for (const one of changed) {
    const policy = selected.get(one.task.id);
    const known = policy === undefined ? one.known : { ...one.known, policy };
    await updateOne(tx, { ...one, known }, desk);
  }
}

/** A task that is finished, merged, spam or trashed keeps its policy until it is reopened or restored. */
function selectsAgain({ before, known, events }: Changed, desk: DeskServiceLevels): boolean {
  if (!isInWork(known)) return false;
  if (before ? !isInWork(before.known) : events.some(mayBringBack)) return true;
  return maySelectAnother(events, desk);
}

const BRINGS_BACK = ["status", "put_away", "unmerged"];
const mayBringBack = (event: NewEvent) => event.kind === "changed" && BRINGS_BACK.includes(event.field);

async function updateOne(tx: Tx, changed: Changed, desk: DeskServiceLevels): Promise<void> {
  const { task, events, before, known, at } = changed;
  if (before) {
    const facts = [...changesBetween(before.known, known, at), ...(await messageFacts(tx, changed))];
    if (facts.length === 0) return;
    await addToClocks(tx, task.id, { before, facts, known }, desk, at);
  } else {
    if (known.policy === null) return; // nothing to count
    if (events.some(({ kind }) => kind === "created")) {
      await addToClocks(tx, task.id, { before, facts: [createdFact(known, at)], known }, desk, at);
    } else await beginClocks(tx, task, known, desk, at);
  }
  await recordSelection(tx, task.id, { from: before?.known.policy ?? null, to: known.policy }, desk, at);
}

/** Starts clocks for an existing task. */
export async function beginClocks(tx: Tx, task: TaskRow, known: KnownTask, desk: DeskServiceLevels, now: number) {
  const first = await firstFacts(tx, task, known, now);
  const facts = [...first.facts, ...changesBetween(first.known, known, now)];
  await addToClocks(tx, task.id, { before: null, facts, known, silently: first.isImported }, desk, now);
}

/** Records the selected policy in the task's history. */
export async function recordSelection(
  tx: Tx,
  taskId: number,
  { from, to }: Record<"from" | "to", number | null>,
  { policies }: DeskServiceLevels,
  at: number,
): Promise<void> {
  if (from === to) return;
  const nameOf = (id: number | null) => policies.find((policy) => policy.id === id)?.name ?? null;
  const event = { taskId, actorId: null, via: "system", kind: "changed", field: "service_level_policy" } as const;
  await recordEvents(tx, [{ ...event, from: nameOf(from), to: nameOf(to), at }]);
}

/** Public messages, and the outcome of replies held while the task was merged, spam or trashed. */
async function messageFacts(tx: Tx, { task, events, before, known, at }: Changed): Promise<ClockFact[]> {
  const facts: ClockFact[] = [];
  const said = events.flatMap((event) => (event.kind === "replied" ? event : []));
  if (said.length > 0) {
    const automatic = await automaticAmong(
      tx,
      said.map(({ messageId }) => messageId),
    );
    for (const { side, messageId, wasHeld } of said) {
      if (wasHeld) facts.push({ kind: "reply_sent", at, message: messageId });
      else facts.push({ kind: "message", at, side, ...(automatic.has(messageId) && { automated: true }) });
    }
  }
  const isBack = before !== null && before.known.away.length > 0 && known.away.length < before.known.away.length;
  if (isBack) facts.push(...(await lostReplies(tx, task.id, before, at)));
  return facts;
}

/** Messages sent by a rule, automatic email, and thanks: they count neither as a response nor as a question. */
async function automaticAmong(tx: Tx, messageIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom("message")
    .leftJoin("message_email", "message_email.message_id", "message.id")
    .select(["message.id", "message.automated", "message_email.flags"])
    .where(isAmong(tx, "message.id", messageIds))
    .execute();
  const flagsOf = (flags: string | null) => (flags ?? "").split(",");
  const isAutomatic = (flags: string[]) => flags.includes("automatic") || flags.includes("thanks");
  return new Set(rows.flatMap((row) => (row.automated === 1 || isAutomatic(flagsOf(row.flags)) ? row.id : [])));
}

/** Replies that were held when the task was merged, and were sent or withdrawn on the target. */
async function lostReplies(tx: Tx, taskId: number, { history }: StoredClocks, at: number): Promise<ClockFact[]> {
  const waiting = history.tail.flatMap((fact) => (fact.kind === "reply_held" ? fact.message : []));
  if (waiting.length === 0) return [];
  const held = await tx
    .selectFrom("message")
    .select("id")
    .where("task_id", "=", taskId)
    .where("send_after", "is not", null)
    .execute();
  const still = new Set(held.map(({ id }) => id));
  return waiting.flatMap((message) => (still.has(message) ? [] : { kind: "reply_withdrawn", at, message }));
}
