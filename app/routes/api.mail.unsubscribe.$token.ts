import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { LINK_PAGE } from "~/features/auth/sign-in-errors";
import { readUnsubscribeKey } from "~/features/mail/links/unsubscribe-key.server";
import { stopMail } from "~/features/notifications/notification-settings.server";
import { noSuchPage } from "~/http/error-responses.server";

/** Mail providers call it for a person who presses "Unsubscribe" (RFC 8058); the token is signed. */
export const access = "public";
export const anyOrigin = true;

/** Some mail programs open the address in a browser instead. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const { token = "" } = params;
  if (!readUnsubscribeKey(token)) throw noSuchPage(request);
  return redirect(`${LINK_PAGE}?${new URLSearchParams({ key: token })}`);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const subscription = readUnsubscribeKey(params.token ?? "");
  if (!subscription) throw noSuchPage(request);
  await stopMail(db, subscription.userId, subscription.event, Date.now());
  return new Response(null, { status: 204 });
}
