import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { restoreRecord } from "~/features/records/scoped-records.server";
import * as say from "~/features/reports/saved-reports-copy";
import { pageNotFound } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import { RowId } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = RowId.safeParse(params.id);
  const restored = id.success && (await restoreRecord(db, "report", viewerOf(context), id.data, Date.now()));
  if (!restored) throw pageNotFound(request);
  return redirect("/reports", await withToast("success", say.reportRestored));
}
