import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { requireViewer } from "~/features/auth/require-viewer.server";
import * as say from "~/features/branding/branding-copy";
import { titled } from "~/features/branding/page-title";
import { SiteForm, sitePlace } from "~/features/branding/site-form";
import { NewSiteForm } from "~/features/branding/site-schema";
import { maySetUpDesk } from "~/features/users/user-policy";
import { formKey } from "~/lib/form-key.server";
import { saveSiteAction } from "~/routes/_app.settings.sites._index/site-actions.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { PageHeader } from "~/ui/page-header";

export const uploads = true;

export const meta: MetaFunction = ({ matches, error }) => titled(say.newSite, matches, error);

export const loader = ({ request, context }: LoaderFunctionArgs) => ({
  requestKey: formKey(requireViewer(context, maySetUpDesk).id),
  host: (new URL(request.url).searchParams.get("host") ?? "").slice(0, 300),
});

export const action = (args: ActionFunctionArgs) => saveSiteAction(args, NewSiteForm);

export const clientLoader = fromPayload("routes/_app.settings.sites.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

const NEW_SITE = { isNew: true, name: "", colour: "", usual: null, logo: null, version: 0 };

export default function NewSitePage() {
  const { requestKey, host } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const place = sitePlace(useSearchParams()[0].has("setup"), say.newSite);
  return (
    <>
      <PageHeader up={place.up} title={place.title} />
      <SiteForm
        site={{ ...NEW_SITE, host }}
        requestKey={requestKey}
        refusal={answer?.refusal}
        preview={answer?.preview ?? null}
        cancel={place.up.href}
      />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
