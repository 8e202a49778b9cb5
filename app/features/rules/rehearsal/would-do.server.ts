import type { Tx } from "~/db/transaction.server";
import type { Actions } from "~/features/actions/actions";
import { actionsInWords } from "~/features/actions/apply-actions.server";
import { followAssigneeMerge, storedValue } from "~/features/actions/named-values.server";
import { listFields } from "~/features/custom-fields/custom-fields.server";
import { rankOf } from "~/features/tasks/tasks";
import { ownValue } from "~/lib/field-visibility";
import { showActionValue } from "../action-values.server";
import type { stepsOf } from "../do-actions.server";
import * as say from "../rules-copy";

type Step = Awaited<ReturnType<typeof stepsOf>>[number];

/** A step as a rehearsal lists it. */
export async function describeStep(tx: Tx, step: Step): Promise<string[]> {
  if (step.kind === "fields") return actionsInWords(tx, step.actions);
  switch (step.kind) {
    case "reply":
      return [say.wouldReply(step.value)];
    case "note":
      return [say.wouldNote(step.value)];
    case "notify":
      return [say.notifiedPeople(await showActionValue(tx, step))];
    case "create":
      return [say.wouldCreate(step.value)];
    case "webhook":
      return [say.calledWebhook(new URL(step.value).host)];
  }
}

/** Whether changes of fields would change this task. */
export async function wouldChange(tx: Tx, taskId: number, saved: Actions): Promise<boolean> {
  const task = await tx.selectFrom("task").selectAll().where("id", "=", taskId).executeTakeFirst();
  if (!task) return false;
  const {
    status,
    priority,
    assignee,
    team,
    type,
    dueIn,
    snoozeIn,
    fields = {},
    participants = [],
    watchers = [],
    addTags = [],
    removeTags = [],
  } = await followAssigneeMerge(tx, saved);
  const rows = await tx.selectFrom("task_tag").select("tag").where("task_id", "=", taskId).execute();
  const tags = new Set(rows.map(({ tag }) => tag));
  const values = await tx.selectFrom("task_field").select(["key", "value"]).where("task_id", "=", taskId).execute();
  const definitions = Object.keys(fields).length > 0 ? await listFields(tx) : [];
  const isMode = assignee === "rotate" || assignee === "least_loaded";
  return (
    (status !== undefined && status !== task.status) ||
    (priority !== undefined && rankOf(priority) !== task.priority) ||
    (isMode ? task.assignee_id === null : assignee !== undefined && assignee !== task.assignee_id) ||
    (team !== undefined && team !== task.team_id) ||
    (type !== undefined && type !== task.type) ||
    (dueIn !== undefined && (dueIn === null ? task.due_at !== null : true)) ||
    snoozeIn !== undefined ||
    addTags.some((tag) => !tags.has(tag)) ||
    removeTags.some((tag) => tags.has(tag)) ||
    (await wouldJoin(tx, "participant", task, participants)) ||
    (await wouldJoin(tx, "watcher", task, watchers)) ||
    definitions.some((field) => {
      const value = ownValue(fields, field.key);
      const stored = values.find((one) => one.key === field.key)?.value ?? "";
      return value !== undefined && storedValue(field, value) !== stored;
    })
  );
}

/** Whether one of these people isn't on the task yet. The requester is never in cc. */
async function wouldJoin(
  tx: Tx,
  table: "participant" | "watcher",
  task: { id: number; requester_id: number },
  ids: readonly number[],
): Promise<boolean> {
  const there = new Set(table === "participant" ? [task.requester_id] : []);
  const rows = await tx.selectFrom(table).select("user_id").where("task_id", "=", task.id).execute();
  for (const { user_id } of rows) there.add(user_id);
  return ids.some((id) => !there.has(id));
}
