import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { addressHref } from "~/features/mail/addresses/address-hrefs";
import * as say from "~/features/mail/addresses/addresses-copy";
import { makeSendingAddress } from "~/features/mail/addresses/mail-address-state.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Makes an address the sender of its team; undo makes the previous one the sender again. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const id = requireId({ request, params });
  const done = await makeSendingAddress(db, viewer, id, Date.now());
  if (!done.ok) throw done.why === "not_allowed" ? forbidden() : pageNotFound(request);
  const { previous } = done;
  const undo = previous !== null && {
    action: { label: say.undo, post: `/settings/addresses/${previous}/sender` },
  };
  return redirect(addressHref(id), await withToast("success", say.nowSender(done.address), undo || {}));
}
