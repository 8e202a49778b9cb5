import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/refusals.server";
import { fromPayload } from "~/shell/from-payload";
import { FURTHER_SHEET } from "~/ui/further-sheet";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled("Settings", matches, error);

export function loader({ context }: LoaderFunctionArgs) {
  if (!maySetUpDesk(viewerOf(context))) throw forbidden();
  return null;
}

export const clientLoader = fromPayload("routes/_app.settings._index", FURTHER_SHEET);

export { furtherLinks as links } from "~/ui/further-sheet";

/** Whatever admins set up has its place here. */
const PLACES = [
  { href: "/settings/teams", label: "Teams", about: "Who works on which tasks, and how they are handed out." },
  {
    href: "/settings/statuses",
    label: "Statuses",
    about: "How far a task is, what requesters are told of it, and who has to act.",
  },
  {
    href: "/settings/types",
    label: "Types",
    about: "What requesters may ask for, where it goes, and what a form begins with.",
  },
  {
    href: "/settings/fields",
    label: "Fields",
    about: "What tasks say beside the usual, of which type, and who reads and fills it in.",
  },
  { href: "/settings/sites", label: "Sites", about: "Name, logo and colour, by the host in the address." },
  { href: "/settings/profile", label: "Your profile", about: "Your name, and how you like to work." },
  { href: "/settings/notifications", label: "What you are told of", about: "Notifications of yours alone." },
  { href: "/settings/security-log", label: "Security log", about: "Who signed in, and who changed what may be done." },
];

export default function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
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
