import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/features/auth/require-viewer.server";
import * as say from "~/features/branding/branding-copy";
import { titled } from "~/features/branding/page-title";
import { SiteForm } from "~/features/branding/site-form";
import { NewSiteForm } from "~/features/branding/site-schema";
import { maySetUpDesk } from "~/features/users/user-policy";
import { formKey } from "~/lib/form-key.server";
import { saveSiteAction } from "~/routes/_app.settings.sites._index/site-actions.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { PageHeader, SettingsTrail } from "~/ui/page-header";

export const uploads = true;

export const meta: MetaFunction = ({ matches, error }) => titled(say.newSite, matches, error);

export const loader = (args: LoaderFunctionArgs) => ({
  requestKey: formKey(requireViewer(args.context, maySetUpDesk).id),
});

export const action = (args: ActionFunctionArgs) => saveSiteAction(args, NewSiteForm);

export const clientLoader = fromPayload("routes/_app.settings.sites.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

const NEW_SITE = { isNew: true, name: "", colour: "", usual: null, logo: null, version: 0 };

export default function NewSitePage() {
  const { requestKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <SettingsTrail places={[{ href: "/settings/sites", label: say.sites }]} />
      <PageHeader title={say.newSite} />
      <SiteForm site={NEW_SITE} requestKey={requestKey} refusal={answer?.refusal} preview={answer?.preview ?? null} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
