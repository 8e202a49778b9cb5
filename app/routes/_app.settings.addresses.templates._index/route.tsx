import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { listSites } from "~/features/branding/sites.server";
import * as addresses from "~/features/mail/addresses/addresses-copy";
import { templateHref } from "~/features/mail/templates/mail-templates";
import { type ListedTemplate, listTemplates } from "~/features/mail/templates/mail-templates.server";
import * as say from "~/features/mail/templates/templates-copy";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { PageHeader } from "~/ui/page-header";
import { requireSite } from "./template-request.server";

function stateOf({ kind, days, version, isInherited }: ListedTemplate, host: string): string {
  const text = version > 0 ? say.isCustom : isInherited && host !== "" ? say.isAsEverySite : say.isDefault;
  if (kind !== "reminder") return text;
  return days === 0 ? say.off : say.withState(say.afterDays(days), text);
}

export const meta: MetaFunction = ({ matches, error }) => titled(say.templates, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { host } = await requireSite({ request, context });
  const sites = (await listSites(db)).map((site) => site.host);
  return { templates: await listTemplates(db, host), host, sites };
}

export const clientLoader = fromPayload("routes/_app.settings.addresses.templates._index");

export default function TemplatesPage() {
  const { templates, host, sites } = useLoaderData<typeof loader>();
  const choices = [{ value: "", label: say.everySite }, ...sites.map((site) => ({ value: site, label: site }))];
  return (
    <>
      <PageHeader
        up={{ href: "/settings/addresses", label: addresses.emailAddresses }}
        title={say.templates}
        lead={say.aboutTemplates}
      />
      <form className="field-line" method="get" aria-label={say.site}>
        <SelectField key={host} label={say.site} name="site" defaultValue={host} choices={choices} refusal={null} />
        <Button>{say.show}</Button>
      </form>
      <table className="table teams" aria-label={say.templates} data-prefetch="intent">
        <thead>
          <tr>
            <th scope="col">{say.template}</th>
            <th scope="col">{say.state}</th>
            <th scope="col">{say.use}</th>
          </tr>
        </thead>
        <tbody>
          {templates.map((template) => (
            <tr key={template.kind}>
              <th scope="row">
                <a className="row-link" href={templateHref(template.kind, host)}>
                  {say.kinds[template.kind]}
                </a>
              </th>
              <td data-label={say.state}>{stateOf(template, host)}</td>
              <td data-label={say.use}>{say.about[template.kind]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
