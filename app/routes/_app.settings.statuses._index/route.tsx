import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { EntryTable } from "~/features/catalogue/entry-parts";
import { statusValue } from "~/features/catalogue/statuses";
import { STATUSES } from "~/features/catalogue/statuses.server";
import type { Category } from "~/features/tasks/tasks";
import { fromPayload } from "~/shell/from-payload";
import { StatusMark } from "~/ui/badges";
import { ButtonLink } from "~/ui/button";
import { PageHeader, SettingsTrail } from "~/ui/page-header";
import { admin } from "./entries.server";

export const meta: MetaFunction = ({ matches, error }) => titled(say.statuses, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  admin(args);
  return { entries: await STATUSES.list(db) };
}

export const clientLoader = fromPayload("routes/_app.settings.statuses._index");

export default function StatusesPage() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsTrail />
      <PageHeader title={say.statuses}>
        <ButtonLink icon="new" href="/settings/statuses/new">
          {say.newStatus}
        </ButtonLink>
      </PageHeader>
      <EntryTable
        shelf="statuses"
        label={say.statuses}
        entries={entries.map(({ key, enabled, fields }) => ({
          ...{ key, enabled, fields, name: fields.name, marks: fields.isDefault ? [say.isDefault] : [] },
        }))}
        columns={[
          {
            title: say.category,
            cell: ({ fields }) => (
              <StatusMark
                category={fields.category as Category}
                colour={fields.colour}
                name={statusValue("category", fields)}
              />
            ),
          },
          { title: say.requestersRead, cell: ({ fields }) => fields.requesterName },
          { title: say.whoHasToAct, cell: ({ fields }) => statusValue("awaits", fields) },
        ]}
      />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
