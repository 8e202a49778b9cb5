import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { addressHref } from "~/features/mail/addresses/address-hrefs";
import * as say from "~/features/mail/addresses/addresses-copy";
import { pauseAddress } from "~/features/mail/addresses/mail-address-state.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Pauses an address, or resumes it; the toast offers undo. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const id = requireId({ request, params });
  const asked = (await readForm(request)).get("paused");
  if (asked !== "yes" && asked !== "no") throw badRequest(INCOMPLETE_FORM);
  const done = await pauseAddress(db, viewer, id, asked === "yes", Date.now());
  if (!done.ok) throw done.why === "not_allowed" ? forbidden() : pageNotFound(request);
  const [words, back] = asked === "yes" ? [say.paused(done.address), "no"] : [say.resumed(done.address), "yes"];
  const undo = { label: say.undo, post: `/settings/addresses/${id}/state`, name: "paused", value: back };
  return redirect(addressHref(id), await withToast("success", words, { action: undo }));
}
