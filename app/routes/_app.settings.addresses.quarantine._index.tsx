import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import * as sayOfAddresses from "~/features/mail/addresses/addresses-copy";
import * as say from "~/features/mail/log/log-copy";
import { LOG_HREF, QUARANTINE_HREF, quarantineHref, readPlace } from "~/features/mail/log/mail-log";
import { readQuarantine } from "~/features/mail/log/mail-log.server";
import { QuarantineList } from "~/features/mail/log/quarantine-list";
import { maySetUpDesk } from "~/features/users/user-policy";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";

export const meta: MetaFunction = ({ matches, error }) => titled(say.quarantine, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const place = readPlace(new URL(request.url).searchParams);
  const { mail, previous, next } = await readQuarantine(db, place);
  return {
    mail,
    here: quarantineHref(place).slice(QUARANTINE_HREF.length),
    previous: previous === null ? null : quarantineHref({ after: previous }),
    next: next === null ? null : quarantineHref({ before: next }),
    now: Date.now(),
  };
}

export const clientLoader = fromPayload("routes/_app.settings.addresses.quarantine._index");

export default function QuarantinePage() {
  const { mail, here, previous, next, now } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        up={{ href: "/settings/addresses", label: sayOfAddresses.emailAddresses }}
        title={say.quarantine}
        lead={say.aboutQuarantine}
      >
        <ButtonLink look="quiet" href={LOG_HREF}>
          {say.emailLog}
        </ButtonLink>
      </PageHeader>
      {mail.length > 0 ? (
        <QuarantineList mail={mail} back={here} now={now} />
      ) : (
        <EmptyState title={say.nothingWaits}>{say.nothingWaitsHint}</EmptyState>
      )}
      <Pagination previous={previous} next={next} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
