import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { ADDRESS_LIMITS } from "~/features/mail/addresses/addresses";
import * as say from "~/features/mail/addresses/addresses-copy";
import { restoreAddress } from "~/features/mail/addresses/mail-address-state.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Undoes the removal of an address. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const restored = await restoreAddress(db, viewer, requireId({ request, params }), Date.now());
  if (restored.ok) return redirect("/settings/addresses", await withToast("success", say.restored(restored.address)));
  if (restored.why === "not_allowed") throw forbidden();
  const words = restored.why === "too_many" ? say.tooManyAddresses(ADDRESS_LIMITS.addresses) : say.cannotRestore;
  return redirect("/settings/addresses", await withToast("error", words));
}
