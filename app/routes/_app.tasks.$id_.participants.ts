import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { takeOutOfCopy } from "~/features/tasks/people/participants.server";
import { isVisible } from "~/features/tasks/people/task-people.server";
import { TaskId } from "~/features/tasks/task-schema";
import { undoButton } from "~/features/tasks/undo/undo-address";
import { readForm } from "~/http/form.server";
import { badRequest, forbidden, methodNotAllowed, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM, RowId } from "~/lib/form-values";
import { noSuchTask } from "./_app.tasks.$id/around-task.server";

export function loader() {
  throw methodNotAllowed();
}

/** Takes somebody out of copy; who takes themselves out may lose the task by it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const id = TaskId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  const person = RowId.safeParse((await readForm(request)).get("remove"));
  if (!person.success) {
    if (!(await isVisible(db, viewer, id.data))) throw pageNotFound(request);
    throw badRequest(INCOMPLETE_FORM);
  }

  const out = await takeOutOfCopy(db, viewer, id.data, person.data, Date.now());
  if (!out.ok) throw out.why === "no_such_task" ? await noSuchTask(request, viewer, id.data) : forbidden();
  const isSelf = person.data === viewer.id;
  const words = isSelf ? "You are not in copy any more" : `${out.name ?? "They"} is not in copy any more`;
  const address = !isSelf || (await isVisible(db, viewer, id.data)) ? `/tasks/${id.data}` : "/tasks";
  return redirect(address, await withToast("success", words, undoButton(id.data, out.changeSetId)));
}
