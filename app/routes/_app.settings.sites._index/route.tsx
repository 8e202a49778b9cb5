import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { siteHref } from "~/features/branding/site-words";
import { listSites } from "~/features/branding/sites.server";
import { fromPayload } from "~/shell/from-payload";
import { ButtonLink } from "~/ui/button";
import { FURTHER_SHEET } from "~/ui/further-sheet";
import { PageHeader } from "~/ui/page-header";
import { SettingsTrail } from "~/ui/settings-trail";
import { admin } from "./site-answers.server";

export const meta: MetaFunction = ({ matches, error }) => titled("Sites", matches, error);

export async function loader(args: LoaderFunctionArgs) {
  admin(args);
  return { sites: await listSites(db) };
}

export const clientLoader = fromPayload("routes/_app.settings.sites._index", FURTHER_SHEET);

export { furtherLinks as links } from "~/ui/further-sheet";

export default function SitesPage() {
  const { sites } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsTrail />
      <PageHeader title="Sites" lead="How the desk is called and looks, by the host in its address.">
        <ButtonLink icon="new" href="/settings/sites/new">
          New site
        </ButtonLink>
      </PageHeader>
      <table className="table teams" aria-label="Sites" data-prefetch="intent">
        <thead>
          <tr>
            <th scope="col">Host</th>
            <th scope="col">Name</th>
            <th scope="col">Colour</th>
            <th scope="col">Logo</th>
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
              <td data-label="Name">{name || usual || "None"}</td>
              <td data-label="Colour">{colour || "Orange"}</td>
              <td data-label="Logo">{logo ? "Its own" : "None"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
