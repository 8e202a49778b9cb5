import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { deleteReport } from "~/features/reports/saved-reports.server";
import * as say from "~/features/reports/saved-reports-copy";
import { pageNotFound } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import { RowId } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Deletes a saved report; the toast offers undo. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = RowId.safeParse(params.id);
  const name = id.success ? await deleteReport(db, viewerOf(context), id.data, Date.now()) : null;
  if (name === null) throw pageNotFound(request);
  const undo = { action: { label: say.undo, post: `/reports/${id.data}/restoration` } };
  return redirect("/reports", await withToast("success", say.reportDeleted(name), undo));
}
