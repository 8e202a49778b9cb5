import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { sessionIdOf } from "~/features/auth/session.server";
import { addressHref } from "~/features/mail/addresses/address-hrefs";
import * as say from "~/features/mail/addresses/addresses-copy";
import { readState, takeConsent } from "~/features/mail/addresses/consent.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { withToast } from "~/http/toast.server";
import { cleanLine } from "~/lib/text";
import { originFor } from "~/routes/_app.settings.addresses._index/address-request.server";

/** Where Microsoft 365 or Google sends an admin back to. `state` proves that this session asked. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const { searchParams } = new URL(request.url);
  const [state, code] = [searchParams.get("state") ?? "", searchParams.get("code") ?? ""];
  const now = Date.now();
  const id = readState(state, sessionIdOf(request) ?? "", now);
  if (id === null) return redirect("/settings/addresses", await withToast("error", say.consentTooOld));
  if (code === "") {
    const words = cleanLine(searchParams.get("error_description") ?? searchParams.get("error") ?? "").slice(0, 300);
    return redirect(addressHref(id), await withToast("error", say.consentRefused(words)));
  }
  const taken = await takeConsent(db, viewer, { id, code, state, origin: originFor(request) }, now);
  if (!taken.ok) return redirect("/settings/addresses", await withToast("error", say.consentTooOld));
  const toast = taken.paused
    ? withToast("warning", say.consentStoredPaused(taken.address))
    : withToast("success", say.consentStored(taken.address));
  return redirect(addressHref(id), await toast);
}
