import type { UserState, Viewer } from "~/features/users/user-words";

/**
 * Who may see and do what with a task. The one rule in memory; `task-policy.server` is the same rule as
 * SQL, and a generated test compares the two.
 */
export type Asking = Pick<Viewer, "id" | "role"> & {
  /** Whoever has a session is active: that is what we take for granted when nothing is said. */
  state?: UserState;
};

export type PolicyTask = { requester_id: number };

/**
 * Whether this person may act as an agent on a task: see notes, history and inner fields, change, assign, answer for
 * the desk. The one team is open to all who work here, so the task itself does not matter yet.
 */
export const hasAgentAccess = (asking: Asking) => asking.state !== "disabled" && asking.role !== "requester";

/** Whether this person may know that the task exists. Requesters know their own. */
export function canSee(asking: Asking, task: PolicyTask): boolean {
  if (asking.state === "disabled") return false;
  return hasAgentAccess(asking) || task.requester_id === asking.id;
}

/** Notes are for those with agent access alone; public messages for whoever may see the task. */
export const canSeeMessage = (asking: Asking, task: PolicyTask, message: { kind: "public" | "internal" }) =>
  canSee(asking, task) && (message.kind === "public" || hasAgentAccess(asking));

/** Which side a new message is on: an agent who reports a problem is a requester on that task. */
export function sideOf(author: Asking, task: PolicyTask & { assignee_id: number | null }): "requester" | "agent" {
  if (author.id === task.requester_id && author.id !== task.assignee_id) return "requester";
  return hasAgentAccess(author) ? "agent" : "requester";
}
