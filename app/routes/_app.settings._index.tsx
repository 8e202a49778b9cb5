import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/refusals.server";
import { fromPayload } from "~/shell/from-payload";
import * as say from "~/shell/shell-texts";
import { FURTHER_SHEET } from "~/ui/further-sheet";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.settings, matches, error);

export function loader({ context }: LoaderFunctionArgs) {
  if (!maySetUpDesk(viewerOf(context))) throw forbidden();
  return null;
}

export const clientLoader = fromPayload("routes/_app.settings._index", FURTHER_SHEET);

export { furtherLinks as links } from "~/ui/further-sheet";

/** Whatever admins set up has its place here. */
const PLACES = [
  { href: "/settings/teams", label: say.teams, about: say.whatTeamsAre },
  {
    href: "/settings/statuses",
    label: say.statuses,
    about: say.whatStatusesAre,
  },
  {
    href: "/settings/types",
    label: say.types,
    about: say.whatTypesAre,
  },
  {
    href: "/settings/fields",
    label: say.fields,
    about: say.whatFieldsAre,
  },
  { href: "/settings/sites", label: say.sites, about: say.whatSitesHave },
  { href: "/settings/profile", label: say.yourProfile, about: say.whatProfileHolds },
  { href: "/settings/notifications", label: say.whatYouAreToldOf, about: say.notificationsOfYoursAlone },
  { href: "/settings/security-log", label: say.securityLog, about: say.whatLogHolds },
];

export default function SettingsPage() {
  return (
    <>
      <PageHeader title={say.settings} />
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
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
