import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { EntryTable } from "~/features/catalogue/entry-parts";
import { fieldValue } from "~/features/catalogue/fields";
import { FIELDS } from "~/features/catalogue/fields.server";
import { fromPayload } from "~/shell/from-payload";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader, SettingsTrail } from "~/ui/page-header";
import { admin } from "./_app.settings.statuses._index/entries.server";

export const meta: MetaFunction = ({ matches, error }) => titled(say.fields, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  admin(args);
  return { entries: await FIELDS.list(db) };
}

export const clientLoader = fromPayload("routes/_app.settings.fields._index");

export default function FieldsPage() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsTrail />
      <PageHeader title={say.fields}>
        <ButtonLink icon="new" href="/settings/fields/new">
          {say.newField}
        </ButtonLink>
      </PageHeader>
      {entries.length > 0 ? (
        <EntryTable
          shelf="fields"
          label={say.fields}
          entries={entries.map(({ key, enabled, fields }) => ({ key, enabled, fields, name: fields.label }))}
          columns={[
            { title: say.kind, cell: ({ fields }) => fieldValue("kind", fields) },
            { title: say.types, cell: ({ fields }) => fieldValue("types", fields) },
            { title: say.whoSeesIt, cell: ({ fields }) => fieldValue("visibility", fields) },
            { title: say.needed, cell: ({ fields }) => fieldValue("required", fields) },
          ]}
        />
      ) : (
        <EmptyState title={say.noFieldsYet} action={null}>
          {say.whatFieldsAre}
        </EmptyState>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
