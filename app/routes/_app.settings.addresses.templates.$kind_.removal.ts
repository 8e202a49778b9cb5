import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { templateHref, templateName, templatesHref } from "~/features/mail/templates/mail-templates";
import { resetTemplate } from "~/features/mail/templates/mail-templates.server";
import * as say from "~/features/mail/templates/templates-copy";
import { forbidden } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { requireTemplate } from "~/routes/_app.settings.addresses.templates._index/template-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Resets a template to the default; the toast offers undo. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, place } = await requireTemplate(args);
  const { kind, host } = place;
  const sent = textOf(await readForm(args.request), "version");
  const version = /^\d{1,9}$/.test(sent) ? Number(sent) : 0;
  const done = await resetTemplate(db, viewer, { ...place, version }, Date.now());
  if (!done.ok) {
    if (done.why === "not_allowed") throw forbidden();
    return redirect(templateHref(kind, host), await withToast("error", say.checkBeforeReset));
  }
  const undo = { action: { label: say.undo, post: templateHref(kind, host, "restoration") } };
  return redirect(templatesHref(host), await withToast("success", say.reset(templateName(kind, host)), undo));
}
