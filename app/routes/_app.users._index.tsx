import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type SqlBool, sql } from "kysely";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { compilePeopleQuery, inState } from "~/features/search/people-query.server";
import { type ListedPerson, listPeople } from "~/features/users/people-list.server";
import { parsePeopleUrl, peopleAddress } from "~/features/users/people-list-url";
import { mayListPeople } from "~/features/users/user-policy";
import { PERSON_STATE_NAMES, ROLE_NAMES, USER_LIMITS } from "~/features/users/users";
import * as say from "~/features/users/users-copy";
import { forbidden } from "~/http/error-responses.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { SelectField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Person } from "~/ui/person";
import { useRootData } from "~/ui/root-data";
import { SearchBox } from "~/ui/search-field";

function PeopleTable({ people }: { people: readonly ListedPerson[] }) {
  return (
    <table className="table people" aria-label={say.people} data-prefetch="intent">
      <thead>
        <tr>
          <th scope="col">{say.name}</th>
          <th scope="col">{say.email}</th>
          <th scope="col">{say.organization}</th>
          <th scope="col">{say.role}</th>
          <th scope="col">{say.state}</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, name, email, role, state, organization }) => (
          <tr key={id} className={state === "disabled" || state === "anonymised" ? "is-disabled" : undefined}>
            <th scope="row">
              <a className="row-link" href={`/users/${id}`}>
                <Person name={name} />
              </a>
            </th>
            <td className="person-email">{email}</td>
            <td className="person-organization">
              {organization && <a href={`/organizations/${organization.id}`}>{organization.name}</a>}
            </td>
            <td className="person-role">{ROLE_NAMES[role]}</td>
            <td className="person-state">{PERSON_STATE_NAMES[state]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const meta: MetaFunction = ({ matches, error }) => titled(say.people, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  if (!mayListPeople(viewer)) throw forbidden(say.listIsForAgents);
  const asked = parsePeopleUrl(new URL(request.url).searchParams);
  const now = Date.now();
  const { search, role, state } = asked;
  const filter = { search, role, state };
  const query = await compilePeopleQuery(db, viewer, search, now);
  if (!query.ok) {
    const nothing = { people: [], previous: null, next: null, notices: [] };
    return data({ filter, error: query.error.message, ...nothing }, { status: 422 });
  }
  const where = state ? sql<SqlBool>`(${query.where} and ${inState(state, now)})` : query.where;
  const { people, previous, next } = await listPeople(db, { where, role }, now, asked.position);
  return {
    filter,
    error: null,
    notices: query.notices.map(({ message }) => message),
    people,
    previous: previous && peopleAddress({ ...asked, position: { before: previous } }),
    next: next && peopleAddress({ ...asked, position: { after: next } }),
  };
}

export const clientLoader = fromPayload("routes/_app.users._index");

const choicesOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

export default function PeoplePage() {
  const invites = useRootData()?.session?.user.role === "admin";
  const { filter, error, notices, people, previous, next } = useLoaderData<typeof loader>();
  const isFiltered = filter.search.trim() !== "" || filter.role !== null || filter.state !== null;
  return (
    <>
      <PageHeader title={say.people}>
        <ButtonLink href="/organizations">{say.organizations}</ButtonLink>
        {invites && <ButtonLink href="/users/invite">{say.invitePeople}</ButtonLink>}
        <ButtonLink icon="new" href="/users/new">
          {say.addPerson}
        </ButtonLink>
      </PageHeader>
      <search>
        {error && (
          <div id="search-error">
            <Notice kind="error">{error}</Notice>
          </div>
        )}
        <form className="filters" action="/users">
          <SearchBox
            key={filter.search}
            id="search-people"
            label={say.searchPeople}
            name="q"
            maxLength={USER_LIMITS.search}
            defaultValue={filter.search}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "search-error" : undefined}
          />
          <SelectField
            key={`role ${filter.role}`}
            label={say.role}
            name="role"
            none={say.anyRole}
            choices={choicesOf(ROLE_NAMES)}
            defaultValue={filter.role ?? ""}
          />
          <SelectField
            key={`state ${filter.state}`}
            label={say.state}
            name="state"
            none={say.anyState}
            choices={choicesOf(PERSON_STATE_NAMES)}
            defaultValue={filter.state ?? ""}
          />
          <Button>{say.show}</Button>
          {isFiltered && (
            <ButtonLink look="quiet" href="/users">
              {say.clear}
            </ButtonLink>
          )}
        </form>
      </search>
      {notices.map((notice) => (
        <Notice key={notice}>{notice}</Notice>
      ))}
      {people.length > 0 && <PeopleTable people={people} />}
      {people.length === 0 && !error && (
        <EmptyState
          title={say.noPeopleFound}
          icon="people"
          action={<ButtonLink href="/users">{say.showAllPeople}</ButtonLink>}
        >
          {say.searchTip}
        </EmptyState>
      )}
      <Pagination previous={previous} next={next} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
