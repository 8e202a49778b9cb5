import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { bulkHref } from "~/features/bulk/bulk";
import { cancelBulk } from "~/features/bulk/bulk-change.server";
import { isAgent } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { RowId } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Cancels a running bulk change. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  if (!isAgent(viewer)) throw forbidden();
  const id = RowId.safeParse(params.id);
  if (!id.success || !(await cancelBulk(db, viewer, id.data, Date.now()))) throw pageNotFound(request);
  return redirect(bulkHref(id.data));
}
