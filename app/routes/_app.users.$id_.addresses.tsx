import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { canMailLinks } from "~/features/mail/links/account-mail.server";
import { addAddress, listAddresses } from "~/features/users/addresses.server";
import { AddAddressForm, AddressList } from "~/features/users/addresses-section";
import { ADDRESS_REFUSALS } from "~/features/users/user-errors";
import { mayConfirmAddresses, mayEditPerson, maySendConfirmation } from "~/features/users/user-policy";
import { AddressForm } from "~/features/users/user-schema";
import * as say from "~/features/users/users-copy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader } from "~/ui/page-header";
import { personAsked } from "./_app.users.$id/person-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? say.addressesOf(data.name) : say.addresses, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, person } = await personAsked(args, mayEditPerson);
  const { id, name } = person;
  const addresses = await listAddresses(db, id);
  const mayConfirm = mayConfirmAddresses(viewer, { id });
  const mailsLinks = maySendConfirmation(viewer, person, addresses) && (await canMailLinks(db));
  return { id, name, addresses, mayConfirm, mailsLinks };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer, person } = await personAsked(args, mayEditPerson);
  const { id } = person;
  const form = await readForm(args.request);
  const parsed = parseForm(form, AddressForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const added = await addAddress(db, viewer, id, parsed.value.email, Date.now());
  if (added.ok) return redirect(`/users/${id}/addresses`, await withToast("success", say.addressAdded));
  if (added.why === "not_allowed") throw forbidden();
  if (added.why === "no_such_person") throw pageNotFound(args.request);
  return data({ refusal: refuse(form, { email: [ADDRESS_REFUSALS[added.why]] }) }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.users.$id_.addresses");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function AddressesPage() {
  const { id, name, addresses, mayConfirm, mailsLinks } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={{ href: `/users/${id}`, label: name }} title={say.addressesOf(name)} lead={say.aboutAddresses} />
      <div className="settings-part">
        {addresses.length > 0 ? (
          <AddressList personId={id} addresses={addresses} mayConfirm={mayConfirm} mailsLinks={mailsLinks} />
        ) : (
          <EmptyState small title={say.noAddressesYet} />
        )}
        <AddAddressForm key={addresses.length} refusal={refusal} />
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
