import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import * as say from "~/features/views/view-forms-copy";
import { deleteView } from "~/features/views/views.server";
import { pageNotFound } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import { RowId } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Deletes a view; the toast offers undo. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = RowId.safeParse(params.id);
  const name = id.success ? await deleteView(db, viewerOf(context), id.data, Date.now()) : null;
  if (name === null) throw pageNotFound(request);
  const undo = { action: { label: say.undo, post: `/tasks/views/${id.data}/restoration` } };
  return redirect("/tasks/views", await withToast("success", say.viewDeleted(name), undo));
}
