import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { AddressFieldset } from "~/features/mail/addresses/address-form";
import { AddressHealth } from "~/features/mail/addresses/address-health";
import { addressHref, setupTestHref } from "~/features/mail/addresses/address-hrefs";
import {
  ADDRESS_FIELDS,
  ADDRESS_LABELS,
  type AddressFields,
  addressValue,
  SECRET_LABELS,
} from "~/features/mail/addresses/addresses";
import * as say from "~/features/mail/addresses/addresses-copy";
import { ConsentPart } from "~/features/mail/addresses/consent-part";
import { HttpDelivery } from "~/features/mail/addresses/http-delivery";
import { editAddress, renewHttpSecret } from "~/features/mail/addresses/mail-address-changes.server";
import { AddressBaseline, AddressForm } from "~/features/mail/addresses/mail-address-schema";
import { addressChoices, type ReadAddress } from "~/features/mail/addresses/mail-addresses.server";
import { conflictErrors, readBaseline } from "~/features/records/change-records.server";
import { Baseline, RecordForm } from "~/features/records/record-form";
import { badRequest } from "~/http/error-responses.server";
import { readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import type { Refusal } from "~/lib/refusal";
import {
  addressAsked,
  deliveryUrl,
  ownSite,
  parseAddress,
  redirectUri,
  refusedForm,
} from "~/routes/_app.settings.addresses._index/address-request.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader, SectionHeader } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.address.fields.address ?? say.emailAddress, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { address } = await addressAsked(args);
  const url = address.httpKey === null ? null : deliveryUrl(args.request, address.httpKey);
  const choices = await addressChoices(db, address.fields.team);
  const shown = { redirectUri: redirectUri(args.request), ownSite: ownSite(args.request) };
  return { address, url, ...choices, ...shown, now: Date.now() };
}

/** A refused form, the address as others saved it meanwhile, or a secret to show once. */
type Answer = { refusal: Refusal | null; current: AddressFields | null; secret: string | null };

const answer = (status: number, parts: Partial<Answer>) =>
  data<Answer>({ refusal: null, current: null, secret: null, ...parts }, { status });

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { viewer, address } = await addressAsked(args);
  const { id } = address;
  const form = await readForm(request);
  if (form.get("form") === "secret") {
    const renewed = await renewHttpSecret(db, viewer, id, Date.now());
    return renewed.ok
      ? answer(200, { secret: renewed.secret })
      : answer(422, { refusal: refusedForm(request, form, renewed) });
  }

  const was = readBaseline(form, AddressBaseline, ADDRESS_FIELDS);
  if (!was) throw badRequest(INCOMPLETE_FORM);
  const parsed = await parseAddress(form, AddressForm, id);
  if (!parsed.ok) return answer(422, { refusal: parsed.refusal });
  const { imapPassword, smtpPassword, clientSecret, ...mine } = parsed.value;
  const typed = { imapPassword, smtpPassword, clientSecret };
  const edited = await editAddress(db, viewer, id, { was, mine, typed }, Date.now());
  if (edited.ok) {
    if (edited.httpSecret !== null) return answer(200, { secret: edited.httpSecret });
    const toast = edited.paused
      ? withToast("warning", say.addressSavedPaused(mine.address))
      : withToast("success", say.addressSaved(mine.address));
    return redirect(edited.paused ? addressHref(id) : "/settings/addresses", await toast);
  }
  if (edited.why !== "conflict") return answer(422, { refusal: refusedForm(request, form, edited) });
  const { teams } = await addressChoices(db, edited.current.team);
  const names = new Map(teams.map((team) => [team.id, team.name]));
  const shown = (field: keyof AddressFields, fields: AddressFields) => addressValue(field, fields, names);
  const refusal = refuse(form, conflictErrors(edited, shown, say.currentValue), [say.changedMeanwhile]);
  return answer(409, { refusal, current: edited.current });
}

export const clientLoader = fromPayload("routes/_app.settings.addresses.$id_.edit");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

const LABELS: Record<string, string> = { ...ADDRESS_LABELS, ...SECRET_LABELS };

export default function AddressPage() {
  const { address, url, teams, sites, ownSite, redirectUri, now } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>() as Answer | undefined;
  const refusal = answered?.refusal;
  const secret = answered?.secret ?? null;
  return (
    <>
      <PageHeader up={{ href: "/settings/addresses", label: say.emailAddresses }} title={address.fields.address}>
        <PauseButton address={address} />
      </PageHeader>
      <div className="settings-part">
        <StateNotice address={address} now={now} />
        {secret !== null && (
          <Notice kind="success" answers={secret}>
            {say.secretMade}
          </Notice>
        )}
        <ConsentPart address={address} now={now} />
        <section aria-labelledby="test">
          <SectionHeader title={say.setupTest} id="test" />
          <form method="post" action={setupTestHref(address.id)} className="form">
            <p>{say.setupTestHint}</p>
            <div className="buttons">
              <Button>{say.sendTest}</Button>
            </div>
          </form>
        </section>
        {url !== null && (
          <section aria-labelledby="http">
            <SectionHeader title={say.deliverByHttp} id="http" />
            <HttpDelivery url={url} secret={secret} />
            <PageForm className="form" aria-label={say.createNewSecret}>
              <input type="hidden" name="form" value="secret" />
              <p>{say.newSecretHint}</p>
              <div className="buttons">
                <Button>{say.createNewSecret}</Button>
              </div>
            </PageForm>
          </section>
        )}
        <RecordForm
          key={JSON.stringify(address.fields)}
          className="form mail-form"
          aria-label={say.emailAddress}
          submit={say.saveAddress}
          cancel="/settings/addresses"
        >
          <FormErrors refusal={refusal} labelOf={(name) => LABELS[name]} />
          <Baseline fields={address.fields} answered={refusal && answered ? { ...answered, refusal } : null} />
          <AddressFieldset
            fields={address.fields}
            saved={address.saved}
            teams={teams}
            sites={sites}
            ownSite={ownSite}
            redirectUri={redirectUri}
            refusal={refusal}
          />
        </RecordForm>
        <Sending address={address} />
        <form method="post" action={`/settings/addresses/${address.id}/removal`}>
          <input type="hidden" name="version" value={address.version} />
          <Button look="danger">{say.remove}</Button>
        </form>
      </div>
    </>
  );
}

function PauseButton({ address: { id, health } }: { address: ReadAddress }) {
  const isPaused = health.state === "paused";
  return (
    <form method="post" action={`/settings/addresses/${id}/state`}>
      <Button look={isPaused ? "primary" : "plain"} name="paused" value={isPaused ? "no" : "yes"}>
        {isPaused ? say.resume : say.pause}
      </Button>
    </form>
  );
}

function StateNotice({ address: { health }, now }: { address: ReadAddress; now: number }) {
  if (health.state === "working" || health.state === "unused") return null;
  return (
    <Notice kind={health.state === "paused" ? "warning" : "error"}>
      <AddressHealth health={health} now={now} />
      {health.state === "paused" && <p>{say.resumeToUse}</p>}
    </Notice>
  );
}

const Sending = ({ address: { id, isSender } }: { address: ReadAddress }) => (
  <section aria-labelledby="sending">
    <SectionHeader title={say.teamsSendingAddress} id="sending" />
    {isSender ? (
      <p>{say.isSender}</p>
    ) : (
      <form method="post" action={`/settings/addresses/${id}/sender`} className="form" data-keeps-scroll>
        <p>{say.makeSenderHint}</p>
        <div className="buttons">
          <Button>{say.makeSendingAddress}</Button>
        </div>
      </form>
    )}
  </section>
);

export { RouteError as ErrorBoundary } from "~/ui/route-error";
