import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { ADDRESS_LIMITS } from "~/features/mail/addresses/addresses";
import * as say from "~/features/mail/addresses/addresses-copy";
import type { AddressRefusal } from "~/features/mail/addresses/mail-address-changes.server";
import { readAddress } from "~/features/mail/addresses/mail-addresses.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { refuse } from "~/http/form.server";
import { authOrigin } from "~/http/origin.server";
import type { Refusal } from "~/lib/refusal";
import { settings } from "~/lib/settings.server";

/* Shared by the pages of email addresses. */

/** The address in the URL, for an admin. Throws 403 or 404. */
export async function addressAsked({ request, params, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const address = await readAddress(db, requireId({ request, params }));
  if (!address) throw pageNotFound(request);
  return { viewer, address };
}

/** Where messages for this address are posted. */
export const deliveryUrl = (request: Request, key: string) =>
  `${authOrigin(request, settings()) ?? new URL(request.url).origin}/api/mail/${key}`;

/** A form that can be corrected. Throws 403 or 404 for one that can't. */
export function refusedForm(request: Request, form: FormData, refused: AddressRefusal): Refusal {
  switch (refused.why) {
    case "wrong":
      return refuse(form, refused.errors);
    case "too_many":
      return refuse(form, {}, [say.tooManyAddresses(ADDRESS_LIMITS.addresses)]);
    case "not_allowed":
      throw forbidden();
    case "no_such_address":
      throw pageNotFound(request);
  }
}
