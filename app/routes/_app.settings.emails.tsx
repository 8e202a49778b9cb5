import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { MOST_LINK_DAYS, NOTICE_TEXTS } from "~/features/mail/notices/notice-options";
import {
  NoticeSettingsForm,
  readNoticeSettings,
  saveNoticeSettings,
} from "~/features/mail/notices/notice-settings.server";
import * as say from "~/features/mail/notices/notices-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { SelectField, TextField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader, SETTINGS } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.emailSettings, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  return readNoticeSettings(db);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const parsed = parseForm(await readForm(request), NoticeSettingsForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const saved = await saveNoticeSettings(db, viewer, parsed.value);
  if (!saved.ok) throw forbidden();
  return redirect("/settings/emails", await withToast("success", say.emailSettingsSaved));
}

export const clientLoader = fromPayload("routes/_app.settings.emails");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function EmailSettingsPage() {
  const { noticeText, linkDays } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={SETTINGS} title={say.emailSettings} lead={say.aboutEmailSettings} />
      <PageForm key={`${noticeText} ${linkDays}`} className="form" aria-label={say.emailSettings}>
        <FormErrors refusal={refusal} />
        <SelectField
          label={say.noticeText}
          name="noticeText"
          defaultValue={noticeText}
          choices={NOTICE_TEXTS.map((value) => ({ value, label: say.noticeTexts[value] }))}
          hint={say.noticeTextHint}
          refusal={refusal}
        />
        <TextField
          label={say.linkDays}
          name="linkDays"
          type="number"
          required
          min={1}
          max={MOST_LINK_DAYS}
          defaultValue={linkDays}
          hint={say.linkDaysHint}
          refusal={refusal}
        />
        <div className="buttons">
          <Button look="primary">{say.saveEmailSettings}</Button>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
