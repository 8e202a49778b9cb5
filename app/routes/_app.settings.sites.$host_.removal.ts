import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { siteHref } from "~/features/branding/branding";
import * as say from "~/features/branding/branding-copy";
import { removeSite } from "~/features/branding/sites.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Resets a site; the toast offers undo. */
export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  const viewer = requireViewer(args.context, maySetUpDesk);
  const { host = "" } = params;
  const sent = textOf(await readForm(request), "version");
  const version = /^\d{1,9}$/.test(sent) ? Number(sent) : 0;
  const removed = await removeSite(db, viewer, { host, version }, Date.now());
  if (!removed.ok) {
    if (removed.why === "not_allowed") throw forbidden();
    if (removed.why === "no_such_site") throw pageNotFound(request);
    return redirect(siteHref(host), await withToast("error", say.checkBeforeReset));
  }
  const undo = { action: { label: say.undo, post: `/settings/sites/${encodeURIComponent(host)}/restoration` } };
  return redirect("/settings/sites", await withToast("success", say.siteReset(host), undo));
}
