import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
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
import * as say from "~/shell/shell-copy";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.settings, matches, error);

export function loader({ context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  return { zone: deskZone(), zones: timeZoneChoices(deskZone()) };
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

const PLACES = [
  { href: "/settings/teams", label: say.teams, about: say.teamsHint },
  {
    href: "/settings/statuses",
    label: say.statuses,
    about: say.statusesHint,
  },
  {
    href: "/settings/types",
    label: say.types,
    about: say.typesHint,
  },
  {
    href: "/settings/fields",
    label: say.fields,
    about: say.fieldsHint,
  },
  { href: "/settings/sites", label: say.sites, about: say.sitesHint },
  { href: "/settings/addresses", label: say.emailAddresses, about: say.emailAddressesHint },
  { href: "/settings/emails", label: say.emailSettings, about: say.emailSettingsHint },
  { href: "/settings/profile", label: say.yourProfile, about: say.yourProfileHint },
  { href: "/settings/notifications", label: say.notificationSettings, about: say.notificationSettingsHint },
  { href: "/settings/security-log", label: say.securityLog, about: say.securityLogHint },
];

export default function SettingsPage() {
  const { zone, zones } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader title={say.settings} />
      <div className="stack">
        <ul className="settings-places" data-prefetch="intent">
          {PLACES.map(({ href, label, about }) => (
            <li key={href}>
              <a className="row-link" href={href}>
                {label}
              </a>
              <p>{about}</p>
            </li>
          ))}
        </ul>
        <PageForm key={zone} className="form" aria-label={sayOfUsers.deskTimeZone}>
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
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
