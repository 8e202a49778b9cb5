import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/catalogue/catalogue-copy";
import { EntryForm, EntryVerbs } from "~/features/catalogue/entry-parts";
import { StatusForm } from "~/features/catalogue/entry-schema";
import { StatusFieldset } from "~/features/catalogue/status-form";
import type { StatusFields } from "~/features/catalogue/statuses";
import { STATUSES } from "~/features/catalogue/statuses.server";
import { fromPayload } from "~/shell/from-payload";
import { PageHeader, SettingsTrail } from "~/ui/page-header";
import { type EntryAnswer, entryAt, savesEntry } from "./_app.settings.statuses._index/entries.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.entry.fields.name ?? say.status, matches, error);

export const loader = (args: LoaderFunctionArgs) => entryAt(args, STATUSES);

export const action = (args: ActionFunctionArgs) => savesEntry(args, STATUSES, { schema: StatusForm });

export const clientLoader = fromPayload("routes/_app.settings.statuses.$key_.edit");

export { keepPage as clientAction } from "~/shell/keep-page";

export default function StatusPage() {
  const { entry, needed, used } = useLoaderData<typeof loader>();
  const answered = useActionData() as EntryAnswer<StatusFields> | undefined;
  return (
    <>
      <SettingsTrail places={[{ href: "/settings/statuses", label: say.statuses }]} />
      <PageHeader title={entry.fields.name} />
      <div className="settings-part">
        <EntryForm shelf="statuses" entry={entry} answered={answered}>
          <StatusFieldset fields={entry.fields} refusal={answered?.refusal} />
        </EntryForm>
        <EntryVerbs shelf="statuses" entry={entry} needed={needed} used={used}>
          <p>{say.notOfferedStatuses}</p>
        </EntryVerbs>
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
