import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { EntryTable } from "~/features/catalogue/entry-parts";
import { typeValue } from "~/features/catalogue/type-words";
import { TYPES } from "~/features/catalogue/types.server";
import { fromPayload } from "~/shell/from-payload";
import { ButtonLink } from "~/ui/button";
import { FURTHER_SHEET } from "~/ui/further-sheet";
import { PageHeader } from "~/ui/page-header";
import { SettingsTrail } from "~/ui/settings-trail";
import { admin } from "./_app.settings.statuses._index/entries.server";

export const meta: MetaFunction = ({ matches, error }) => titled("Types", matches, error);

export async function loader(args: LoaderFunctionArgs) {
  admin(args);
  return { entries: await TYPES.list(db) };
}

export const clientLoader = fromPayload("routes/_app.settings.types._index", FURTHER_SHEET);

export { furtherLinks as links } from "~/ui/further-sheet";

export default function TypesPage() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsTrail />
      <PageHeader title="Types">
        <ButtonLink icon="new" href="/settings/types/new">
          New type
        </ButtonLink>
      </PageHeader>
      <EntryTable
        shelf="types"
        label="Types"
        entries={entries.map(({ key, enabled, fields }) => ({
          ...{ key, enabled, fields, name: fields.name, marks: fields.portal ? [] : ["Internal"] },
        }))}
        columns={[
          { title: "Description", cell: ({ fields }) => fields.description },
          { title: "Team", cell: ({ fields }) => fields.team },
          { title: "Priority", cell: ({ fields }) => fields.priority && typeValue("priority", fields) },
        ]}
      />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
