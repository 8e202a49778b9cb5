import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { undoButton } from "~/features/history/undo-rules";
import * as say from "~/features/task-page/task-page-copy";
import { changeItem } from "~/features/tasks/checklist/checklist.server";
import { ITEM_VERBS } from "~/features/tasks/tasks";
import { badRequest } from "~/http/error-responses.server";
import { readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM, RowId } from "~/lib/form-values";
import { noSuchTask, taskAfter, viewerAndId } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** The buttons of a checklist item: the button's name is the action, its value the item. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = viewerAndId(args);
  const form = await readForm(args.request);
  const verb = ITEM_VERBS.find((one) => form.has(one));
  const item = RowId.safeParse(verb && form.get(verb));
  if (!verb || !item.success) throw badRequest(INCOMPLETE_FORM);

  const changed = await changeItem(db, viewer, id, { verb, item: item.data }, Date.now());
  if (changed.ok) {
    const undo = changed.removal && (await withToast("success", say.itemRemoved, undoButton(id, changed.removal)));
    return redirect(`${taskAfter(args.request, id)}#checklist`, undo || {});
  }
  if (changed.why === "no_such_task") throw await noSuchTask(args.request, viewer, id);
  return redirect(`${taskAfter(args.request, id)}#checklist`, await withToast("error", say.itemAlreadyRemoved));
}
