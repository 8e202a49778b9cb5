import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import * as sayOfAddresses from "~/features/mail/addresses/addresses-copy";
import * as say from "~/features/mail/log/log-copy";
import { LOG_HREF, logHref, QUARANTINE_HREF, readLogUrl } from "~/features/mail/log/mail-log";
import { loggedAddresses, readMailLog } from "~/features/mail/log/mail-log.server";
import { MailLogTable } from "~/features/mail/log/mail-log-table";
import { maySetUpDesk } from "~/features/users/user-policy";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { SelectField, TextField } from "~/ui/field";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";

export const meta: MetaFunction = ({ matches, error }) => titled(say.emailLog, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const { place, ...filter } = readLogUrl(new URL(request.url).searchParams);
  const { mail, previous, next } = await readMailLog(db, filter, place);
  return {
    ...{ filter, mail, addresses: await loggedAddresses(db) },
    here: logHref(filter, place).slice(LOG_HREF.length),
    previous: previous === null ? null : logHref(filter, { after: previous }),
    next: next === null ? null : logHref(filter, { before: next }),
    now: Date.now(),
  };
}

export const clientLoader = fromPayload("routes/_app.settings.addresses.log._index");

const OUTCOMES = Object.entries(say.outcomes).map(([value, label]) => ({ value, label }));

export default function MailLogPage() {
  const { filter, mail, addresses, here, previous, next, now } = useLoaderData<typeof loader>();
  const { outcome, address, sender } = filter;
  const isFiltered = outcome !== null || address !== null || sender !== "";
  return (
    <>
      <PageHeader
        up={{ href: "/settings/addresses", label: sayOfAddresses.emailAddresses }}
        title={say.emailLog}
        lead={say.aboutLog}
      >
        <ButtonLink look="quiet" href={QUARANTINE_HREF}>
          {say.quarantine}
        </ButtonLink>
      </PageHeader>
      <search>
        <form className="filters" action={LOG_HREF}>
          <SelectField
            key={`outcome ${outcome}`}
            label={say.outcome}
            name="outcome"
            none={say.anyOutcome}
            choices={OUTCOMES}
            defaultValue={outcome ?? ""}
          />
          <SelectField
            key={`address ${address}`}
            label={say.address}
            name="address"
            none={say.anyAddress}
            choices={addresses.map((one) => ({ value: one.id, label: one.address }))}
            defaultValue={address ?? ""}
          />
          <TextField
            key={`sender ${sender}`}
            label={say.sender}
            name="sender"
            defaultValue={sender}
            maxLength={200}
            autoComplete="off"
          />
          <Button>{say.filter}</Button>
          {isFiltered && (
            <ButtonLink look="quiet" href={LOG_HREF}>
              {say.clear}
            </ButtonLink>
          )}
        </form>
      </search>
      {mail.length > 0 ? (
        <MailLogTable mail={mail} back={here} now={now} />
      ) : (
        <EmptyState title={isFiltered ? say.noMatchingMail : say.noMail}>
          {isFiltered ? say.removeAFilter : say.noMailHint}
        </EmptyState>
      )}
      <Pagination previous={previous} next={next} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
