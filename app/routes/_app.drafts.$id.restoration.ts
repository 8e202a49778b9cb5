import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { restoreDraft } from "~/features/conversation/drafts/draft-changes.server";
import { pageOf } from "~/features/conversation/drafts/drafts";
import { pageNotFound } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import * as say from "~/shell/shell-copy";
import { viewerAndId } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = viewerAndId(args);
  const restored = await restoreDraft(db, viewer, id, Date.now());
  if (!restored.ok) throw pageNotFound(args.request);
  return redirect(pageOf(restored.place), await withToast("success", say.draftRestored));
}
