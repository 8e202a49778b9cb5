import { isAgent, type UserState, type Viewer } from "~/features/users/users";

/**
 * The person an access check is about. This file is the access rule in memory; `task-policy.server` is the same rule in
 * SQL. A generated test compares the two.
 */
export type Asking = Pick<Viewer, "id" | "role" | "sharedOrganizationId"> & {
  /** Defaults to active, as everyone with a session is. */
  state?: UserState;
};

/** The columns that decide access to a task. SQL looks up the people around it; in memory the caller passes them in. */
export type PolicyTask = {
  requester_id: number;
  assignee_id: number | null;
  confidential: 0 | 1;
  /** The task this one was merged into. Nobody has access to a merged task: its content is in the target. */
  merged_into: number | null;
  /** Set in the trash, in spam, or once permanently deleted. Nobody has access until it is restored. */
  put_away: string | null;
  /** The requester's organization when the task was created. */
  organization_id: number | null;
  /** Ids of the people in copy. */
  participants: readonly number[];
  /** `open`: every agent works on the team's tasks. `members`: their user ids. */
  team: { open: boolean; members: readonly number[] };
};

const stands = (task: PolicyTask) => task.merged_into === null && task.put_away === null;

/** Whether the account can no longer sign in. */
export const hasLeft = ({ state = "active" }: Pick<Asking, "state">) => state !== "active";

/**
 * Whether the person may act as an agent: see notes, history and internal fields, change, assign, reply for the desk.
 * Confidential tasks and those of members-only teams are for the team, the assignee and admins.
 */
export function hasAgentAccess(asking: Asking, task: PolicyTask): boolean {
  if (hasLeft(asking) || !isAgent(asking) || !stands(task)) return false;
  if (asking.role === "admin" || (task.confidential === 0 && task.team.open)) return true;
  return task.assignee_id === asking.id || task.team.members.includes(asking.id);
}

/** Whether the person is on the requester's side: requester, in copy, or shared with by their organization. */
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

/** Whether the person may know the task exists. */
export const canSee = (asking: Asking, task: PolicyTask) =>
  hasAgentAccess(asking, task) || hasRequesterAccess(asking, task);

/** Notes and held replies need agent access; other messages are for everyone who can see the task. */
export const canSeeMessage = (
  asking: Asking,
  task: PolicyTask,
  message: { kind: "public" | "internal"; send_after: number | null },
) =>
  hasAgentAccess(asking, task) ||
  (hasRequesterAccess(asking, task) && message.kind === "public" && message.send_after === null);

/** Which side a new message is on. An agent who is the requester or in copy counts as a requester, unless assigned. */
export function sideOf(
  author: Asking,
  task: Pick<PolicyTask, "requester_id" | "assignee_id"> & { in_copy: 0 | 1 },
): "requester" | "agent" {
  const asksForIt = author.id === task.requester_id || task.in_copy === 1;
  if (asksForIt && author.id !== task.assignee_id) return "requester";
  return isAgent(author) ? "agent" : "requester";
}
