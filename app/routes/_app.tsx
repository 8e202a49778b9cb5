import { Outlet, useLocation } from "@remix-run/react";
import { useRef } from "react";
import { useDelegatedAnchors } from "remix-utils/use-delegated-anchors";
import { SignOut } from "~/features/auth/sign-out.island";
import { Sidebar } from "~/shell/sidebar.island";
import { AccountMenu } from "~/ui/account-menu";
import { Brand } from "~/ui/brand";
import { Icon, type IconName } from "~/ui/icon";
import { useRootData } from "~/ui/root-data";

/** Every page but the login page has its scripts. */
export const handle = { hydrate: true };

type Place = { href: string; icon: IconName; label: string; forRequesters: boolean };

const PLACES: Place[] = [
  { href: "/", icon: "home", label: "Home", forRequesters: true },
  { href: "/tasks", icon: "tasks", label: "Tasks", forRequesters: true },
  { href: "/tasks/new", icon: "new", label: "New task", forRequesters: true },
  { href: "/search", icon: "search", label: "Search", forRequesters: true },
  { href: "/users", icon: "people", label: "People", forRequesters: false },
];

/** The layout of every page but the login page. Its links are plain `<a>`, navigated in the browser where scripts run. */
export default function AppLayout() {
  const root = useRootData();
  const { pathname } = useLocation();
  const page = useRef<HTMLDivElement>(null);
  useDelegatedAnchors(page);

  const user = root?.session?.user;
  const here = currentPlace(pathname);
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <div className="app" ref={page}>
        <Sidebar
          brand={<Brand name={root?.siteName} href="/" />}
          footer={
            user && (
              <AccountMenu name={user.name} role={user.role} profile={`/users/${user.id}`} csrfToken={root.csrfToken} />
            )
          }
        >
          {PLACES.filter((place) => place.forRequesters || user?.role !== "requester").map(({ href, icon, label }) => (
            <a key={href} href={href} aria-current={href === here ? "page" : undefined}>
              <Icon name={icon} />
              <span>{label}</span>
            </a>
          ))}
        </Sidebar>
        <SignOut />
        <div className="app-page">
          <main id="content" className="content" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
    </>
  );
}

/** The place in the navigation that a path belongs to: a task is among the tasks. */
function currentPlace(pathname: string): string | undefined {
  return PLACES.map(({ href }) => href)
    .filter((href) => pathname === href || (href !== "/" && pathname.startsWith(`${href}/`)))
    .sort((a, b) => b.length - a.length)[0];
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
