import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { nameWithAbsence } from "~/features/users/absence.server";
import type { Viewer } from "~/features/users/users";
import { assignableName } from "./task-rows.server";
import type { TaskField, TaskFields } from "./task-schema";
import * as say from "./tasks-copy";
import { leadsTeam, mayTakeOn, peopleOfTeam, type TaskOfTeam, worksOn } from "./team-access.server";

/** Who may see a task, as it is or as a change would make it. */
type Access = Pick<TaskOfTeam, "requester_id" | "assignee_id" | "confidential" | "team_id">;

type Wrong = { field: Extract<TaskField, "assignee" | "confidential">; message: string };

/** The task's access as it would be after a change of fields. */
const afterChange = (task: Access, wanted: TaskFields): Access => ({
  requester_id: task.requester_id,
  assignee_id: wanted.assignee === undefined ? task.assignee_id : wanted.assignee,
  confidential: wanted.confidential === undefined ? task.confidential : wanted.confidential ? 1 : 0,
  team_id: wanted.team ?? task.team_id,
});

/** Why nobody of this id can be the assignee; null when they can. They stay who they are until the transaction ends. */
export async function whyNotAssign(tx: Tx, id: number, task: Access): Promise<string | null> {
  const name = await assignableName(tx, id);
  if (name === undefined) return say.worksNoMore;
  if (await isEligible(tx, id, task)) return null;
  return task.confidential === 1 ? say.isNotInTeamOfConfidential(name) : say.isNotInTeamOfItsOwn(name);
}

/** Whether a person may be the assignee of such a task. */
export async function isEligible(tx: Db, id: number, task: Access): Promise<boolean> {
  const person = await peopleOfTeam(tx, task.team_id).where("user.id", "=", id).executeTakeFirst();
  return person !== undefined && mayTakeOn(task, person);
}

/** Only who leads the team, or an admin, takes the mark of a confidential task away; every agent may set it. */
export const mayUnmark = (viewer: Viewer, leads: boolean) => viewer.role === "admin" || leads;

/** Why a change of fields may not be, as far as it decides about who sees the task; null when it may. */
export async function whyNotGiveAccess(
  tx: Tx,
  viewer: Viewer,
  task: Access,
  wanted: TaskFields,
): Promise<Wrong | null> {
  if (wanted.confidential === false && !mayUnmark(viewer, await leadsTeam(tx, viewer.id, task.team_id))) {
    return {
      field: "confidential",
      message: say.onlyLeadsMakePublic,
    };
  }
  const why = wanted.assignee ? await whyNotAssign(tx, wanted.assignee, afterChange(task, wanted)) : null;
  return why === null ? null : { field: "assignee", message: why };
}

/** Whether a task, moved to another team, loses an assignee who has no access to it there. */
export async function losesAssignee(tx: Db, task: Access, wanted: TaskFields): Promise<boolean> {
  if (wanted.team === undefined || wanted.assignee !== undefined || task.assignee_id === null) return false;
  return !(await isEligible(tx, task.assignee_id, afterChange(task, wanted)));
}

/** Whether the viewer, who works on the task, would not any more after this change. */
export async function shutsOut(tx: Db, viewer: Viewer, task: Access, wanted: TaskFields): Promise<boolean> {
  const after = afterChange(task, wanted);
  if (await losesAssignee(tx, task, wanted)) after.assignee_id = null;
  const me = await peopleOfTeam(tx, after.team_id).where("user.id", "=", viewer.id).executeTakeFirst();
  return !me || !worksOn(after, me);
}

/** Who may become the assignee of this task, by name, which says of those who are away that they are. */
export async function listEligible(db: Db, task: Access, now: number) {
  const people = await workers(db, task.team_id);
  return people
    .filter((person) => mayTakeOn(task, person))
    .map((person) => ({ id: person.id, name: nameWithAbsence(person, now) }));
}

const workers = (db: Db, teamId: number) =>
  peopleOfTeam(db, teamId)
    .select(["user.absent_from", "user.absent_until"])
    .where("user.role", "in", ["agent", "admin"])
    .where("user.state", "=", "active")
    .orderBy("user.name_key")
    .orderBy("user.id")
    .limit(1000)
    .execute();
