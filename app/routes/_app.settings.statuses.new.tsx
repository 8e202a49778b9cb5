import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { NewEntryPage } from "~/features/catalogue/entry-pages";
import { NewStatusForm } from "~/features/catalogue/entry-schema";
import { StatusFieldset } from "~/features/catalogue/status-form";
import { NEW_STATUS } from "~/features/catalogue/statuses";
import { STATUSES } from "~/features/catalogue/statuses.server";
import { createEntryAction, newEntryKey } from "~/routes/_app.settings.statuses._index/entry-handlers.server";
import { fromPayload } from "~/shell/payload-client-loader";

export const meta: MetaFunction = ({ matches, error }) => titled(say.newEntry.statuses, matches, error);

export const loader = (args: LoaderFunctionArgs) => ({ requestKey: newEntryKey(args) });

export const action = (args: ActionFunctionArgs) => createEntryAction(args, STATUSES, { schema: NewStatusForm });

export const clientLoader = fromPayload("routes/_app.settings.statuses.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewStatusPage() {
  const { requestKey } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <NewEntryPage section="statuses" requestKey={requestKey} refusal={refusal}>
      <StatusFieldset fields={NEW_STATUS} isNew refusal={refusal} />
    </NewEntryPage>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
