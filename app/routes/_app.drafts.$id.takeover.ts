import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { takeOverDraft } from "~/features/conversation/drafts/draft-changes.server";
import { pageOf } from "~/features/conversation/drafts/draft-place";
import { TaskId } from "~/features/tasks/task-schema";
import { pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import * as say from "~/shell/shell-copy";

export { takesForms as loader } from "~/http/refusals.server";

/** Copies a colleague's shared draft to the viewer's own form. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = TaskId.safeParse(params.id);
  const taken = id.success ? await takeOverDraft(db, viewerOf(context), id.data, Date.now()) : null;
  if (!taken?.ok) throw pageNotFound(request);
  return redirect(pageOf(taken.place), await withToast("success", say.theDraftIsInYourForm));
}
