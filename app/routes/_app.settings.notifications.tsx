import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { NOTIFICATION_KINDS } from "~/features/notifications/notification-kinds";
import {
  type KindChoice,
  readNotificationSettings,
  saveNotificationSettings,
} from "~/features/notifications/notification-settings.server";
import * as say from "~/features/notifications/notifications-copy";
import { readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { PageHeader, SectionHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.notificationSettings, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  return readNotificationSettings(db, viewerOf(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const chosen = (name: string) => ({ was: form.get(`was ${name}`) === "yes", on: form.getAll(name).includes("yes") });
  const named = (prefix: string) =>
    [...new Set(form.keys())].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  await saveNotificationSettings(db, viewerOf(context), {
    kinds: new Map(named("kind ").map((kind) => [kind, chosen(`kind ${kind}`)])),
    teams: new Map(
      named("team ").flatMap((id) => (/^[1-9]\d{0,8}$/.test(id) ? [[Number(id), chosen(`team ${id}`)]] : [])),
    ),
  });
  return redirect("/settings/notifications", await withToast("success", say.settingsSaved));
}

export const clientLoader = fromPayload("routes/_app.settings.notifications");

export default function NotificationSettingsPage() {
  const { kinds, teams } = useLoaderData<typeof loader>();
  const own = kinds.filter(({ kind }) => !NOTIFICATION_KINDS[kind].inner);
  const inner = kinds.filter(({ kind }) => NOTIFICATION_KINDS[kind].inner);
  // Remount on new values: uncontrolled checkboxes keep their state.
  const key = JSON.stringify([kinds, teams]);
  return (
    <>
      <PageHeader title={say.notificationSettings} lead={say.notNotifiedOfOwnChanges}>
        <ButtonLink href="/notifications" icon="bell">
          {say.showNotifications}
        </ButtonLink>
      </PageHeader>
      <PageForm className="form" aria-label={say.notificationSettings} key={key}>
        {inner.length > 0 && (
          <section className="form" aria-labelledby="on-tasks">
            <SectionHeader title={say.tasksYouWorkOn} id="on-tasks" />
            <KindChoices kinds={inner} />
          </section>
        )}
        {teams.length > 0 && (
          <section className="form" aria-labelledby="new-tasks">
            <SectionHeader title={say.newTasksInTheseTeams} id="new-tasks" />
            {teams.map(({ id, name, on }) => (
              <Choice key={id} name={`team ${id}`} label={name} on={on} />
            ))}
          </section>
        )}
        <section className="form" aria-labelledby="on-requests">
          <SectionHeader title={say.yourRequests} id="on-requests" />
          <KindChoices kinds={own} />
        </section>
        <div className="buttons">
          <Button look="primary">{say.saveSettings}</Button>
        </div>
      </PageForm>
    </>
  );
}

const KindChoices = ({ kinds }: { kinds: readonly KindChoice[] }) =>
  kinds.map(({ kind, on }) => (
    <Choice key={kind} name={`kind ${kind}`} label={NOTIFICATION_KINDS[kind].label} on={on} />
  ));

/** A checkbox. Its hidden field says whether it was ticked when the form was loaded. */
const Choice = ({ name, label, on }: { name: string; label: string; on: boolean }) => (
  <>
    <input type="hidden" name={`was ${name}`} value={on ? "yes" : "no"} />
    <CheckField label={label} name={name} id={`field-${name.replace(" ", "-")}`} defaultChecked={on} />
  </>
);

export { RouteError as ErrorBoundary } from "~/ui/route-error";
