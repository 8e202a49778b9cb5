import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { siteHref } from "~/features/branding/branding";
import * as say from "~/features/branding/branding-copy";
import { titled } from "~/features/branding/page-title";
import { listSites } from "~/features/branding/sites.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { PageHeader, SETTINGS } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.sites, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  requireViewer(args.context, maySetUpDesk);
  return { sites: await listSites(db) };
}

export const clientLoader = fromPayload("routes/_app.settings.sites._index");

export default function SitesPage() {
  const { sites } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader up={SETTINGS} title={say.sites} lead={say.aboutSites}>
        <ButtonLink icon="new" href="/settings/sites/new">
          {say.addSite}
        </ButtonLink>
      </PageHeader>
      <table className="table teams" aria-label={say.sites} data-prefetch="intent">
        <thead>
          <tr>
            <th scope="col">{say.host}</th>
            <th scope="col">{say.name}</th>
            <th scope="col">{say.colour}</th>
            <th scope="col">{say.logo}</th>
          </tr>
        </thead>
        <tbody>
          {sites.map(({ host, usual, name, colour, logo }) => (
            <tr key={host}>
              <th scope="row">
                <a className="row-link" href={siteHref(host)}>
                  {host}
                </a>
              </th>
              <td data-label={say.name}>{name || usual || say.none}</td>
              <td data-label={say.colour}>{colour || say.orange}</td>
              <td data-label={say.logo}>{logo ? say.customLogo : say.none}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
