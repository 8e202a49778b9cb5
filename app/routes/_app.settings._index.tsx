import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigate } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { saveDeskZone } from "~/features/users/preferences.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { DeskZoneForm } from "~/features/users/user-schema";
import * as sayOfUsers from "~/features/users/users-copy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { deskZone } from "~/lib/desk-zone.server";
import { timeZoneChoices } from "~/lib/time-zones";
import { fromPayload } from "~/shell/payload-client-loader";
import * as sayOfSettings from "~/shell/settings-copy";
import { asksForPriorities, settingsFor, ZONE_HREF } from "~/shell/settings-pages";
import * as say from "~/shell/shell-copy";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { SelectField } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader, SectionHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.settings, matches, error);

export function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const asked = (new URL(request.url).searchParams.get("q") ?? "").slice(0, 100);
  const desk = maySetUpDesk(viewer) ? { zone: deskZone(), zones: timeZoneChoices(deskZone()) } : null;
  return { asked, role: viewer.role, desk };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const parsed = parseForm(await readForm(request), DeskZoneForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const { zone } = parsed.value;
  if (!(await saveDeskZone(db, viewer, zone, Date.now()))) throw forbidden();
  return redirect("/settings", await withToast("success", sayOfUsers.deskZoneSaved(zone)));
}

export const clientLoader = fromPayload("routes/_app.settings._index");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

/** With scripts, the list follows the typing, and Enter opens its first page. */
export default function SettingsPage() {
  const { asked, role, desk } = useLoaderData<typeof loader>();
  const [typed, setTyped] = useState(asked);
  const groups = settingsFor(role, typed);
  const findsZone = groups.some(({ entries }) => entries.some(({ href }) => href === ZONE_HREF));
  const navigate = useNavigate();
  const openFirst = (event: FormEvent) => {
    const first = groups[0]?.entries[0];
    if (!first || typed.trim() === "") return;
    event.preventDefault();
    navigate(first.href);
  };
  return (
    <>
      <PageHeader title={say.settings} />
      <div className="stack">
        <search>
          <form action="/settings" className="settings-search" onSubmit={openFirst}>
            <label className="search-box" htmlFor="search-settings">
              <span className="unseen">{sayOfSettings.searchSettings}</span>
              <Icon name="search" />
              <input
                type="search"
                id="search-settings"
                className="input"
                name="q"
                defaultValue={asked}
                placeholder={sayOfSettings.searchSettings}
                autoComplete="off"
                maxLength={100}
                onChange={(event) => setTyped(event.target.value)}
              />
            </label>
          </form>
        </search>
        {role === "admin" && asksForPriorities(typed) && <p>{sayOfSettings.prioritiesAreFixed}</p>}
        <div className="settings-groups">
          {groups.map(({ title, entries }) => (
            <section key={title} aria-label={title}>
              <SectionHeader title={title} />
              <ul className="settings-places" data-prefetch="intent">
                {entries.map(({ href, label, hint }) => (
                  <li key={href}>
                    <a className="row-link" href={href}>
                      {label}
                    </a>
                    <p>{hint}</p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {groups.length === 0 && (
          <EmptyState small title={sayOfSettings.noSettingsMatch(typed.trim())}>
            <a href="/settings">{sayOfSettings.showAllSettings}</a>
          </EmptyState>
        )}
        {desk && <DeskZone {...desk} hidden={!findsZone} />}
      </div>
    </>
  );
}

type DeskZoneProps = { zone: string; zones: ReturnType<typeof timeZoneChoices>; hidden: boolean };

function DeskZone({ zone, zones, hidden }: DeskZoneProps) {
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <PageForm key={zone} id="zone" className="form" aria-label={sayOfUsers.deskTimeZone} hidden={hidden}>
      <FormErrors refusal={refusal} />
      <SelectField
        label={sayOfUsers.deskTimeZone}
        name="zone"
        defaultValue={zone}
        choices={zones}
        hint={sayOfUsers.deskTimeZoneHint}
        refusal={refusal}
      />
      <div className="buttons">
        <Button>{sayOfUsers.saveTimeZone}</Button>
      </div>
    </PageForm>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
