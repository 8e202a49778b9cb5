import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { AddressFieldset } from "~/features/mail/addresses/address-form";
import { addressHref } from "~/features/mail/addresses/address-hrefs";
import { ADDRESS_LABELS, SECRET_LABELS } from "~/features/mail/addresses/addresses";
import * as say from "~/features/mail/addresses/addresses-copy";
import { HttpDelivery } from "~/features/mail/addresses/http-delivery";
import { createAddress } from "~/features/mail/addresses/mail-address-changes.server";
import { NewAddressForm } from "~/features/mail/addresses/mail-address-schema";
import { addressChoices, readAddress } from "~/features/mail/addresses/mail-addresses.server";
import { RecordForm } from "~/features/records/record-form";
import { maySetUpDesk } from "~/features/users/user-policy";
import { readForm, rejectOthersForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import {
  deliveryUrl,
  ownSite,
  parseAddress,
  redirectUri,
  refusedForm,
} from "~/routes/_app.settings.addresses._index/address-request.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { FormErrors, RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.newAddress, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const shown = { redirectUri: redirectUri(request), ownSite: ownSite(request), requestKey: formKey(viewer.id) };
  return { ...(await addressChoices(db)), ...shown };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = await parseAddress(form, NewAddressForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal, made: null }, { status: 422 });
  const { requestKey, imapPassword, smtpPassword, clientSecret, ...fields } = parsed.value;
  const typed = { imapPassword, smtpPassword, clientSecret };
  const made = await createAddress(db, viewer, { requestKey, fields, typed }, Date.now());
  if (!made.ok) return data({ refusal: refusedForm(request, form, made), made: null }, { status: 422 });

  if (made.httpSecret !== null) {
    // Shown in this response only: a redirect would have to keep the secret somewhere.
    const { httpKey } = (await readAddress(db, made.id)) ?? {};
    const shown = { ...{ id: made.id, address: fields.address, secret: made.httpSecret } };
    return data({ refusal: null, made: { ...shown, url: deliveryUrl(request, httpKey ?? "") } });
  }
  const isOpen = fields.smtpEncryption === "none" || (fields.way === "imap" && fields.imapEncryption === "none");
  const toast = isOpen
    ? withToast("warning", say.addressAddedUnencrypted(fields.address))
    : withToast("success", say.addressAdded(fields.address));
  return redirect(addressHref(made.id), await toast);
}

export const clientLoader = fromPayload("routes/_app.settings.addresses.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

const LABELS: Record<string, string> = { ...ADDRESS_LABELS, ...SECRET_LABELS };

export default function NewAddressPage() {
  const { teams, sites, ownSite, redirectUri, requestKey } = useLoaderData<typeof loader>();
  const isSetup = useSearchParams()[0].has("setup");
  const { refusal, made } = useActionData<typeof action>() ?? {};
  return (
    <>
      {made ? (
        <>
          <PageHeader up={{ href: "/settings/addresses", label: say.emailAddresses }} title={made.address} />
          <div className="form mail-delivery">
            <Notice kind="success" answers={made}>
              {say.addressAdded(made.address)}
            </Notice>
            <HttpDelivery url={made.url} secret={made.secret} />
            <div className="buttons">
              <ButtonLink href={addressHref(made.id)}>{say.done}</ButtonLink>
            </div>
          </div>
        </>
      ) : (
        <>
          <PageHeader up={{ href: "/settings/addresses", label: say.emailAddresses }} title={say.newAddress} />
          <RecordForm
            className="form mail-form"
            aria-label={say.emailAddress}
            submit={say.addAddress}
            cancel={isSetup ? "/" : "/settings/addresses"}
          >
            <FormErrors refusal={refusal} labelOf={(name) => LABELS[name]} />
            <RequestKeyField requestKey={requestKey} refusal={refusal} />
            <AddressFieldset
              teams={teams}
              sites={sites}
              ownSite={ownSite}
              redirectUri={redirectUri}
              refusal={refusal}
            />
          </RecordForm>
        </>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
