import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { EntriesPage } from "~/features/catalogue/entry-pages";
import { STATUS_LABELS, statusValue } from "~/features/catalogue/statuses";
import { STATUSES } from "~/features/catalogue/statuses.server";
import type { Category } from "~/features/tasks/tasks";
import { loadEntries } from "~/routes/_app.settings.statuses._index/entry-handlers.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { StatusMark } from "~/ui/badges";

export const meta: MetaFunction = ({ matches, error }) => titled(say.entries.statuses, matches, error);

export const loader = (args: LoaderFunctionArgs) => loadEntries(args, STATUSES);

export const clientLoader = fromPayload("routes/_app.settings.statuses._index");

export default function StatusesPage() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <EntriesPage
      section="statuses"
      entries={entries}
      nameOf={({ fields }) => fields.name}
      markOf={({ fields }) => fields.isDefault && say.defaultMark}
      columns={[
        {
          title: STATUS_LABELS.category,
          cell: ({ fields }) => (
            <StatusMark
              category={fields.category as Category}
              colour={fields.colour}
              name={statusValue("category", fields)}
            />
          ),
        },
        { title: STATUS_LABELS.requesterName, cell: ({ fields }) => fields.requesterName },
        { title: STATUS_LABELS.awaits, cell: ({ fields }) => statusValue("awaits", fields) },
      ]}
    />
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
