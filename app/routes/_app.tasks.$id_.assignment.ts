import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { type TakeTask, takeTask } from "~/features/tasks/task-change.server";
import { TaskId } from "~/features/tasks/task-schema";
import { undoButton } from "~/features/tasks/undo/undo-address";
import { isAgent } from "~/features/users/user-words";
import { readForm } from "~/http/form.server";
import { forbidden, methodNotAllowed, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { RowId } from "~/lib/form-values";
import { noSuchTask } from "./_app.tasks.$id/around-task.server";

/** What we say for each refusal. */
const REFUSALS: Record<Exclude<TakeTask, { ok: true }>["why"], string> = {
  no_such_task: "There is no such task.",
  already_taken: "Somebody has taken this task already.",
  done: "This task is done. Open it again to take it.",
};

export function loader() {
  throw methodNotAllowed();
}

/** Assign to me; with `from`, take over from whoever has it as far as the page knew. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const id = TaskId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  if (!isAgent(viewer)) throw forbidden();

  // A form without fields is empty, and some clients then send none at all.
  const sent = request.headers.has("Content-Type") ? (await readForm(request)).get("from") : null;
  const from = RowId.safeParse(sent);
  const taken = await takeTask(db, viewer, id.data, Date.now(), { from: from.success ? from.data : null });
  if (!taken.ok && taken.why === "no_such_task") throw await noSuchTask(request, viewer, id.data);
  const toast = taken.ok
    ? withToast("success", "Task assigned to you", undoButton(id.data, taken.changeSetId))
    : withToast("error", REFUSALS[taken.why]);
  return redirect(`/tasks/${id.data}`, await toast);
}
