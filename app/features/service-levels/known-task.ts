import { defaultOf, OPEN_CATEGORIES, type PriorityKey, priorityOf, statusOf, types } from "~/features/tasks/tasks";
import type { ClockFact, StatusFact } from "./clock-facts";

type Away = Extract<ClockFact, { kind: "away" | "back" }>["why"];

/** A task's state as of the last recorded fact. */
export type KnownTask = StatusFact & {
  priority: PriorityKey;
  policy: number | null;
  type: string;
  portalVisible: boolean;
  requesterIsAssignee: boolean;
  away: readonly Away[];
};

/** Columns of a task that its clocks depend on. */
export const CLOCK_COLUMNS = [
  ...["id", "status", "priority", "type", "assignee_id", "requester_id", "merged_into", "put_away", "open"],
  ...["created_at", "channel", "first_responded_at", "last_requester_at", "last_agent_at"],
] as const;

type Row = {
  status: string;
  priority: number;
  type: string;
  assignee_id: number | null;
  requester_id: number;
  merged_into: number | null;
  put_away: "trash" | "spam" | "deleted" | null;
};

export function statusFact(status: string): StatusFact {
  const { category } = statusOf(status);
  // A closed status other than the default closes a task unfinished.
  return { status, category, cancels: category === "closed" && status !== defaultOf("closed") };
}

export const knownFrom = (task: Row, policy: number | null): KnownTask => ({
  ...statusFact(task.status),
  priority: priorityOf(task.priority).key,
  policy,
  type: task.type,
  portalVisible: types().some(({ key, portal }) => key === task.type && portal),
  requesterIsAssignee: task.assignee_id === task.requester_id,
  away: awayOf(task),
});

function awayOf({ merged_into, put_away }: Row): Away[] {
  const away: Away[] = merged_into === null ? [] : ["merged"];
  if (put_away !== null) away.push(put_away === "spam" ? "spam" : "trash");
  return away;
}

/** Whether clocks can run: the task is unfinished, and not merged, spam or in the trash. */
export const isInWork = ({ category, away }: KnownTask) => OPEN_CATEGORIES.includes(category) && away.length === 0;

export function createdFact(task: KnownTask, at: number): ClockFact {
  const { away: _, type: __, ...rest } = task;
  return { kind: "created", at, ...rest };
}

/** The facts that turn `before` into `after`. */
export function changesBetween(before: KnownTask, after: KnownTask, at: number): ClockFact[] {
  const { status, category, cancels, priority, policy, type, portalVisible, requesterIsAssignee } = after;
  const facts: ClockFact[] = [];
  // Away before back: a move from spam to the trash doesn't bring the task back for a moment.
  for (const why of after.away) if (!before.away.includes(why)) facts.push({ kind: "away", at, why });
  // If an admin hides a type, running clocks of its tasks continue.
  if (type !== before.type || (portalVisible && !before.portalVisible)) facts.push({ kind: "type", at, portalVisible });
  if (requesterIsAssignee !== before.requesterIsAssignee) facts.push({ kind: "assignee", at, requesterIsAssignee });
  if (priority !== before.priority) facts.push({ kind: "priority", at, priority });
  if (policy !== before.policy) facts.push({ kind: "policy", at, policy });
  if (status !== before.status) facts.push({ kind: "status", at, status, category, cancels });
  for (const why of before.away) if (!after.away.includes(why)) facts.push({ kind: "back", at, why });
  return facts;
}
