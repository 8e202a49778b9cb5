import { DAY_MS } from "~/lib/durations";
import { type Category, defaultOf, isOpen, type StatusKey, statuses, statusOf } from "./tasks";

/** Who changes the status: someone with agent access, the requester's side, or the product. */
export type Mover = "agent" | "requester" | "system";

/** Allowed movers by old and new category. Any other move is refused. */
const MOVES: Record<Category, Partial<Record<Category, readonly Mover[]>>> = {
  new: { active: ["agent", "system"], waiting: ["agent"], resolved: ["agent", "requester"], closed: ["agent"] },
  active: { waiting: ["agent"], resolved: ["agent", "requester"], closed: ["agent"] },
  waiting: { active: ["agent", "system"], resolved: ["agent", "requester", "system"], closed: ["agent"] },
  resolved: {
    active: ["agent", "requester", "system"],
    waiting: ["agent"],
    closed: ["agent", "requester", "system"],
  },
  closed: { active: ["agent", "requester", "system"] },
};

/** The task and team columns that decide its moves; times in UTC milliseconds. */
export type Movable = {
  status: string;
  closed_at: number | null;
  merged_into: number | null;
  /** Days after closing in which the requester can reopen it. */
  reopen_days: number;
};

/** The deadline for a requester's reply to reopen a closed task rather than open a new one; null unless closed. */
export const reopensUntil = ({ closed_at, reopen_days }: Pick<Movable, "closed_at" | "reopen_days">) =>
  closed_at === null ? null : closed_at + reopen_days * DAY_MS;

const isWithinReopening = (task: Movable, now: number) => now <= (reopensUntil(task) ?? 0);

/** When a resolved task closes automatically (S5); null when it doesn't. A requester's message restarts the wait. */
export function closesAt(task: {
  status: string;
  resolved_at: number | null;
  last_requester_at: number | null;
  auto_close_days: number;
}): number | null {
  const isResolved = statusOf(task.status).category === "resolved";
  if (!isResolved || task.resolved_at === null || task.auto_close_days === 0) return null;
  return Math.max(task.resolved_at, task.last_requester_at ?? 0) + task.auto_close_days * DAY_MS;
}

/** Whether this mover may set the status. Keeping the status is always allowed; merged tasks can't move. */
export function mayMove(task: Movable, to: StatusKey, mover: Mover, now: number): boolean {
  if (task.status === to) return true;
  if (task.merged_into !== null || !statusOf(to).enabled) return false;
  const from = statusOf(task.status).category;
  const target = statusOf(to).category;
  if (from === target) return mover === "agent";
  if (!MOVES[from][target]?.includes(mover)) return false;
  // Closing an unresolved task abandons it, which takes a closed status other than the default. Only agents may abandon
  // a task, so others close a resolved one with the default.
  const isUsual = to === defaultOf("closed");
  if (target === "closed") return from === "resolved" ? mover === "agent" || isUsual : !isUsual;
  if (from === "closed") return mover === "agent" || isWithinReopening(task, now);
  return true;
}

/** Statuses an agent may set, including the current one, in display order. */
export const statusChoices = (task: Movable, now: number): StatusKey[] =>
  statuses()
    .filter((status) => mayMove(task, status.key, "agent", now))
    .map((status) => status.key);

/** The column values for a new status. Only for moves that `mayMove` allows. */
export function statusChange(
  task: Pick<Movable, "status" | "closed_at"> & {
    resolved_at: number | null;
    reopen_count: number;
    snoozed_until?: number | null;
    snooze_day?: number | null;
  },
  to: StatusKey,
  now: number,
) {
  const from = statusOf(task.status).category;
  const target = statusOf(to).category;
  const reopened = !isOpen(task.status) && isOpen(to);
  return {
    status: to,
    open: isOpen(to) ? (1 as const) : (0 as const),
    resolved_at: reopened ? null : target === "resolved" && from !== "resolved" ? now : task.resolved_at,
    closed_at: reopened ? null : target === "closed" && from !== "closed" ? now : task.closed_at,
    reopen_count: task.reopen_count + (reopened ? 1 : 0),
    // Leaving the waiting category ends the snooze.
    snoozed_until: target === "waiting" ? (task.snoozed_until ?? null) : null,
    snooze_day: target === "waiting" ? (task.snooze_day ?? null) : null,
  };
}

/**
 * The status after a public message from the requester's side.
 * "follow_up" when the task was closed too long ago and the message opens a new one.
 */
export function afterRequesterMessage(task: Movable, now: number): StatusKey | "follow_up" {
  const { category } = statusOf(task.status);
  if (task.merged_into !== null) return task.status;
  if (category === "closed") return isWithinReopening(task, now) ? defaultOf("active") : "follow_up";
  return category === "waiting" || category === "resolved" ? defaultOf("active") : task.status;
}

/**
 * The status after a public agent message: the chosen one.
 * "keep" leaves it, except that an answered task is no longer new.
 */
export function afterAgentMessage(task: Pick<Movable, "status">, chosen: StatusKey | "keep"): StatusKey {
  if (chosen !== "keep") return chosen;
  return statusOf(task.status).category === "new" ? defaultOf("active") : task.status;
}

/** A refused move: the current status and the statuses that may be chosen. */
export type InvalidMove = { ok: false; why: "invalid_move"; status: StatusKey; choices: StatusKey[] };
