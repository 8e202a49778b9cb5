import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { conflictErrors, readBaseline } from "~/features/records/change-records.server";
import { Baseline } from "~/features/records/record-form";
import { CalendarForm } from "~/features/service-levels/calendars/calendar-form";
import { CalendarPicture } from "~/features/service-levels/calendars/calendar-picture";
import { CalendarForm as SentForm } from "~/features/service-levels/calendars/calendar-schema";
import {
  CALENDAR_FIELDS,
  calendarHref,
  calendarOf,
  calendarValue,
} from "~/features/service-levels/calendars/calendars";
import { editCalendar, policiesByCalendar, readCalendar } from "~/features/service-levels/calendars/calendars.server";
import * as say from "~/features/service-levels/calendars/calendars-copy";
import { TrialResult } from "~/features/service-levels/what-if/what-if-result";
import { maySetUpDesk } from "~/features/users/user-policy";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import {
  answer,
  type CalendarAnswer,
  readCalendarForm,
  yearAndZones,
} from "~/routes/_app.settings.calendars._index/calendar-actions.server";
import { tryOut } from "~/routes/_app.settings.service-levels._index/try-out.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export const uploads = true;

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.fields.name ?? say.calendar, matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const calendar = await readCalendar(db, requireId({ request, params }));
  if (!calendar) throw pageNotFound(request);
  const isUsed = (await policiesByCalendar(db)).has(calendar.id);
  return { ...calendar, isUsed, ...yearAndZones(request, calendar.fields, Date.now()) };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = requireViewer(args.context, maySetUpDesk);
  const id = requireId(args);
  const { form, unsaved } = await readCalendarForm(args, Date.now());
  if (unsaved) return unsaved;
  const was = readBaseline(form, SentForm, CALENDAR_FIELDS);
  if (!was) throw badRequest(INCOMPLETE_FORM);
  const parsed = parseForm(form, SentForm);
  if (!parsed.ok) return answer(422, parsed.refusal);
  const calendar = calendarOf(parsed.value);
  if (textOf(form, "do") === "try" && calendar) {
    const tried = await tryOut({ request: args.request, viewer, form }, { kind: "calendar", id, calendar });
    const { year } = yearAndZones(args.request, parsed.value, Date.now());
    return answer(tried.status, tried.refusal, { trial: tried.trial, year });
  }
  const saved = await editCalendar(db, viewer, id, { was, mine: parsed.value }, Date.now());
  if (saved.ok)
    return redirect("/settings/calendars", await withToast("success", say.calendarSaved(parsed.value.name)));
  switch (saved.why) {
    case "not_allowed":
      throw forbidden();
    case "no_such_calendar":
      throw pageNotFound(args.request);
    case "wrong":
      return answer(422, refuse(form, saved.errors));
    case "conflict": {
      const errors = conflictErrors(saved, calendarValue, say.currentValue);
      return answer(409, refuse(form, errors, [say.changedMeanwhile]), { current: saved.current });
    }
  }
}

export const clientLoader = fromPayload("routes/_app.settings.calendars.$id");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function CalendarPage() {
  const { id, fields, zones, year, isUsed } = useLoaderData<typeof loader>();
  const answered = useActionData() as CalendarAnswer | undefined;
  const shown = answered?.year ?? year;
  return (
    <>
      <PageHeader up={{ href: "/settings/calendars", label: say.calendars }} title={fields.name}>
        <form method="post" action={`${calendarHref(id)}/removal`}>
          <Button look="danger">{say.deleteCalendar}</Button>
        </form>
      </PageHeader>
      <div className="settings-part">
        <CalendarForm
          key={JSON.stringify(fields)}
          {...{ fields, zones }}
          submit={say.saveCalendar}
          refusal={answered?.refusal}
          imported={answered?.imported ?? null}
          isUsed={isUsed}
        >
          <Baseline fields={fields} answered={answered} />
        </CalendarForm>
        {answered?.trial && <TrialResult result={answered.trial} />}
        {shown && <CalendarPicture year={shown} isSaved={!answered?.year} />}
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
