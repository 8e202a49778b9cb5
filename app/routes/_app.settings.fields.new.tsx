import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { NewEntryPage } from "~/features/catalogue/entry-pages";
import { FieldFieldset } from "~/features/catalogue/field-form";
import { arrangeOptions, NewFieldForm } from "~/features/catalogue/field-schema";
import { NEW_FIELD } from "~/features/catalogue/fields";
import { FIELDS } from "~/features/catalogue/fields.server";
import {
  createEntryAction,
  fieldChoices,
  newEntryKey,
} from "~/routes/_app.settings.statuses._index/entry-handlers.server";
import { fromPayload } from "~/shell/payload-client-loader";

export const meta: MetaFunction = ({ matches, error }) => titled(say.newEntry.fields, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  return { requestKey: newEntryKey(args), ...(await fieldChoices()) };
}

export const action = (args: ActionFunctionArgs) =>
  createEntryAction(args, FIELDS, { schema: NewFieldForm, arrange: arrangeOptions });

export const clientLoader = fromPayload("routes/_app.settings.fields.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewFieldPage() {
  const { requestKey, types, others } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <NewEntryPage section="fields" requestKey={requestKey} refusal={refusal}>
      <FieldFieldset fields={NEW_FIELD} types={types} others={others} refusal={refusal} />
    </NewEntryPage>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
