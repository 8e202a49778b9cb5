import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { undoButton } from "~/features/history/undo-rules";
import { takeOutOfCopy } from "~/features/people/participants.server";
import * as say from "~/features/task-page/task-page-copy";
import { isVisible } from "~/features/tasks/team-access.server";
import { EmailAddress } from "~/features/users/user-schema";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM, RowId } from "~/lib/form-values";
import { noSuchTask, viewerAndId } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** A person's number, or the address a requester added. */
const Removed = RowId.or(EmailAddress);

/** Removes a person from copy; removing yourself may end your access to the task. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = viewerAndId(args);
  const person = Removed.safeParse((await readForm(args.request)).get("remove"));
  if (!person.success) {
    if (!(await isVisible(db, viewer, id))) throw pageNotFound(args.request);
    throw badRequest(INCOMPLETE_FORM);
  }

  const out = await takeOutOfCopy(db, viewer, id, person.data, Date.now());
  if (!out.ok) throw out.why === "no_such_task" ? await noSuchTask(args.request, viewer, id) : forbidden();
  const isSelf = person.data === viewer.id;
  const theirs = out.name === null ? say.theyAreNotInCopy : say.personNotInCopy(out.name);
  const words = isSelf ? say.youAreNotInCopy : theirs;
  const address = !isSelf || (await isVisible(db, viewer, id)) ? `/tasks/${id}` : "/tasks";
  return redirect(address, await withToast("success", words, undoButton(id, out.changeSetId)));
}
