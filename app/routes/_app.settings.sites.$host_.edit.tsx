import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import * as say from "~/features/branding/branding-copy";
import { titled } from "~/features/branding/page-title";
import { SiteForm, sitePlace } from "~/features/branding/site-form";
import { SiteForm as SentForm } from "~/features/branding/site-schema";
import { readSite } from "~/features/branding/sites.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { pageNotFound } from "~/http/error-responses.server";
import { formKey } from "~/lib/form-key.server";
import { saveSiteAction } from "~/routes/_app.settings.sites._index/site-actions.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export const uploads = true;

export const meta: MetaFunction<typeof loader> = ({ data, matches, error, location }) => {
  const isSetup = new URLSearchParams(location.search).has("setup");
  return titled(isSetup ? say.nameAndLogo : (data?.site.host ?? say.site), matches, error);
};

async function siteAt(args: Pick<LoaderFunctionArgs, "params" | "request" | "context">) {
  const viewer = requireViewer(args.context, maySetUpDesk);
  const site = await readSite(db, args.params.host ?? "");
  if (!site) throw pageNotFound(args.request);
  return { viewer, site };
}

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, site } = await siteAt(args);
  return { site, requestKey: formKey(viewer.id) };
}

export async function action(args: ActionFunctionArgs) {
  const { site } = await siteAt(args);
  return saveSiteAction(
    args,
    SentForm.transform((sent) => ({ ...sent, host: site.host })),
  );
}

export const clientLoader = fromPayload("routes/_app.settings.sites.$host_.edit");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function SitePage() {
  const { site, requestKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const place = sitePlace(useSearchParams()[0].has("setup"), site.host);
  return (
    <>
      <PageHeader up={place.up} title={place.title}>
        {site.version > 0 && (
          <form method="post" action={`/settings/sites/${encodeURIComponent(site.host)}/removal`}>
            <input type="hidden" name="version" value={site.version} />
            <Button look="danger">{say.resetSite}</Button>
          </form>
        )}
      </PageHeader>
      <SiteForm
        site={site}
        requestKey={requestKey}
        refusal={answer?.refusal}
        preview={answer?.preview ?? null}
        cancel={place.up.href}
      />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
