import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { AddressHealth } from "~/features/mail/addresses/address-health";
import { addressHref } from "~/features/mail/addresses/address-hrefs";
import * as say from "~/features/mail/addresses/addresses-copy";
import { countQuarantined, type ListedAddress, listAddresses } from "~/features/mail/addresses/mail-addresses.server";
import { templatesHref } from "~/features/mail/templates/mail-templates";
import { templates } from "~/features/mail/templates/templates-copy";
import { formatCount } from "~/features/records/capped-count";
import { maySetUpDesk } from "~/features/users/user-policy";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader, SETTINGS } from "~/ui/page-header";
import { Time } from "~/ui/time";

function AddressTable({ addresses, now }: { addresses: readonly ListedAddress[]; now: number }) {
  return (
    <table className="table teams addresses" aria-label={say.emailAddresses} data-prefetch="intent">
      <thead>
        <tr>
          <th scope="col">{say.address}</th>
          <th scope="col">{say.team}</th>
          <th scope="col">{say.state}</th>
          <th scope="col">{say.lastSuccess}</th>
          <th scope="col">{say.oldestUnprocessed}</th>
        </tr>
      </thead>
      <tbody>
        {addresses.map(({ id, address, team, isSender, health, succeededAt, oldest }) => (
          <tr key={id}>
            <th scope="row">
              <a className="row-link" href={addressHref(id)}>
                {address}
              </a>
              {isSender && <span className="mark">{say.teamsSendingAddress}</span>}
            </th>
            <td data-label={say.team}>{team}</td>
            <td>
              <AddressHealth health={health} now={now} />
            </td>
            <td data-label={say.lastSuccess}>
              {succeededAt === null ? say.never : <Time at={succeededAt} now={now} />}
            </td>
            <td data-label={say.oldestUnprocessed}>{oldest === null ? say.nothing : <Time at={oldest} now={now} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const meta: MetaFunction = ({ matches, error }) => titled(say.emailAddresses, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  return { addresses: await listAddresses(db), quarantined: await countQuarantined(db), now: Date.now() };
}

export const clientLoader = fromPayload("routes/_app.settings.addresses._index");

export default function AddressesPage() {
  const { addresses, quarantined, now } = useLoaderData<typeof loader>();
  const isEmpty = addresses.length === 0;
  const add = (
    <ButtonLink look={isEmpty ? "primary" : "plain"} icon="new" href="/settings/addresses/new">
      {say.addAddress}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader up={SETTINGS} title={say.emailAddresses} lead={say.aboutAddresses}>
        <ButtonLink look="quiet" href={templatesHref()}>
          {templates}
        </ButtonLink>
        <ButtonLink look="quiet" href="/settings/addresses/log">
          {say.log}
        </ButtonLink>
        <ButtonLink look="quiet" href="/settings/addresses/quarantine">
          {say.quarantine}
          {quarantined > 0 && <span className="mark">{say.waiting(formatCount(quarantined))}</span>}
        </ButtonLink>
        {!isEmpty && add}
      </PageHeader>
      {isEmpty ? (
        <EmptyState title={say.noAddresses} action={add}>
          {say.noAddressesHint}
        </EmptyState>
      ) : (
        <AddressTable addresses={addresses} now={now} />
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
