import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { NewEntryPage } from "~/features/catalogue/entry-pages";
import { NewTypeForm } from "~/features/catalogue/entry-schema";
import { TypeFieldset } from "~/features/catalogue/type-form";
import { NEW_TYPE } from "~/features/catalogue/types";
import { TYPES } from "~/features/catalogue/types.server";
import { listTeams } from "~/features/tasks/team-and-requester.server";
import { createEntryAction, newEntryKey } from "~/routes/_app.settings.statuses._index/entry-handlers.server";
import { fromPayload } from "~/shell/payload-client-loader";

export const meta: MetaFunction = ({ matches, error }) => titled(say.newEntry.types, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  return { requestKey: newEntryKey(args), teams: await listTeams(db) };
}

export const action = (args: ActionFunctionArgs) => createEntryAction(args, TYPES, { schema: NewTypeForm });

export const clientLoader = fromPayload("routes/_app.settings.types.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewTypePage() {
  const { requestKey, teams } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <NewEntryPage section="types" requestKey={requestKey} refusal={refusal}>
      <TypeFieldset fields={NEW_TYPE} teams={teams} refusal={refusal} />
    </NewEntryPage>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
