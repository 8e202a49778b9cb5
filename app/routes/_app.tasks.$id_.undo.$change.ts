import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { TaskId } from "~/features/tasks/task-schema";
import { type UndoChange, undoChange } from "~/features/tasks/undo/undo-change.server";
import { methodNotAllowed, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { RowId } from "~/lib/form-values";

export function loader() {
  throw methodNotAllowed();
}

/** What we say for each refusal. */
const REFUSALS: Record<Exclude<Extract<UndoChange, { ok: false }>["why"], "no_such_task" | "nothing_left">, string> = {
  no_such_change: "There is nothing to undo here.",
  undone: "That was undone already.",
  not_allowed: "Who made a change can undo it, and so can leads of the team and admins.",
  too_late: "It is too late to undo that. Change it in the form instead.",
};

/** Takes a change back. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const [task, change] = [TaskId.safeParse(params.id), RowId.safeParse(params.change)];
  if (!task.success || !change.success) throw pageNotFound(request);
  const asked = { taskId: task.data, changeSetId: change.data };

  const undone = await undoChange(db, viewerOf(context), asked, Date.now());
  if (!undone.ok && undone.why === "no_such_task") throw pageNotFound(request);
  return redirect(`/tasks/${task.data}`, await toastFor(undone));
}

function toastFor(undone: Exclude<UndoChange, { why: "no_such_task" }>) {
  if (undone.ok) {
    const text = [`Taken back: ${undone.back.join(", ")}.`, ...undone.kept].join(" ");
    return withToast(undone.kept.length > 0 ? "warning" : "success", text);
  }
  if (undone.why === "nothing_left") {
    const reasons = undone.kept.length > 0 ? undone.kept : ["Everything is as it was before."];
    return withToast("error", ["Nothing was taken back.", ...reasons].join(" "));
  }
  return withToast("error", REFUSALS[undone.why]);
}
