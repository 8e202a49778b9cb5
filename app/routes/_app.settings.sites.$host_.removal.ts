import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { removeSite } from "~/features/branding/sites.server";
import { forbidden } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";

export { takesForms as loader } from "~/http/refusals.server";

/** Forgets what was said of a site. */
export async function action({ params, context }: ActionFunctionArgs) {
  const { host = "" } = params;
  const removed = await removeSite(db, viewerOf(context), host, Date.now());
  if (!removed.ok) throw forbidden();
  return redirect("/settings/sites", await withToast("success", `${host} is as the settings of the server say`));
}
