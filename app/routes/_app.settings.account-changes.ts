import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { acceptedCallbackUrl, asHeader } from "~/features/auth/callback-url";
import { viewerOf } from "~/features/auth/session.server";
import { dismissAccountChanges } from "~/features/security-log/account-changes.server";
import { readForm, textOf } from "~/http/form.server";
import { authOrigin } from "~/http/origin.server";
import { settings } from "~/lib/settings.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Dismisses the notice about account changes, then returns to the page that showed it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const until = textOf(form, "until");
  await dismissAccountChanges(db, viewerOf(context), /^\d{1,15}$/.test(until) ? Number(until) : 0);
  const back = textOf(form, "back");
  const origin = authOrigin(request, settings()) ?? "";
  return redirect(back.startsWith("/") ? asHeader(acceptedCallbackUrl(back, origin)) : "/");
}
