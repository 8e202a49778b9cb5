import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { weeklyHours } from "~/features/service-levels/calendars/calendar-year";
import { calendarHref, calendarOf } from "~/features/service-levels/calendars/calendars";
import { listCalendars, policiesByCalendar } from "~/features/service-levels/calendars/calendars.server";
import * as say from "~/features/service-levels/calendars/calendars-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { allOf } from "~/lib/text";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader, SETTINGS } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.calendars, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const [calendars, policies] = await Promise.all([listCalendars(db), policiesByCalendar(db)]);
  return {
    calendars: calendars.map(({ id, fields }) => {
      const calendar = calendarOf(fields);
      const weekly = calendar ? weeklyHours(calendar) : 0;
      const { name, zone, alwaysOpen } = fields;
      return { id, name, zone, alwaysOpen, weekly, usedBy: policies.get(id) ?? [] };
    }),
  };
}

export const clientLoader = fromPayload("routes/_app.settings.calendars._index");

export default function CalendarsPage() {
  const { calendars } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader up={SETTINGS} title={say.calendars} lead={say.aboutCalendars}>
        <ButtonLink look="primary" icon="new" href="/settings/calendars/new">
          {say.addCalendar}
        </ButtonLink>
      </PageHeader>
      {calendars.length === 0 ? (
        <EmptyState title={say.noCalendarsYet}>{say.noCalendarsHint}</EmptyState>
      ) : (
        <table className="table teams" aria-label={say.calendars} data-prefetch="intent">
          <thead>
            <tr>
              <th scope="col">{say.name}</th>
              <th scope="col">{say.timeZone}</th>
              <th scope="col">{say.openingHours}</th>
              <th scope="col">{say.usedBy}</th>
            </tr>
          </thead>
          <tbody>
            {calendars.map(({ id, name, zone, alwaysOpen, weekly, usedBy }) => (
              <tr key={id}>
                <th scope="row">
                  <a className="row-link" href={calendarHref(id)}>
                    {name}
                  </a>
                </th>
                <td data-label={say.timeZone}>{zone}</td>
                <td data-label={say.openingHours}>{alwaysOpen ? say.alwaysOpen : say.weekly(String(weekly))}</td>
                <td data-label={say.usedBy}>{usedBy.length === 0 ? say.notUsed : allOf(usedBy)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
