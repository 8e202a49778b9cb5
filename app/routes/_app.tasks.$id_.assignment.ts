import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { undoButton } from "~/features/history/undo-rules";
import * as say from "~/features/task-page/task-page-copy";
import { type TakeTask, takeTask } from "~/features/tasks/task-change.server";
import { readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { RowId } from "~/lib/form-values";
import { agentAndId, noSuchTask } from "./_app.tasks.$id/task-request.server";

const REFUSALS: Record<Exclude<TakeTask, { ok: true }>["why"], string> = {
  no_such_task: say.noSuchTask,
  already_taken: say.alreadyTaken,
  done: say.reopenToTake,
};

export { refuseGet as loader } from "~/http/error-responses.server";

/** Assigns the task to the viewer; `from` is the assignee to take over from, as the page knew it. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = agentAndId(args);

  // Some clients send no body or Content-Type for a form without fields.
  const sent = args.request.headers.has("Content-Type") ? (await readForm(args.request)).get("from") : null;
  const from = RowId.safeParse(sent);
  const taken = await takeTask(db, viewer, id, Date.now(), { from: from.success ? from.data : null });
  if (!taken.ok && taken.why === "no_such_task") throw await noSuchTask(args.request, viewer, id);
  const toast = taken.ok
    ? withToast("success", say.taskAssignedToYou, undoButton(id, taken.changeSetId))
    : withToast("error", REFUSALS[taken.why]);
  return redirect(`/tasks/${id}`, await toast);
}
