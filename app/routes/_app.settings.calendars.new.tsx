import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { CalendarForm } from "~/features/service-levels/calendars/calendar-form";
import { CalendarPicture } from "~/features/service-levels/calendars/calendar-picture";
import { NewCalendarForm } from "~/features/service-levels/calendars/calendar-schema";
import { NEW_CALENDAR } from "~/features/service-levels/calendars/calendars";
import { createCalendar } from "~/features/service-levels/calendars/calendars.server";
import * as say from "~/features/service-levels/calendars/calendars-copy";
import { zoneOf } from "~/features/users/preferences.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, refuse, rejectOthersForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { deskZone } from "~/lib/desk-zone.server";
import { formKey } from "~/lib/form-key.server";
import { UTC } from "~/lib/zoned-time";
import {
  answer,
  type CalendarAnswer,
  readCalendarForm,
  yearAndZones,
} from "~/routes/_app.settings.calendars._index/calendar-actions.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const uploads = true;

export const meta: MetaFunction = ({ matches, error }) => titled(say.newCalendar, matches, error);

export function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const fields = { ...NEW_CALENDAR, zone: deskZone() === UTC ? zoneOf(viewer) : deskZone() };
  return { fields, requestKey: formKey(viewer.id), ...yearAndZones(request, fields, Date.now()) };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = requireViewer(args.context, maySetUpDesk);
  const { form, unsaved } = await readCalendarForm(args, Date.now());
  rejectOthersForm(form, viewer.id);
  if (unsaved) return unsaved;
  const parsed = parseForm(form, NewCalendarForm);
  if (!parsed.ok) return answer(422, parsed.refusal);
  const made = await createCalendar(db, viewer, parsed.value, Date.now());
  if (!made.ok && made.why === "not_allowed") throw forbidden();
  if (!made.ok) return answer(422, refuse(form, made.errors));
  const isForPolicy = new URL(args.request.url).searchParams.has("policy"); // CALENDAR_FOR_POLICY
  const next = isForPolicy ? "/settings/service-levels/new" : "/settings/calendars";
  return redirect(next, await withToast("success", say.calendarAdded(parsed.value.name)));
}

export const clientLoader = fromPayload("routes/_app.settings.calendars.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewCalendarPage() {
  const { fields, zones, year, requestKey } = useLoaderData<typeof loader>();
  const answered = useActionData() as CalendarAnswer | undefined;
  const shown = answered?.year ?? year;
  return (
    <>
      <PageHeader up={{ href: "/settings/calendars", label: say.calendars }} title={say.newCalendar} />
      <div className="settings-part">
        <CalendarForm
          {...{ fields, zones }}
          submit={say.addCalendar}
          refusal={answered?.refusal}
          imported={answered?.imported ?? null}
        >
          <RequestKeyField requestKey={requestKey} refusal={answered?.refusal} />
        </CalendarForm>
        {shown && <CalendarPicture year={shown} isSaved={false} />}
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
