import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { takeOverDraft } from "~/features/conversation/drafts/draft-changes.server";
import { pageOf } from "~/features/conversation/drafts/drafts";
import { pageNotFound } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import * as say from "~/shell/shell-copy";
import { viewerAndId } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Copies a colleague's shared draft to the viewer's own form. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = viewerAndId(args);
  const taken = await takeOverDraft(db, viewer, id, Date.now());
  if (!taken.ok) throw pageNotFound(args.request);
  return redirect(pageOf(taken.place), await withToast("success", say.draftIsInForm));
}
