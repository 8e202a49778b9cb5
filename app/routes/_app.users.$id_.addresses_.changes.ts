import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { sendConfirmation } from "~/features/mail/links/account-mail.server";
import { confirmAddress, makePrimary, removeAddress } from "~/features/users/addresses.server";
import { ADDRESS_REFUSALS } from "~/features/users/user-errors";
import { maySeePerson } from "~/features/users/user-policy";
import { UserId } from "~/features/users/user-schema";
import type { Viewer } from "~/features/users/users";
import * as say from "~/features/users/users-copy";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import { storableText } from "~/lib/text";

export { refuseGet as loader } from "~/http/error-responses.server";

const CHANGES = { primary: makePrimary, remove: removeAddress, confirm: confirmAddress };
const SAID = { primary: say.primaryAddressChanged, remove: say.addressRemoved, confirm: say.addressIsConfirmed };

/**
 * Makes an email address a person's first one (`primary`), removes it (`remove`), confirms it (`confirm`), or mails it a link
 * to confirm it (`send`).
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const id = UserId.safeParse(params.id);
  if (!id.success || !maySeePerson(viewer, id.data)) throw pageNotFound(request);
  const form = await readForm(request);
  const back = backTo(textOf(form, "back"), id.data);
  if (form.has("send")) return sendLink(viewer, id.data, storableText(textOf(form, "send")), back);
  const verb = (["primary", "remove", "confirm"] as const).find((name) => form.has(name));
  if (!verb) throw badRequest(INCOMPLETE_FORM);

  const key = storableText(textOf(form, verb));
  const done = await CHANGES[verb](db, viewer, id.data, key, Date.now());
  if (done.ok) {
    const { undo } = done;
    const post = undo?.name === "email" ? back : `${back}/changes`;
    return redirect(
      back,
      await withToast("success", SAID[verb], undo ? { action: { label: say.undo, post, ...undo } } : {}),
    );
  }
  if (done.why === "not_allowed") throw forbidden();
  if (done.why === "no_such_person") throw pageNotFound(request);
  return redirect(back, await withToast("info", ADDRESS_REFUSALS[done.why]));
}

const backTo = (page: string, id: number) =>
  page === "profile" ? "/settings/profile" : page === "person" ? `/users/${id}` : `/users/${id}/addresses`;

async function sendLink(viewer: Viewer, id: number, key: string, back: string) {
  const sent = await sendConfirmation(db, viewer, id, key, Date.now());
  if (sent.ok) return redirect(back, await withToast("success", say.confirmationSentTo(sent.sentTo)));
  if (sent.why === "not_allowed") throw forbidden();
  const why = sent.why === "cant_send" ? say.confirmationCantBeSent : ADDRESS_REFUSALS.no_such_address;
  return redirect(back, await withToast("info", why));
}
