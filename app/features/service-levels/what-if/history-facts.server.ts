import { isAmong } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { defaultOf, PRIORITIES, statusesEverNamed } from "~/features/tasks/tasks";
import type { ClockFact } from "../clock-facts";
import { CLOCK_COLUMNS, createdFact, knownFrom, statusFact } from "../known-task";

/**
 * Reconstructs facts from history for tasks that had no policy when they were created: statuses, priorities and public
 * messages. Only for trying out a change, because history is incomplete: it records when a reply was sent, but not when
 * it was written.
 */
export async function factsFromHistory(db: Db, taskIds: readonly number[]): Promise<Map<number, ClockFact[]>> {
  if (taskIds.length === 0) return new Map();
  const tasks = await db
    .selectFrom("task")
    .select(CLOCK_COLUMNS)
    .where(isAmong(db, "id", taskIds))
    .execute();
  const events = await readEvents(db, taskIds);
  const byTask = new Map<number, Event[]>();
  for (const event of events) {
    const ofTask = byTask.get(event.task_id);
    if (ofTask) ofTask.push(event);
    else byTask.set(event.task_id, [event]);
  }
  return new Map(tasks.map((task) => [task.id, factsOf(task, byTask.get(task.id) ?? [])]));
}

type Event = Awaited<ReturnType<typeof readEvents>>[number];

const readEvents = (db: Db, taskIds: readonly number[]) =>
  db
    .selectFrom("event")
    .leftJoin("message", "message.id", "event.message_id")
    .leftJoin("message_email", "message_email.message_id", "event.message_id")
    .select(["event.task_id", "event.kind", "event.field", "event.old_value", "event.new_value", "event.at"])
    .select(["event.via", "message.side", "message.automated", "message_email.flags"])
    .where(isAmong(db, "event.task_id", taskIds))
    .where(({ eb, or, and }) =>
      or([eb("event.kind", "=", "replied"), and([eb("event.kind", "=", "changed"), eb("event.field", "in", FIELDS)])]),
    )
    .orderBy("event.task_id")
    .orderBy("event.id")
    .execute();

const FIELDS = ["status", "priority"];

const statusNamed = (name: string | null | undefined) => statusesEverNamed(name ?? "")[0]?.key;
const priorityNamed = (name: string | null | undefined) => PRIORITIES.find((one) => one.name === name)?.key;

type Task = Parameters<typeof knownFrom>[0] & { created_at: number; channel: string };

function factsOf(task: Task, events: readonly Event[]): ClockFact[] {
  const now = knownFrom(task, null);
  const change = events.find(({ field }) => field === "status");
  const status = change && (statusNamed(change.old_value) ?? defaultOf("new"));
  const priority = priorityNamed(events.find(({ field }) => field === "priority")?.old_value);
  const first = { ...now, ...(status && statusFact(status)), ...(priority && { priority }), away: [] };
  const imported = task.channel === "import" ? events.filter(({ via }) => via === "import").length : -1;
  const facts = events.flatMap(factOf);
  if (imported >= 0) {
    const at = events[imported - 1]?.at ?? task.created_at;
    facts.splice(imported, 0, { kind: "imported", at, messages: false });
  }
  return [createdFact(first, task.created_at), ...facts];
}

function factOf({ kind, field, new_value, at, side, automated, flags }: Event): ClockFact[] {
  if (kind === "replied") {
    if (side !== "agent" && side !== "requester") return [];
    const isAutomatic = automated === 1 || /\b(?:automatic|thanks)\b/.test(flags ?? "");
    return [{ kind: "message", at, side, automated: isAutomatic }];
  }
  const status = field === "status" ? statusNamed(new_value) : undefined;
  if (status) return [{ kind: "status", at, ...statusFact(status) }];
  const priority = field === "priority" ? priorityNamed(new_value) : undefined;
  return priority ? [{ kind: "priority", at, priority }] : [];
}
