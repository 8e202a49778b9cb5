import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { sessionIdOf } from "~/features/auth/session.server";
import { consentUrl } from "~/features/mail/addresses/consent.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { pageNotFound } from "~/http/error-responses.server";
import { originFor } from "~/routes/_app.settings.addresses._index/address-request.server";

/**
 * Sends an admin to the provider to consent. A link and no form: browsers block forms that lead to other sites, and nothing
 * changes yet.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const id = requireId({ request, params });
  const from = { sessionId: sessionIdOf(request) ?? "", origin: originFor(request) };
  const url = await consentUrl(db, id, from, Date.now());
  if (url === null) throw pageNotFound(request);
  return redirect(url);
}
