import { isAgent, type UserState, type Viewer } from "~/features/users/users";

/**
 * Who may see and do what with a task. The one rule in memory; `task-policy.server` is the same rule as
 * SQL, and a generated test compares the two.
 */
export type Asking = Pick<Viewer, "id" | "role" | "sharedOrganizationId"> & {
  /** Whoever has a session is active: that is what we take for granted when nothing is said. */
  state?: UserState;
};

/** What decides about a task. In memory the people around it are given; in SQL they are looked up. */
export type PolicyTask = {
  requester_id: number;
  assignee_id: number | null;
  confidential: 0 | 1;
  /** The task that took this one in. Then it is nobody's any more: what was in it is read and answered over there. */
  merged_into: number | null;
  /** Whether it lies in the trash, is spam, or was deleted for good: then it is nobody's until it is taken out again. */
  put_away: string | null;
  /** That of the requester when the task was made. */
  organization_id: number | null;
  /** Ids of the people in copy. */
  participants: readonly number[];
  /** The task's team: whether every agent works on its tasks, and the ids of its members. */
  team: { open: boolean; members: readonly number[] };
};

const stands = (task: PolicyTask) => task.merged_into === null && task.put_away === null;

/** Whether nobody signs in with this account any more. */
export const hasLeft = ({ state = "active" }: Pick<Asking, "state">) => state !== "active";

/**
 * Whether this person may act as an agent on a task: see notes, history and inner fields, change, assign, answer for
 * the desk. A confidential task, and every task of a team that keeps to itself, is for the team, the assignee and admins.
 */
export function hasAgentAccess(asking: Asking, task: PolicyTask): boolean {
  if (hasLeft(asking) || !isAgent(asking) || !stands(task)) return false;
  if (asking.role === "admin" || (task.confidential === 0 && task.team.open)) return true;
  return task.assignee_id === asking.id || task.team.members.includes(asking.id);
}

/**
 * Whether this person is on the requester's side of a task: it is theirs, they are in copy, or their organization shares
 * the task with them.
 */
const hasRequesterAccess = (asking: Asking, task: PolicyTask) =>
  !hasLeft(asking) &&
  stands(task) &&
  (task.requester_id === asking.id || task.participants.includes(asking.id) || isSharedWith(asking, task));

/** An organization doesn't share confidential tasks or tasks of members-only teams: colleagues must not read mail to HR. */
const isSharedWith = ({ sharedOrganizationId }: Asking, task: PolicyTask) =>
  task.confidential === 0 &&
  task.team.open &&
  task.organization_id !== null &&
  task.organization_id === sharedOrganizationId;

/** Whether this person may know that the task exists. */
export const canSee = (asking: Asking, task: PolicyTask) =>
  hasAgentAccess(asking, task) || hasRequesterAccess(asking, task);

/** Notes, and replies that are still held, are for those with agent access alone; what was said for whoever may see. */
export const canSeeMessage = (
  asking: Asking,
  task: PolicyTask,
  message: { kind: "public" | "internal"; send_after: number | null },
) =>
  hasAgentAccess(asking, task) ||
  (hasRequesterAccess(asking, task) && message.kind === "public" && message.send_after === null);

/**
 * Which side a new message is on: an agent who reports a problem is a requester on that task, and so is one in copy,
 * unless they work on it themselves.
 */
export function sideOf(
  author: Asking,
  task: Pick<PolicyTask, "requester_id" | "assignee_id"> & { in_copy: 0 | 1 },
): "requester" | "agent" {
  const asksForIt = author.id === task.requester_id || task.in_copy === 1;
  if (asksForIt && author.id !== task.assignee_id) return "requester";
  return isAgent(author) ? "agent" : "requester";
}
