import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { templateName, templatesHref } from "~/features/mail/templates/mail-templates";
import { restoreTemplate } from "~/features/mail/templates/mail-templates.server";
import * as say from "~/features/mail/templates/templates-copy";
import { forbidden } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import { requireTemplate } from "~/routes/_app.settings.addresses.templates._index/template-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Undoes the reset of a template. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, place } = await requireTemplate(args);
  const done = await restoreTemplate(db, viewer, place, Date.now());
  if (!done.ok && done.why === "not_allowed") throw forbidden();
  const toast = done.ok
    ? withToast("success", say.restored(templateName(place.kind, place.host)))
    : withToast("error", say.cannotRestore);
  return redirect(templatesHref(place.host), await toast);
}
