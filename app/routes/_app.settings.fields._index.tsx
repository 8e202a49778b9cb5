import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { EntryTable } from "~/features/catalogue/entry-parts";
import { fieldValue } from "~/features/catalogue/field-words";
import { FIELDS } from "~/features/catalogue/fields.server";
import { fromPayload } from "~/shell/from-payload";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { FURTHER_SHEET } from "~/ui/further-sheet";
import { PageHeader } from "~/ui/page-header";
import { SettingsTrail } from "~/ui/settings-trail";
import { admin } from "./_app.settings.statuses._index/entries.server";

export const meta: MetaFunction = ({ matches, error }) => titled("Fields", matches, error);

export async function loader(args: LoaderFunctionArgs) {
  admin(args);
  return { entries: await FIELDS.list(db) };
}

export const clientLoader = fromPayload("routes/_app.settings.fields._index", FURTHER_SHEET);

export { furtherLinks as links } from "~/ui/further-sheet";

export default function FieldsPage() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsTrail />
      <PageHeader title="Fields">
        <ButtonLink icon="new" href="/settings/fields/new">
          New field
        </ButtonLink>
      </PageHeader>
      {entries.length > 0 ? (
        <EntryTable
          shelf="fields"
          label="Fields"
          entries={entries.map(({ key, enabled, fields }) => ({ key, enabled, fields, name: fields.label }))}
          columns={[
            { title: "Kind", cell: ({ fields }) => fieldValue("kind", fields) },
            { title: "Types", cell: ({ fields }) => fieldValue("types", fields) },
            { title: "Who sees it", cell: ({ fields }) => fieldValue("visibility", fields) },
            { title: "Needed", cell: ({ fields }) => fieldValue("required", fields) },
          ]}
        />
      ) : (
        <EmptyState title="No fields yet" action={null}>
          What your desk wants to know of a task beside the usual: a place, a device, a cost.
        </EmptyState>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
