import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { canMail } from "~/features/mail/links/account-mail.server";
import { MailForm } from "~/features/notifications/mail-form";
import { NOTIFICATION_KINDS } from "~/features/notifications/notification-kinds";
import { labelOf, levelName, levelsOf, REMINDER } from "~/features/notifications/notification-levels";
import {
  type KindChoice,
  readNotificationSettings,
  saveNotificationSettings,
} from "~/features/notifications/notification-settings.server";
import * as say from "~/features/notifications/notifications-copy";
import { MAIL_WAITS, type MailPreferences } from "~/features/users/mail-preferences";
import { isAgent } from "~/features/users/users";
import { parseForm, readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import type { Refusal } from "~/lib/refusal";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField, SelectField, TextField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader, SectionHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.notificationSettings, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  return { ...(await readNotificationSettings(db, viewerOf(context))), mails: await canMail(db) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const form = await readForm(request);
  const parsed = isAgent(viewer) ? parseForm(form, MailForm) : null;
  if (parsed && !parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const named = (prefix: string) =>
    [...new Set(form.keys())].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const level = (kind: string) => ({
    was: String(form.get(`was kind ${kind}`)),
    level: String(form.get(`kind ${kind}`)),
  });
  const team = (id: string) => ({
    was: form.get(`was team ${id}`) === "yes",
    on: form.getAll(`team ${id}`).includes("yes"),
  });
  const chosen = {
    kinds: new Map(named("kind ").map((kind) => [kind, level(kind)])),
    teams: new Map(named("team ").flatMap((id) => (/^[1-9]\d{0,8}$/.test(id) ? [[Number(id), team(id)]] : []))),
    mail: parsed?.value,
  };
  await saveNotificationSettings(db, viewer, chosen, Date.now());
  return redirect("/settings/notifications", await withToast("success", say.settingsSaved));
}

export const clientLoader = fromPayload("routes/_app.settings.notifications");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NotificationSettingsPage() {
  const { kinds, teams, mail, mails } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  const isInner = ({ kind }: KindChoice) => kind !== REMINDER && NOTIFICATION_KINDS[kind].inner;
  const inner = kinds.filter(isInner);
  const worksOnTasks = inner.length > 0;
  const newTask = inner.find(({ kind }) => kind === "new_task");
  // Remount on new values: uncontrolled fields keep their state.
  const key = JSON.stringify([kinds, teams, mail]);
  return (
    <>
      <PageHeader
        title={say.notificationSettings}
        lead={worksOnTasks ? say.notNotifiedOfOwnChanges : say.notNotifiedOfOwnReplies}
      >
        <ButtonLink href="/notifications" icon="bell">
          {say.showNotifications}
        </ButtonLink>
      </PageHeader>
      <PageForm className="form" aria-label={say.notificationSettings} key={key}>
        <FormErrors refusal={refusal} />
        {worksOnTasks && (
          <section className="form" aria-labelledby="on-tasks">
            <SectionHeader title={say.tasksYouWorkOn} id="on-tasks" />
            {inner
              .filter((one) => one !== newTask)
              .map((one) => (
                <LevelField key={one.kind} {...one} refusal={refusal} />
              ))}
          </section>
        )}
        {teams.length > 0 && (
          <section className="form" aria-labelledby="new-tasks">
            <SectionHeader title={say.newTasksInTheseTeams} id="new-tasks" />
            {teams.map(({ id, name, on }) => (
              <TeamField key={id} id={id} name={name} on={on} refusal={refusal} />
            ))}
            {newTask && <LevelField {...newTask} refusal={refusal} />}
          </section>
        )}
        <section className="form" aria-labelledby="on-requests">
          <SectionHeader title={say.yourRequests} id="on-requests" />
          {kinds
            .filter((one) => !isInner(one))
            .map((one) => (
              <LevelField key={one.kind} {...one} mails={mails} refusal={refusal} />
            ))}
        </section>
        {mail && <MailFields mail={mail} mails={mails} refusal={refusal} />}
        <div className="buttons">
          <Button look="primary">{say.saveSettings}</Button>
        </div>
      </PageForm>
    </>
  );
}

type Refused = { refusal: Refusal | null | undefined };

/** A choice of level. Its hidden field has the level when the form was loaded. */
const LevelField = ({ kind, level, mails, refusal }: KindChoice & { mails?: boolean } & Refused) => (
  <>
    <input type="hidden" name={`was kind ${kind}`} value={level} />
    <SelectField
      className="field-beside"
      label={labelOf(kind)}
      name={`kind ${kind}`}
      id={`field-kind-${kind}`}
      defaultValue={level}
      choices={levelsOf(kind).map((value) => ({ value, label: levelName(kind, value) }))}
      hint={kind === "public_answer" && mails && say.repliesComeByEmail}
      refusal={refusal}
    />
  </>
);

const TeamField = ({ id, name, on, refusal }: { id: number; name: string; on: boolean } & Refused) => (
  <>
    <input type="hidden" name={`was team ${id}`} value={on ? "yes" : "no"} />
    <CheckField label={name} name={`team ${id}`} id={`field-team-${id}`} defaultChecked={on} refusal={refusal} />
  </>
);

const MailFields = ({ mail, mails, refusal }: { mail: MailPreferences; mails: boolean } & Refused) => (
  <section className="form" aria-labelledby="by-email">
    <SectionHeader title={say.emailTitle} id="by-email" />
    {!mails && <p className="field-hint">{say.mailNeedsAnAddress}</p>}
    <SelectField
      label={say.mailWait}
      name="mailWait"
      defaultValue={mail.mailWait}
      choices={MAIL_WAITS.map((value) => ({ value, label: say.mailWaits[value] }))}
      hint={say.mailWaitHint}
      refusal={refusal}
    />
    <div className="form-row">
      <TextField label={say.quietFrom} name="quietFrom" type="time" defaultValue={mail.quietFrom} refusal={refusal} />
      <TextField
        label={say.quietUntil}
        name="quietUntil"
        type="time"
        defaultValue={mail.quietUntil}
        refusal={refusal}
      />
    </div>
    <p className="field-hint">{say.quietHint}</p>
    <CheckField
      label={say.urgentBreaksQuiet}
      name="urgentBreaksQuiet"
      defaultChecked={mail.urgentBreaksQuiet}
      refusal={refusal}
    />
  </section>
);

export { RouteError as ErrorBoundary } from "~/ui/route-error";
