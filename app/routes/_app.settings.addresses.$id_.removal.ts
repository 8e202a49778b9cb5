import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { addressHref } from "~/features/mail/addresses/address-hrefs";
import * as say from "~/features/mail/addresses/addresses-copy";
import { removeAddress } from "~/features/mail/addresses/mail-address-state.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Removes an address; the toast offers undo. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const id = requireId({ request, params });
  const sent = textOf(await readForm(request), "version");
  const version = /^\d{1,9}$/.test(sent) ? Number(sent) : 0;
  const removed = await removeAddress(db, viewer, { id, version }, Date.now());
  if (!removed.ok) {
    if (removed.why === "not_allowed") throw forbidden();
    if (removed.why === "no_such_address") throw pageNotFound(request);
    return redirect(addressHref(id), await withToast("error", say.checkBeforeRemoval));
  }
  const undo = { action: { label: say.undo, post: `/settings/addresses/${id}/restoration` } };
  return redirect("/settings/addresses", await withToast("success", say.removed(removed.address), undo));
}
