import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { EntriesPage } from "~/features/catalogue/entry-pages";
import { FIELD_LABELS, fieldValue } from "~/features/catalogue/fields";
import { FIELDS } from "~/features/catalogue/fields.server";
import { loadEntries } from "~/routes/_app.settings.statuses._index/entry-handlers.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { EmptyState } from "~/ui/empty-state";

export const meta: MetaFunction = ({ matches, error }) => titled(say.entries.fields, matches, error);

export const loader = (args: LoaderFunctionArgs) => loadEntries(args, FIELDS);

export const clientLoader = fromPayload("routes/_app.settings.fields._index");

export default function FieldsPage() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <EntriesPage
      section="fields"
      entries={entries}
      nameOf={({ fields }) => fields.label}
      columns={[
        { title: FIELD_LABELS.kind, cell: ({ fields }) => fieldValue("kind", fields) },
        { title: FIELD_LABELS.types, cell: ({ fields }) => fieldValue("types", fields) },
        { title: FIELD_LABELS.visibility, cell: ({ fields }) => fieldValue("visibility", fields) },
        { title: FIELD_LABELS.required, cell: ({ fields }) => fieldValue("required", fields) },
      ]}
    >
      <EmptyState title={say.noFieldsYet} action={null}>
        {say.aboutFields}
      </EmptyState>
    </EntriesPage>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
