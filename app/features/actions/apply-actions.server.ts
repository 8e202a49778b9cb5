import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { shutsOut } from "~/features/tasks/access.server";
import { applyFields, currentFields, nameOf } from "~/features/tasks/apply-fields.server";
import { type NotResolved, resolutionRefusal } from "~/features/tasks/status/resolution-blockers.server";
import { taskToChange } from "~/features/tasks/task-rows.server";
import type { AllTaskFields, TaskFields } from "~/features/tasks/task-schema";
import { PRIORITIES, statusOf, TASK_LIMITS } from "~/features/tasks/tasks";
import { teamName } from "~/features/tasks/team-and-requester.server";
import { moveToTrashOrSpam, restoreTask } from "~/features/trash/move-to-trash.server";
import { NOT_FROM_TRASH, NOT_TO_TRASH, PUTS_AWAY } from "~/features/trash/trash";
import type { Viewer } from "~/features/users/users";
import { same } from "~/lib/merge-field";
import { allOf } from "~/lib/text";
import type { Actions } from "./actions";
import * as say from "./actions-copy";

/** Actions as list items: "Status: Resolved", "Assignee: Unassigned". */
export async function actionsInWords(db: Db, actions: Actions): Promise<string[]> {
  const { status, priority, assignee, team, addTags = [], removeTags = [], putAway } = actions;
  const heir = typeof assignee === "number" ? await nameOf(db, assignee) : undefined;
  const toTeam = team ? await teamName(db, team) : undefined;
  const said = [
    status && say.statusIs(statusOf(status).name),
    priority && say.priorityIs(PRIORITIES.find(({ key }) => key === priority)?.name),
    assignee === "me" && say.assigneeIsMe,
    assignee === null && say.assigneeIsNone,
    typeof assignee === "number" && (heir == null ? say.assigneeIsGone : say.assigneeIs(heir)),
    team && (toTeam == null ? say.teamIsGone : say.teamIs(toTeam)),
    addTags.length > 0 && say.addsTags(addTags.join(", ")),
    removeTags.length > 0 && say.removesTags(removeTags.join(", ")),
    putAway === null && say.restore,
    putAway && PUTS_AWAY[putAway],
  ];
  return said.filter((words): words is string => Boolean(words));
}

/** `changeSetId` null: no-op. */
type AppliedActions =
  | { ok: true; changeSetId: number | null }
  | { ok: false; why: "no_such_task" }
  | { ok: false; why: "refused"; reason: string };

const refused = (reason: string): AppliedActions => ({ ok: false, why: "refused", reason });

/**
 * Applies actions under the rules of the task's own form. Refuses, with a sentence, whatever that form would ask to confirm.
 * `bulkId`: the bulk change this is part of.
 */
export async function applyActions(
  tx: Tx,
  viewer: Viewer,
  { taskId, bulkId }: { taskId: number; bulkId?: number },
  { putAway, ...actions }: Actions,
  now: number,
): Promise<AppliedActions> {
  if (putAway === null) {
    const restored = await restoreTask(tx, viewer, taskId, now, { bulkId });
    if (restored.ok) return restored;
    return restored.why === "not_allowed" ? refused(NOT_FROM_TRASH) : { ok: false, why: "no_such_task" };
  }
  const task = await taskToChange(tx, viewer, taskId);
  if (!task) return { ok: false, why: "no_such_task" };
  if (!task.works) return refused(say.readOnlyTask);
  if (putAway) {
    const put = await moveToTrashOrSpam(
      tx,
      viewer,
      taskId,
      { to: putAway, ...(bulkId !== undefined && { bulkId }) },
      now,
    );
    if (put.ok) return put;
    return put.why === "not_allowed" ? refused(NOT_TO_TRASH) : { ok: false, why: "no_such_task" };
  }
  const current = await currentFields(tx, task);
  const wanted = changedFields(actions, current, viewer);
  if (Object.keys(wanted).length === 0) return { ok: true, changeSetId: null };
  if ((wanted.tags?.length ?? 0) > TASK_LIMITS.tags) {
    return refused(say.tooManyTags(TASK_LIMITS.tags));
  }
  const moves = wanted.team !== undefined || wanted.assignee !== undefined;
  if (moves && (await shutsOut(tx, viewer, task, wanted))) {
    return refused(say.wouldLoseAccess);
  }
  const to = wanted.status ?? current.status;
  const notYet = await resolutionRefusal(tx, task, { to, confirmed: false });
  if (notYet) return refused(blockersInWords(notYet));
  const change = { current, wanted, ...(bulkId !== undefined && { bulkId }) };
  const applied = await applyFields(tx, viewer, task, change, now);
  if (applied.ok) return applied;
  if (applied.why === "wrong") return refused(Object.values(applied.errors).join(" "));
  return refused(say.statusCannotChange(statusOf(current.status).name, statusOf(to).name));
}

/** The actions that would change something. */
function changedFields(
  { addTags = [], removeTags = [], assignee, ...fields }: Actions,
  current: AllTaskFields,
  viewer: Viewer,
): TaskFields {
  const tags = [...new Set([...current.tags, ...addTags])].filter((tag) => !removeTags.includes(tag)).sort();
  const isTagged = tags.some((tag) => !current.tags.includes(tag)) || tags.length !== current.tags.length;
  const wanted: TaskFields = {
    ...fields,
    assignee: assignee === "me" ? viewer.id : assignee,
    tags: isTagged ? tags : undefined,
  };
  const changes = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !same(value, current[field as keyof AllTaskFields]),
  );
  return Object.fromEntries(changes);
}

function blockersInWords(not: NotResolved): string {
  if (not.why === "missing_fields") {
    return say.fieldsNeededToResolve(allOf(not.fields.map(({ label }) => label)));
  }
  if (not.openChildren > 0 && not.uncheckedItems > 0) return say.resolveOnItsPageBoth;
  return not.openChildren > 0 ? say.resolveOnItsPageSubTasks : say.resolveOnItsPageItems;
}
