import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { EntriesPage } from "~/features/catalogue/entry-pages";
import { TYPE_LABELS, typeValue } from "~/features/catalogue/types";
import { TYPES } from "~/features/catalogue/types.server";
import { loadEntries } from "~/routes/_app.settings.statuses._index/entry-handlers.server";
import { fromPayload } from "~/shell/payload-client-loader";

export const meta: MetaFunction = ({ matches, error }) => titled(say.entries.types, matches, error);

export const loader = (args: LoaderFunctionArgs) => loadEntries(args, TYPES);

export const clientLoader = fromPayload("routes/_app.settings.types._index");

export default function TypesPage() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <EntriesPage
      section="types"
      entries={entries}
      nameOf={({ fields }) => fields.name}
      markOf={({ fields }) => !fields.portal && say.agentsOnly}
      columns={[
        { title: TYPE_LABELS.description, cell: ({ fields }) => fields.description },
        { title: TYPE_LABELS.team, cell: ({ fields }) => fields.team },
        { title: TYPE_LABELS.priority, cell: ({ fields }) => fields.priority && typeValue("priority", fields) },
      ]}
    />
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
