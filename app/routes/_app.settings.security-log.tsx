import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { logAddress, readLogAddress } from "~/features/security-log/log-address";
import { SECURITY_KINDS } from "~/features/security-log/security-kinds";
import { readSecurityLog } from "~/features/security-log/security-log.server";
import { SecurityTable } from "~/features/security-log/security-table";
import { personMeant } from "~/features/users/people-fields.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/refusals.server";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { SelectField, TextField } from "~/ui/field";
import { FURTHER_SHEET } from "~/ui/further-sheet";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { SettingsTrail } from "~/ui/settings-trail";

export const meta: MetaFunction = ({ matches, error }) => titled("Security log", matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!maySetUpDesk(viewerOf(context))) throw forbidden();
  const asked = readLogAddress(new URL(request.url).searchParams);
  const isNamed = asked.person.trim() !== "";
  const person = isNamed ? await personMeant(db, asked.person) : null;
  const wrong =
    isNamed && person === null ? "Nobody alone has this name. Enter a whole name or an e-mail address." : null;
  const { events, previous, next } = wrong
    ? { events: [], previous: null, next: null }
    : await readSecurityLog(db, { kind: asked.kind, person }, asked.place);
  return {
    ...{ kind: asked.kind, person: asked.person, wrong, events },
    previous: previous && logAddress({ ...asked, place: { after: previous } }),
    next: next && logAddress({ ...asked, place: { before: next } }),
    now: Date.now(),
  };
}

export const clientLoader = fromPayload("routes/_app.settings.security-log", FURTHER_SHEET);

export { furtherLinks as links } from "~/ui/further-sheet";

const KINDS = Object.entries(SECURITY_KINDS).map(([value, label]) => ({ value, label }));

export default function SecurityLogPage() {
  const { kind, person, wrong, events, previous, next, now } = useLoaderData<typeof loader>();
  const isFiltered = kind !== null || person !== "";
  return (
    <>
      <SettingsTrail />
      <PageHeader
        title="Security log"
        lead="Sign-ins, changes of accounts and teams, exported lists, and restricted tasks that admins opened. Kept for 400 days."
      />
      <search>
        <form className="filters" action="/settings/security-log">
          <SelectField
            key={`kind ${kind}`}
            label="What"
            name="kind"
            none="Anything"
            choices={KINDS}
            defaultValue={kind ?? ""}
          />
          <TextField
            key={`person ${person}`}
            label="Person"
            name="person"
            defaultValue={person}
            maxLength={400}
            autoComplete="off"
          />
          <Button>Show</Button>
          {isFiltered && (
            <ButtonLink look="quiet" href="/settings/security-log">
              Clear
            </ButtonLink>
          )}
        </form>
      </search>
      {events.length > 0 ? (
        <SecurityTable events={events} now={now} />
      ) : (
        <EmptyState title={wrong ? "It is not clear who that is" : "Nothing like that was written down"}>
          {wrong ? "Enter a whole name or an e-mail address." : "Take a choice away to see more of the log."}
        </EmptyState>
      )}
      <Pagination previous={previous} next={next} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
