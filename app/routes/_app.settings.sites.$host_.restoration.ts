import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import * as say from "~/features/branding/branding-copy";
import { restoreSite } from "~/features/branding/sites.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import { SITE_ERRORS } from "~/routes/_app.settings.sites._index/site-actions.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Undoes the reset of a site. */
export async function action(args: ActionFunctionArgs) {
  const viewer = requireViewer(args.context, maySetUpDesk);
  const { host = "" } = args.params;
  const restored = await restoreSite(db, viewer, host, Date.now());
  if (restored.ok) return redirect("/settings/sites", await withToast("success", say.siteRestored(host)));
  if (restored.why === "not_allowed") throw forbidden();
  return redirect("/settings/sites", await withToast("error", SITE_ERRORS[restored.why]));
}
