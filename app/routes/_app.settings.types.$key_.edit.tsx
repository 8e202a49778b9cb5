import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { EditEntryPage } from "~/features/catalogue/entry-pages";
import { TypeForm } from "~/features/catalogue/entry-schema";
import { TypeFieldset } from "~/features/catalogue/type-form";
import type { TypeFields } from "~/features/catalogue/types";
import { TYPES } from "~/features/catalogue/types.server";
import { listFields } from "~/features/custom-fields/custom-fields.server";
import { listTeams } from "~/features/tasks/team-and-requester.server";
import {
  type EntryAnswer,
  editEntryAction,
  loadEntry,
} from "~/routes/_app.settings.statuses._index/entry-handlers.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { SectionHeader } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.entry.fields.name ?? say.entry.types, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const found = await loadEntry(args, TYPES);
  const shown = (await listFields(db)).filter(({ types }) => types.length === 0 || types.includes(found.entry.key));
  return { ...found, teams: await listTeams(db), shown: shown.map(({ key, label }) => ({ key, label })) };
}

export const action = (args: ActionFunctionArgs) => editEntryAction(args, TYPES, { schema: TypeForm });

export const clientLoader = fromPayload("routes/_app.settings.types.$key_.edit");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function TypePage() {
  const { entry, needed, used, teams, shown } = useLoaderData<typeof loader>();
  const answered = useActionData() as EntryAnswer<TypeFields> | undefined;
  return (
    <EditEntryPage
      section="types"
      {...{ entry, needed, used, answered }}
      name={entry.fields.name}
      below={shown.length > 0 && <ShownFields fields={shown} />}
    >
      <TypeFieldset fields={entry.fields} teams={teams} refusal={answered?.refusal} />
    </EditEntryPage>
  );
}

/** Fields of tasks of this type, in form order. */
const ShownFields = ({ fields }: { fields: readonly { key: string; label: string }[] }) => (
  <section aria-labelledby="fields">
    <SectionHeader title={say.fieldsForType} id="fields" />
    <ol className="what-happens">
      {fields.map(({ key, label }) => (
        <li key={key}>
          <a href={`/settings/fields/${key}/edit`}>{label}</a>
        </li>
      ))}
    </ol>
  </section>
);

export { RouteError as ErrorBoundary } from "~/ui/route-error";
