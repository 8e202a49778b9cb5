import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { type ListedOrganization, listOrganizations } from "~/features/organizations/organization-read.server";
import {
  ORGANIZATION_LIMITS,
  organizationsAddress,
  readOrganizationsAddress,
  SHARING_NAMES,
} from "~/features/organizations/organizations";
import * as say from "~/features/organizations/organizations-copy";
import { formatCount } from "~/features/records/capped-count";
import { mayManageOrganizations } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { SearchBox } from "~/ui/search-field";

const DOMAINS_SHOWN = 3;

function OrganizationTable({ organizations }: { organizations: readonly ListedOrganization[] }) {
  return (
    <table className="table organizations" aria-label={say.organizations} data-prefetch="intent">
      <thead>
        <tr>
          <th scope="col">{say.name}</th>
          <th scope="col">{say.emailDomains}</th>
          <th scope="col">{say.requestsSharedWith}</th>
          <th scope="col" className="number">
            {say.members}
          </th>
        </tr>
      </thead>
      <tbody>
        {organizations.map(({ id, name, domains, sharing, members }) => (
          <tr key={id}>
            <th scope="row">
              <a className="row-link" href={`/organizations/${id}`}>
                {name}
              </a>
            </th>
            <td>
              {domains.slice(0, DOMAINS_SHOWN).join(", ")}
              {domains.length > DOMAINS_SHOWN && ", …"}
            </td>
            <td data-label={say.requestsSharedWith}>{SHARING_NAMES[sharing]}</td>
            <td className="number" data-label={say.members}>
              {formatCount(members)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const meta: MetaFunction = ({ matches, error }) => titled(say.organizations, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!mayManageOrganizations(viewerOf(context))) throw forbidden(say.listIsForAgents);
  const asked = readOrganizationsAddress(new URL(request.url).searchParams);
  const { organizations, previous, next } = await listOrganizations(db, asked, asked.place);
  return {
    search: asked.search,
    organizations,
    previous: previous && organizationsAddress({ ...asked, place: { before: previous } }),
    next: next && organizationsAddress({ ...asked, place: { after: next } }),
  };
}

export const clientLoader = fromPayload("routes/_app.organizations._index");

export default function OrganizationsPage() {
  const { search, organizations, previous, next } = useLoaderData<typeof loader>();
  const create = (
    <ButtonLink icon="new" href="/organizations/new">
      {say.addOrganization}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader up={{ href: "/users", label: say.people }} title={say.organizations}>
        {create}
      </PageHeader>
      <search>
        <form className="filters" action="/organizations">
          <SearchBox
            key={search}
            id="search-organizations"
            label={say.search}
            name="q"
            maxLength={ORGANIZATION_LIMITS.search}
            autoComplete="off"
            defaultValue={search}
          />
          <Button>{say.show}</Button>
          {search && (
            <ButtonLink look="quiet" href="/organizations">
              {say.clear}
            </ButtonLink>
          )}
        </form>
      </search>
      {organizations.length > 0 ? (
        <OrganizationTable organizations={organizations} />
      ) : search ? (
        <EmptyState title={say.noOrganizationsFound} icon="people">
          {say.searchTip}
        </EmptyState>
      ) : (
        <EmptyState title={say.noOrganizationsYet} icon="people" action={create}>
          {say.aboutOrganizations}
        </EmptyState>
      )}
      <Pagination previous={previous} next={next} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
