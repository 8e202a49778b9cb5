import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { restoreDraft } from "~/features/conversation/drafts/draft-changes.server";
import { pageOf } from "~/features/conversation/drafts/draft-place";
import { TaskId } from "~/features/tasks/task-schema";
import { pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import * as say from "~/shell/shell-copy";

export { takesForms as loader } from "~/http/refusals.server";

export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = TaskId.safeParse(params.id);
  const restored = id.success ? await restoreDraft(db, viewerOf(context), id.data, Date.now()) : null;
  if (!restored?.ok) throw pageNotFound(request);
  return redirect(pageOf(restored.place), await withToast("success", say.draftBroughtBack));
}
