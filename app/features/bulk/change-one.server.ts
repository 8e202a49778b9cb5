import type { Tx } from "~/db/transaction.server";
import { applyFields, currentFields } from "~/features/tasks/apply-fields.server";
import { shutsOut } from "~/features/tasks/people/access.server";
import { type NotResolved, whyNotResolve } from "~/features/tasks/status/in-the-way.server";
import type { AllTaskFields, TaskFields } from "~/features/tasks/task-schema";
import { statusOf, TASK_LIMITS } from "~/features/tasks/task-words";
import { taskToChange } from "~/features/tasks/task-write.server";
import { type UndoChange, undoChange } from "~/features/tasks/undo/undo-change.server";
import type { Viewer } from "~/features/users/user-words";
import { same } from "~/lib/merge-field";
import { allOf } from "~/lib/text";
import type { BulkWanted } from "./bulk-words";

/** What became of one task. A `reason` beside a change says what of it stayed. */
export type Outcome = { outcome: "changed" | "skipped"; reason: string | null; change_set_id?: number | null };

const skipped = (reason: string): Outcome => ({ outcome: "skipped", reason });

const GONE = "Not there for you any more.";

/** Changes one of many tasks, as its own form would; what the form would ask about is left for that. */
export async function changeOne(
  tx: Tx,
  viewer: Viewer,
  { taskId, bulkId }: { taskId: number; bulkId: number },
  asked: BulkWanted,
  now: number,
): Promise<Outcome> {
  const task = await taskToChange(tx, viewer, taskId);
  if (!task) return skipped(GONE);
  if (!task.works) return skipped("You may read this task, but you do not work on it.");
  const current = await currentFields(tx, task);
  const wanted = whatChanges(asked, current);
  if (Object.keys(wanted).length === 0) return skipped("It was like that already.");
  if ((wanted.tags?.length ?? 0) > TASK_LIMITS.tags)
    return skipped(`It would have more than ${TASK_LIMITS.tags} tags.`);
  const moves = wanted.team !== undefined || wanted.assignee !== undefined;
  if (moves && (await shutsOut(tx, viewer, task, wanted))) {
    return skipped("You would lose access to it. Change it on its own page.");
  }
  const to = wanted.status ?? current.status;
  const notYet = await whyNotResolve(tx, task, { to, confirmed: false });
  if (notYet) return skipped(whyNotYet(notYet));
  const applied = await applyFields(tx, viewer, task, { current, wanted, bulkId }, now);
  if (applied.ok) return { outcome: "changed", reason: null, change_set_id: applied.changeSetId };
  if (applied.why === "wrong") return skipped(Object.values(applied.errors).join(" "));
  return skipped(`${statusOf(current.status).name} cannot become ${statusOf(to).name}.`);
}

/** What of the wanted is not so yet. */
function whatChanges({ addTags = [], removeTags = [], ...fields }: BulkWanted, current: AllTaskFields): TaskFields {
  const tags = [...new Set([...current.tags, ...addTags])].filter((tag) => !removeTags.includes(tag)).sort();
  const wanted: TaskFields = { ...fields, tags };
  const changes = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !same(value, current[field as keyof AllTaskFields]),
  );
  return Object.fromEntries(changes);
}

function whyNotYet(not: NotResolved): string {
  if (not.why === "missing_fields") {
    return `To be resolved it needs ${allOf(not.fields.map(({ label }) => label))}.`;
  }
  const left = [not.openChildren > 0 && "open sub-tasks", not.uncheckedItems > 0 && "unticked items"].filter(Boolean);
  return `It has ${left.join(" and ")}. Resolve it on its own page.`;
}

/** Takes one of many changes back. */
export async function undoOne(
  tx: Tx,
  viewer: Viewer,
  change: { taskId: number; changeSetId: number; askedAt: number },
  now: number,
): Promise<Outcome> {
  const undone = await undoChange(tx, viewer, change, now);
  if (undone.ok) return { outcome: "changed", reason: undone.kept.join(" ") || null };
  return skipped(whyNotUndone(undone));
}

function whyNotUndone(not: Extract<UndoChange, { ok: false }>): string {
  switch (not.why) {
    case "nothing_left":
      return not.kept.join(" ") || "It was as before already.";
    case "undone":
      return "It was undone already.";
    case "not_allowed":
    case "too_late":
      return "It is too late to undo it.";
    default:
      return GONE;
  }
}
