import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { peopleAddress, readPeopleAddress } from "~/features/users/people-address";
import { listPeople } from "~/features/users/people-list.server";
import { PeopleTable } from "~/features/users/people-table";
import { mayListPeople } from "~/features/users/user-policy";
import { ROLE_NAMES, USER_LIMITS, USER_STATE_NAMES } from "~/features/users/user-words";
import { forbidden } from "~/http/refusals.server";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { SelectField } from "~/ui/field";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { SearchBox } from "~/ui/search-field";

export const meta: MetaFunction = ({ matches, error }) => titled("People", matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!mayListPeople(viewerOf(context))) throw forbidden("The list of people is for agents.");
  const asked = readPeopleAddress(new URL(request.url).searchParams);
  const { people, previous, next } = await listPeople(db, asked, asked.position);
  const { search, role, state } = asked;
  return {
    filter: { search, role, state },
    people,
    previous: previous && peopleAddress({ ...asked, position: { before: previous } }),
    next: next && peopleAddress({ ...asked, position: { after: next } }),
  };
}

export const clientLoader = fromPayload("routes/_app.users._index");

const choicesOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

export default function PeoplePage() {
  const { filter, people, previous, next } = useLoaderData<typeof loader>();
  const isFiltered = filter.search.trim() !== "" || filter.role !== null || filter.state !== null;
  return (
    <>
      <PageHeader title="People">
        <ButtonLink icon="new" href="/users/new">
          New person
        </ButtonLink>
      </PageHeader>
      <search>
        <form className="filters" action="/users">
          <SearchBox
            key={filter.search}
            id="search-people"
            label="Search people"
            name="q"
            maxLength={USER_LIMITS.search}
            defaultValue={filter.search}
          />
          <SelectField
            key={`role ${filter.role}`}
            label="Role"
            name="role"
            none="Any role"
            choices={choicesOf(ROLE_NAMES)}
            defaultValue={filter.role ?? ""}
          />
          <SelectField
            key={`state ${filter.state}`}
            label="State"
            name="state"
            none="Any state"
            choices={choicesOf(USER_STATE_NAMES)}
            defaultValue={filter.state ?? ""}
          />
          <Button>Show</Button>
          {isFiltered && (
            <ButtonLink look="quiet" href="/users">
              Clear
            </ButtonLink>
          )}
        </form>
      </search>
      {people.length > 0 ? (
        <PeopleTable people={people} />
      ) : (
        <EmptyState title="Nobody found" icon="people" action={<ButtonLink href="/users">Show everybody</ButtonLink>}>
          Words are compared with the beginnings of names and e-mail addresses.
        </EmptyState>
      )}
      <Pagination previous={previous} next={next} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
