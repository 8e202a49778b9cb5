import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { undoButton } from "~/features/history/undo-rules";
import * as say from "~/features/task-page/task-page-copy";
import { restoreTask } from "~/features/trash/move-to-trash.server";
import { NOT_FROM_TRASH } from "~/features/trash/trash";
import { forbidden } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import { agentAndId, noSuchTask } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Restores a task from trash or spam. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = agentAndId(args);
  const restored = await restoreTask(db, viewer, id, Date.now());
  if (restored.ok) {
    const undo = undoButton(id, restored.changeSetId);
    return redirect(`/tasks/${id}`, await withToast("success", say.taskRestored(id), undo));
  }
  if (restored.why === "no_such_task") throw await noSuchTask(args.request, viewer, id);
  throw forbidden(NOT_FROM_TRASH);
}
