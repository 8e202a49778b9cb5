import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { changeItem } from "~/features/tasks/checklist/checklist.server";
import { ITEM_VERBS } from "~/features/tasks/checklist/checklist-words";
import { TaskId } from "~/features/tasks/task-schema";
import { undoButton } from "~/features/tasks/undo/undo-address";
import { readForm } from "~/http/form.server";
import { badRequest, methodNotAllowed, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM, RowId } from "~/lib/form-values";
import { noSuchTask } from "./_app.tasks.$id/around-task.server";

export function loader() {
  throw methodNotAllowed();
}

/** The buttons beside an item: what to do is the name of the button, to which item its value. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const id = TaskId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  const form = await readForm(request);
  const verb = ITEM_VERBS.find((one) => form.has(one));
  const item = RowId.safeParse(verb && form.get(verb));
  if (!verb || !item.success) throw badRequest(INCOMPLETE_FORM);

  const changed = await changeItem(db, viewer, id.data, { verb, item: item.data }, Date.now());
  if (changed.ok) {
    const undo = changed.removal && (await withToast("success", "Item removed", undoButton(id.data, changed.removal)));
    return redirect(`/tasks/${id.data}#checklist`, undo || {});
  }
  if (changed.why === "no_such_task") throw await noSuchTask(request, viewer, id.data);
  return redirect(`/tasks/${id.data}#checklist`, await withToast("error", "Somebody has removed that item."));
}
