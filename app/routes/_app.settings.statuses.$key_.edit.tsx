import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { EditEntryPage } from "~/features/catalogue/entry-pages";
import { StatusForm } from "~/features/catalogue/entry-schema";
import { StatusFieldset } from "~/features/catalogue/status-form";
import type { StatusFields } from "~/features/catalogue/statuses";
import { STATUSES } from "~/features/catalogue/statuses.server";
import {
  type EntryAnswer,
  editEntryAction,
  loadEntry,
} from "~/routes/_app.settings.statuses._index/entry-handlers.server";
import { fromPayload } from "~/shell/payload-client-loader";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.entry.fields.name ?? say.entry.statuses, matches, error);

export const loader = (args: LoaderFunctionArgs) => loadEntry(args, STATUSES);

export const action = (args: ActionFunctionArgs) => editEntryAction(args, STATUSES, { schema: StatusForm });

export const clientLoader = fromPayload("routes/_app.settings.statuses.$key_.edit");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function StatusPage() {
  const { entry, needed, used } = useLoaderData<typeof loader>();
  const answered = useActionData() as EntryAnswer<StatusFields> | undefined;
  return (
    <EditEntryPage section="statuses" {...{ entry, needed, used, answered }} name={entry.fields.name}>
      <StatusFieldset fields={entry.fields} refusal={answered?.refusal} />
    </EditEntryPage>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
