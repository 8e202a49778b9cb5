import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { EditEntryPage } from "~/features/catalogue/entry-pages";
import { FieldFieldset } from "~/features/catalogue/field-form";
import { arrangeOptions, FieldForm } from "~/features/catalogue/field-schema";
import type { CustomFieldFields } from "~/features/catalogue/fields";
import { FIELDS } from "~/features/catalogue/fields.server";
import {
  type EntryAnswer,
  editEntryAction,
  fieldChoices,
  loadEntry,
} from "~/routes/_app.settings.statuses._index/entry-handlers.server";
import { fromPayload } from "~/shell/payload-client-loader";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.entry.fields.label ?? say.entry.fields, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const found = await loadEntry(args, FIELDS);
  return { ...found, ...(await fieldChoices(found.entry.key)) };
}

export const action = (args: ActionFunctionArgs) =>
  editEntryAction(args, FIELDS, { schema: FieldForm, arrange: arrangeOptions });

export const clientLoader = fromPayload("routes/_app.settings.fields.$key_.edit");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function FieldPage() {
  const { entry, needed, used, types, others, filled } = useLoaderData<typeof loader>();
  const answered = useActionData() as EntryAnswer<CustomFieldFields> | undefined;
  return (
    <EditEntryPage section="fields" {...{ entry, needed, used, answered }} name={entry.fields.label}>
      <FieldFieldset fields={entry.fields} filled={filled} types={types} others={others} refusal={answered?.refusal} />
    </EditEntryPage>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
