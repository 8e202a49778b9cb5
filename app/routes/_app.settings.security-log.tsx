import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { logAddress, readLogAddress, SECURITY_KINDS } from "~/features/security-log/security-kinds";
import { type LoggedEvent, readSecurityLog } from "~/features/security-log/security-log.server";
import * as say from "~/features/security-log/security-log-copy";
import { findOnePerson } from "~/features/users/person-picker.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { SelectField, TextField } from "~/ui/field";
import { PageHeader, SETTINGS } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Time } from "~/ui/time";

function SecurityTable({ events, now }: { events: readonly LoggedEvent[]; now: number }) {
  return (
    <table className="table security-log" aria-label={say.securityLog}>
      <thead>
        <tr>
          <th scope="col">{say.event}</th>
          <th scope="col">{say.by}</th>
          <th scope="col">{say.about}</th>
          <th scope="col">{say.details}</th>
          <th scope="col">{say.when}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <th scope="row">{event.what}</th>
            <td>{event.actor && <a href={`/users/${event.actor.id}`}>{event.actor.name}</a>}</td>
            <td>
              <About {...event} />
            </td>
            <td className="security-details">
              {[
                ...event.details.map(([name, text]) => `${name}: ${text}`),
                ...(event.ip ? [say.fromAddress(event.ip)] : []),
              ].join("; ")}
            </td>
            <td>
              <Time at={event.at} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function About({ user, team, task }: Pick<LoggedEvent, "user" | "team" | "task">) {
  return (
    <>
      {user && <a href={`/users/${user.id}`}>{user.name}</a>}
      {user && team && ", "}
      {team && <a href={`/settings/teams/${team.id}`}>{team.name}</a>}
      {task !== null && <a href={`/tasks/${task}`}>#{task}</a>}
    </>
  );
}

export const meta: MetaFunction = ({ matches, error }) => titled(say.securityLog, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!maySetUpDesk(viewerOf(context))) throw forbidden();
  const asked = readLogAddress(new URL(request.url).searchParams);
  const isNamed = asked.person.trim() !== "";
  const person = isNamed ? await findOnePerson(db, asked.person) : null;
  const wrong = isNamed && person === null ? say.nameIsAmbiguous : null;
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

export const clientLoader = fromPayload("routes/_app.settings.security-log");

const KINDS = Object.entries(SECURITY_KINDS).map(([value, label]) => ({ value, label }));

export default function SecurityLogPage() {
  const { kind, person, wrong, events, previous, next, now } = useLoaderData<typeof loader>();
  const isFiltered = kind !== null || person !== "";
  return (
    <>
      <PageHeader up={SETTINGS} title={say.securityLog} lead={say.aboutSecurityLog} />
      <search>
        <form className="filters" action="/settings/security-log">
          <SelectField
            key={`kind ${kind}`}
            label={say.event}
            name="kind"
            none={say.anyEvent}
            choices={KINDS}
            defaultValue={kind ?? ""}
          />
          <TextField
            key={`person ${person}`}
            label={say.person}
            name="person"
            defaultValue={person}
            maxLength={400}
            autoComplete="off"
          />
          <Button>{say.show}</Button>
          {isFiltered && (
            <ButtonLink look="quiet" href="/settings/security-log">
              {say.clear}
            </ButtonLink>
          )}
        </form>
      </search>
      {events.length > 0 ? (
        <SecurityTable events={events} now={now} />
      ) : (
        <EmptyState title={wrong ? say.noSinglePerson : say.noMatchingEvents}>
          {wrong ? say.enterAFullName : say.removeAFilter}
        </EmptyState>
      )}
      <Pagination previous={previous} next={next} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
