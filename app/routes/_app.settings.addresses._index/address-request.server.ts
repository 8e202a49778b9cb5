import type { LoaderFunctionArgs } from "@remix-run/node";
import type * as z from "zod/v4";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { siteOf } from "~/features/branding/sites.server";
import { ADDRESS_LIMITS, type AddressFields, type TypedSecrets } from "~/features/mail/addresses/addresses";
import * as say from "~/features/mail/addresses/addresses-copy";
import { consentRedirect } from "~/features/mail/addresses/consent.server";
import { type AddressRefusal, addressErrors } from "~/features/mail/addresses/mail-address-changes.server";
import { readAddress } from "~/features/mail/addresses/mail-addresses.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { type Parsed, parseForm, refuse } from "~/http/form.server";
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
export const deliveryUrl = (request: Request, key: string) => `${originFor(request)}/api/mail/${key}`;

/** Values for fields that are wrong, so that the others can be checked too. */
const STAND_INS: Record<string, string> = {
  ...{ address: "stand-in@example.org", imapServer: "localhost", smtpServer: "localhost" },
  ...{ imapEncryption: "tls", smtpEncryption: "tls", clientId: "stand-in", tenant: "stand-in" },
};

/** Parses the form. A refusal has all errors, including conflicts with the desk's other data. */
export async function parseAddress<T extends AddressFields & TypedSecrets>(
  form: FormData,
  schema: z.ZodType<T>,
  id?: number,
): Promise<Parsed<T>> {
  const first = parseForm(form, schema);
  if (first.ok) return first;
  const { refusal } = first;
  const rest = new FormData();
  for (const [name, value] of form) rest.append(name, value);
  let parsed: Parsed<T> = first;
  for (let turn = 0; turn < 3 && !parsed.ok; turn++) {
    refusal.errors = { ...parsed.refusal.errors, ...refusal.errors };
    for (const field of Object.keys(parsed.refusal.errors)) {
      const value = STAND_INS[field];
      if (value === undefined) rest.delete(field);
      else rest.set(field, value);
    }
    parsed = parseForm(rest, schema);
  }
  if (!parsed.ok) return first;
  const { imapPassword, smtpPassword, clientSecret, ...fields } = parsed.value;
  const found = await addressErrors(db, fields, { imapPassword, smtpPassword, clientSecret }, id);
  return { ok: false, refusal: { ...refusal, errors: { ...found, ...refusal.errors } } };
}

/** Where a provider sends an admin back to. */
export const redirectUri = (request: Request) => consentRedirect(originFor(request));

export const originFor = (request: Request) => authOrigin(request, settings()) ?? new URL(request.url).origin;

/** Name of the site that an address without one uses. */
export const ownSite = (request: Request) => siteOf(new URL(originFor(request)).host).name;

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
