import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { nameWithAbsence } from "~/features/users/absence.server";
import type { Viewer } from "~/features/users/users";
import { assignableName } from "./task-rows.server";
import type { TaskField, TaskFields } from "./task-schema";
import * as say from "./tasks-copy";
import { canBeAssigned, leadsTeam, peopleOfTeam, type TaskOfTeam, worksOn } from "./team-access.server";

/** The columns that decide access to a task, as stored or after a change. */
type Access = Pick<TaskOfTeam, "requester_id" | "assignee_id" | "confidential" | "team_id">;

type Wrong = { field: Extract<TaskField, "assignee" | "confidential">; message: string };

const afterChange = (task: Access, wanted: TaskFields): Access => ({
  requester_id: task.requester_id,
  assignee_id: wanted.assignee === undefined ? task.assignee_id : wanted.assignee,
  confidential: wanted.confidential === undefined ? task.confidential : wanted.confidential ? 1 : 0,
  team_id: wanted.team ?? task.team_id,
});

/** Why this person can't be the assignee; null when they can. Their account can't change until the transaction ends. */
export async function assigneeError(tx: Tx, id: number, task: Access): Promise<string | null> {
  const name = await assignableName(tx, id);
  if (name === undefined) return say.chooseAnotherAssignee;
  if (await isEligible(tx, id, task)) return null;
  return task.confidential === 1 ? say.notInConfidentialTeam(name) : say.notInMembersOnlyTeam(name);
}

export async function isEligible(tx: Db, id: number, task: Access): Promise<boolean> {
  const person = await peopleOfTeam(tx, task.team_id).where("user.id", "=", id).executeTakeFirst();
  return person !== undefined && canBeAssigned(task, person);
}

/** Any agent may mark a task confidential; only a team lead or an admin may remove the mark. */
export const mayUnmark = (viewer: Viewer, leads: boolean) => viewer.role === "admin" || leads;

/** Why access rules refuse the change; null when they allow it. */
export async function accessError(tx: Tx, viewer: Viewer, task: Access, wanted: TaskFields): Promise<Wrong | null> {
  if (wanted.confidential === false && !mayUnmark(viewer, await leadsTeam(tx, viewer.id, task.team_id))) {
    return { field: "confidential", message: say.onlyLeadsMakePublic };
  }
  const why = wanted.assignee ? await assigneeError(tx, wanted.assignee, afterChange(task, wanted)) : null;
  return why === null ? null : { field: "assignee", message: why };
}

/** Whether moving the task to another team unassigns it, because the assignee has no access there. */
export async function losesAssignee(tx: Db, task: Access, wanted: TaskFields): Promise<boolean> {
  if (wanted.team === undefined || wanted.assignee !== undefined || task.assignee_id === null) return false;
  return !(await isEligible(tx, task.assignee_id, afterChange(task, wanted)));
}

/** Whether the viewer would lose agent access to the task through this change. */
export async function shutsOut(tx: Db, viewer: Viewer, task: Access, wanted: TaskFields): Promise<boolean> {
  const after = afterChange(task, wanted);
  if (await losesAssignee(tx, task, wanted)) after.assignee_id = null;
  const me = await peopleOfTeam(tx, after.team_id).where("user.id", "=", viewer.id).executeTakeFirst();
  return !me || !worksOn(after, me);
}

/** Eligible assignees, sorted by name. The name notes a current absence. */
export async function listEligible(db: Db, task: Access, now: number) {
  const people = await peopleOfTeam(db, task.team_id)
    .select(["user.absent_from", "user.absent_until"])
    .where("user.role", "in", ["agent", "admin"])
    .where("user.state", "=", "active")
    .orderBy("user.name_key")
    .orderBy("user.id")
    .limit(1000)
    .execute();
  return people
    .filter((person) => canBeAssigned(task, person))
    .map((person) => ({ id: person.id, name: nameWithAbsence(person, now) }));
}
