import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { type UndoChange, undoChange } from "~/features/history/undo-change.server";
import * as say from "~/features/task-page/task-page-copy";
import { isAgent } from "~/features/users/users";
import { pageNotFound } from "~/http/error-responses.server";
import { returnPath } from "~/http/return-path.server";
import { withToast } from "~/http/toast.server";
import { RowId } from "~/lib/form-values";
import { noSuchTask, taskAfter, viewerAndId } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

const REFUSALS: Record<Exclude<Extract<UndoChange, { ok: false }>["why"], "no_such_task" | "nothing_left">, string> = {
  no_such_change: say.nothingToUndo,
  undone: say.alreadyUndone,
  not_allowed: say.undoNotAllowed,
  too_late: say.tooLateToUndo,
};

export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = viewerAndId(args);
  const change = RowId.safeParse(args.params.change);
  if (!change.success) throw pageNotFound(args.request);
  const undone = await undoChange(db, viewer, { taskId: id, changeSetId: change.data }, Date.now());
  if (!undone.ok && undone.why === "no_such_task") throw await noSuchTask(args.request, viewer, id);
  const back = returnPath(new URL(args.request.url).searchParams.get("back"), taskAfter(args.request, id));
  return redirect(back, await (isAgent(viewer) ? toastFor(undone) : toastForRequester(undone)));
}

function toastFor(undone: Exclude<UndoChange, { why: "no_such_task" }>) {
  if (undone.ok) {
    const text = [say.undoneDetails(undone.back.join(", ")), ...undone.kept].join(" ");
    return withToast(undone.kept.length > 0 ? "warning" : "success", text);
  }
  if (undone.why === "nothing_left") {
    const reasons = undone.kept.length > 0 ? undone.kept : [say.everythingAsBefore];
    return withToast("error", [say.nothingUndone, ...reasons].join(" "));
  }
  return withToast("error", REFUSALS[undone.why]);
}

/** Avoids the agents' terms. */
function toastForRequester(undone: Exclude<UndoChange, { why: "no_such_task" }>) {
  if (undone.ok) return withToast("success", say.undone);
  if (undone.why === "nothing_left") return withToast("error", say.changedForRequester);
  if (undone.why === "too_late") return withToast("error", say.tooLateForRequester);
  return withToast("error", REFUSALS[undone.why]);
}
