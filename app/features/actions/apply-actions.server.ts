import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { listFields, mergeSentFields } from "~/features/custom-fields/custom-fields.server";
import { joinTask, planToJoin } from "~/features/people/join-task.server";
import { shutsOut } from "~/features/tasks/access.server";
import { applyFields, currentFields, nameOf } from "~/features/tasks/apply-fields.server";
import { nextAssignee } from "~/features/tasks/next-assignee.server";
import { type NotResolved, resolutionRefusal } from "~/features/tasks/status/resolution-blockers.server";
import { wakesAt } from "~/features/tasks/status/snooze";
import { planWakeUp } from "~/features/tasks/status/wake-task.server";
import { type TaskRow, taskToChange } from "~/features/tasks/task-rows.server";
import type { AllTaskFields, TaskFields } from "~/features/tasks/task-schema";
import { PRIORITIES, statusOf, TASK_LIMITS, typeName } from "~/features/tasks/tasks";
import { teamName } from "~/features/tasks/team-and-requester.server";
import { moveToTrashOrSpam, restoreTask } from "~/features/trash/move-to-trash.server";
import { NOT_FROM_TRASH, NOT_TO_TRASH, PUTS_AWAY } from "~/features/trash/trash";
import type { Viewer } from "~/features/users/users";
import { dayOf, todayIn } from "~/lib/calendar-day";
import { deskZone } from "~/lib/desk-zone.server";
import { DAY_MS, readDuration } from "~/lib/durations";
import { ownValue } from "~/lib/field-visibility";
import { same } from "~/lib/merge-field";
import { allOf } from "~/lib/text";
import type { Actions } from "./actions";
import * as say from "./actions-copy";
import { controlsFor, followAssigneeMerge, showFieldSetting, showPeople } from "./named-values.server";

/** Actions as list items: "Status: Resolved", "Assignee: Unassigned". */
export async function actionsInWords(db: Db, saved: Actions): Promise<string[]> {
  const actions = await followAssigneeMerge(db, saved);
  const { status, priority, assignee, team, addTags = [], removeTags = [], putAway } = actions;
  const { type, dueIn, snoozeIn, fields = {}, participants = [], watchers = [] } = actions;
  const settings = [];
  for (const [key, value] of Object.entries(fields)) settings.push(await showFieldSetting(db, key, value));
  const heir = typeof assignee === "number" ? await nameOf(db, assignee) : undefined;
  const toTeam = team ? await teamName(db, team) : undefined;
  const said = [
    status && say.statusIs(statusOf(status).name),
    priority && say.priorityIs(PRIORITIES.find(({ key }) => key === priority)?.name),
    assignee === "me" && say.assigneeIsMe,
    assignee === null && say.assigneeIsNone,
    typeof assignee === "number" && (heir == null ? say.assigneeIsGone : say.assigneeIs(heir)),
    assignee === "rotate" && say.assigneeRotates,
    assignee === "least_loaded" && say.assigneeLeastLoaded,
    team && (toTeam == null ? say.teamIsGone : say.teamIs(toTeam)),
    type && say.typeIs(typeName(type)),
    dueIn !== undefined && (dueIn === null ? say.dueIsNone : say.dueIsIn(dueIn)),
    snoozeIn && say.snoozeIs(snoozeIn),
    ...settings.map(({ label, value }) => say.fieldIs(label, value)),
    participants.length > 0 && say.addsParticipants(await showPeople(db, participants)),
    watchers.length > 0 && say.addsWatchers(await showPeople(db, watchers)),
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
 * Applies actions under the rules of the task's own form. Refuses, with a message, changes that the form would ask to
 * confirm. `bulkId`: the bulk change this is part of. `byRule`: the viewer is a rule, which needs no access afterwards.
 */
export async function applyActions(
  tx: Tx,
  viewer: Viewer,
  { taskId, bulkId, byRule = false }: { taskId: number; bulkId?: number; byRule?: boolean },
  { putAway, ...saved }: Actions,
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
  const actions = await followAssigneeMerge(tx, saved);
  const current = await currentFields(tx, task);
  const wanted = changedFields(await resolved(tx, task, actions, now), current, viewer);
  const custom = await customChange(tx, task, wanted.type ?? current.type, actions.fields);
  if (custom && !custom.ok) return refused(custom.reason);
  const values = custom?.change.values;
  const isCustom = (custom?.change.changes.length ?? 0) > 0;
  const { team = current.team, assignee = current.assignee } = wanted;
  const plan = await planToJoin(tx, viewer, { ...task, team_id: team, assignee_id: assignee }, actions, now);
  if (!plan.ok) return refused(plan.message);
  const { joining } = plan;
  const isJoined = Object.values(joining).some((people) => people.length > 0);
  if (Object.keys(wanted).length === 0 && !isCustom && !isJoined) return { ok: true, changeSetId: null };
  if ((wanted.tags?.length ?? 0) > TASK_LIMITS.tags) {
    return refused(say.tooManyTags(TASK_LIMITS.tags));
  }
  const moves = wanted.team !== undefined || wanted.assignee !== undefined;
  if (moves && !byRule && (await shutsOut(tx, viewer, task, wanted))) {
    return refused(say.wouldLoseAccess);
  }
  const to = wanted.status ?? current.status;
  const notYet = await resolutionRefusal(
    tx,
    { ...task, type: wanted.type ?? task.type },
    { to, values, confirmed: false },
  );
  if (notYet) return refused(blockersInWords(notYet));
  const change = {
    ...{ current, wanted, joining },
    ...(isCustom && { custom: custom?.change }),
    ...(bulkId !== undefined && { bulkId }),
  };
  const applied = await applyFields(tx, viewer, task, change, now);
  if (applied.ok) {
    await joinTask(tx, task.id, joining, now);
    if (wanted.snooze && actions.snoozeIn) await snoozeFor(tx, task.id, actions.snoozeIn, now);
    return applied;
  }
  if (applied.why === "wrong") return refused(Object.values(applied.errors).join(" "));
  return refused(say.statusCannotChange(statusOf(current.status).name, statusOf(to).name));
}

/** Applied on their own, not as fields of the task. */
type Aside = "fields" | "participants" | "watchers" | "putAway";

type Resolved = Omit<Actions, "assignee" | "dueIn" | "snoozeIn" | Aside> & {
  assignee?: number | "me" | null | undefined;
  due?: string;
  snooze?: string;
};

/** Resolves durations to days, and an assignment mode to a person; no change if no member of the team has capacity. */
async function resolved(
  tx: Tx,
  task: TaskRow,
  { assignee, dueIn, snoozeIn, fields: _, participants: __, watchers: ___, ...actions }: Omit<Actions, "putAway">,
  now: number,
): Promise<Resolved> {
  const isMode = assignee === "rotate" || assignee === "least_loaded";
  // An existing assignee keeps the task, because rules run repeatedly.
  const isKept = isMode && task.assignee_id !== null;
  const next = isMode && !isKept ? await nextAssignee(tx, actions.team ?? task.team_id, now, assignee) : null;
  return {
    ...actions,
    assignee: isMode ? next?.id : assignee,
    ...(dueIn !== undefined && { due: dueIn === null ? "" : dayAfter(dueIn, now) }),
    ...(snoozeIn !== undefined && { snooze: snoozeDay(snoozeIn, now) }),
  };
}

const dayAfter = (duration: string, now: number) => dayOf(todayIn(deskZone(), now + (readDuration(duration) ?? 0)));

/** The first day whose morning comes once the duration is over: the form allows no earlier one. */
function snoozeDay(duration: string, now: number): string {
  const day = dayAfter(duration, now);
  return (wakesAt(day, deskZone()) ?? 0) > now ? day : dayAfter(duration, now + DAY_MS);
}

async function snoozeFor(tx: Tx, taskId: number, duration: string, now: number): Promise<void> {
  const until = now + (readDuration(duration) ?? 0);
  await tx.updateTable("task").set({ snoozed_until: until }).where("id", "=", taskId).execute();
  await planWakeUp(tx, taskId, until, now);
}

async function customChange(tx: Tx, task: TaskRow, type: string, fields: Actions["fields"]) {
  if (!fields) return null;
  const sent: Record<string, string[]> = {};
  for (const field of await listFields(tx)) {
    const value = ownValue(fields, field.key);
    if (value !== undefined) sent[field.key] = await controlsFor(tx, field, value);
  }
  const change = await mergeSentFields(tx, task, type, { sent, was: {}, keptTheirs: [] });
  if (change.ok) return { ok: true as const, change };
  const reason = change.why === "wrong" ? Object.values(change.errors).flat().join(" ") : say.chooseFromList;
  return { ok: false as const, reason };
}

/** The actions that would change something. */
function changedFields(
  { addTags = [], removeTags = [], assignee, ...fields }: Resolved,
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
