import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { withEffects } from "~/features/history/change-in-words.server";
import { undoButton } from "~/features/history/undo-rules";
import * as say from "~/features/task-page/task-page-copy";
import { type TakeTask, takeTask } from "~/features/tasks/task-change.server";
import { readForm, textOf } from "~/http/form.server";
import { returnPath } from "~/http/return-path.server";
import { withToast } from "~/http/toast.server";
import { RowId } from "~/lib/form-values";
import { agentAndId, noSuchTask, taskAfter } from "./_app.tasks.$id/task-request.server";

const REFUSALS: Record<Exclude<TakeTask, { ok: true }>["why"], string> = {
  no_such_task: say.noSuchTask,
  already_taken: say.alreadyTaken,
  done: say.reopenToTake,
};

export { refuseGet as loader } from "~/http/error-responses.server";

/**
 * Assigns the task to the viewer; `from` is the assignee to take over from, as the page knew it. `back` is the page with
 * several tasks to return to.
 */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = agentAndId(args);

  // Some clients send no body or Content-Type for a form without fields.
  const form = args.request.headers.has("Content-Type") ? await readForm(args.request) : new FormData();
  const from = RowId.safeParse(form.get("from"));
  const now = Date.now();
  const taken = await takeTask(db, viewer, id, now, { from: from.success ? from.data : null });
  if (!taken.ok && taken.why === "no_such_task") throw await noSuchTask(args.request, viewer, id);
  const ofTask = taskAfter(args.request, id);
  const back = returnPath(textOf(form, "back"), ofTask);
  const text = back === ofTask ? say.taskAssignedToYou : say.assignedToYou(id);
  const toast = taken.ok
    ? withToast(
        "success",
        await withEffects(db, text, { taskId: id, changeSetId: taken.changeSetId, now }),
        undoButton(id, taken.changeSetId, back === ofTask ? null : back),
      )
    : withToast("error", REFUSALS[taken.why]);
  return redirect(back, await toast);
}
