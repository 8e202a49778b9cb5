import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { EntryTable } from "~/features/catalogue/entry-parts";
import { typeValue } from "~/features/catalogue/types";
import { TYPES } from "~/features/catalogue/types.server";
import { fromPayload } from "~/shell/from-payload";
import { ButtonLink } from "~/ui/button";
import { PageHeader, SettingsTrail } from "~/ui/page-header";
import { admin } from "./_app.settings.statuses._index/entries.server";

export const meta: MetaFunction = ({ matches, error }) => titled(say.types, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  admin(args);
  return { entries: await TYPES.list(db) };
}

export const clientLoader = fromPayload("routes/_app.settings.types._index");

export default function TypesPage() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsTrail />
      <PageHeader title={say.types}>
        <ButtonLink icon="new" href="/settings/types/new">
          {say.newType}
        </ButtonLink>
      </PageHeader>
      <EntryTable
        shelf="types"
        label={say.types}
        entries={entries.map(({ key, enabled, fields }) => ({
          ...{ key, enabled, fields, name: fields.name, marks: fields.portal ? [] : [say.internal] },
        }))}
        columns={[
          { title: say.description, cell: ({ fields }) => fields.description },
          { title: say.team, cell: ({ fields }) => fields.team },
          { title: say.priority, cell: ({ fields }) => fields.priority && typeValue("priority", fields) },
        ]}
      />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
