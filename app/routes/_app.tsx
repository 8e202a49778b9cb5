import { Outlet, useLocation } from "@remix-run/react";
import { useRef } from "react";
import { useDelegatedAnchors } from "remix-utils/use-delegated-anchors";
import { SignOut } from "~/features/auth/sign-out.island";
import { unreadInWords } from "~/features/notifications/unread-count";
import { PinnedViews } from "~/features/views/pinned-views";
import { SidebarViews } from "~/features/views/sidebar-views.island";
import { AccountNotice } from "~/shell/account-notice";
import * as say from "~/shell/shell-copy";
import { Sidebar } from "~/shell/sidebar.island";
import { AccountMenu } from "~/ui/account-menu";
import { Brand } from "~/ui/brand";
import { Icon, type IconName } from "~/ui/icon";
import { useRootData } from "~/ui/root-data";

/** Loads scripts on every page but the sign-in page. */
export const handle = { hydrate: true };

/** `forRequesters`: the label for requesters; null hides the item from them. */
type NavItem = { href: string; icon: IconName; label: string; forRequesters: string | null };

const NOTIFICATIONS = "/notifications";
const SEARCH = "/search";

const PLACES: NavItem[] = [
  { href: "/", icon: "home", label: say.home, forRequesters: say.home },
  { href: "/tasks", icon: "tasks", label: say.tasks, forRequesters: say.requests },
  { href: "/tasks/new", icon: "new", label: say.newTask, forRequesters: say.newRequest },
  { href: SEARCH, icon: "search", label: say.search, forRequesters: say.search },
  { href: "/users", icon: "people", label: say.people, forRequesters: null },
  { href: NOTIFICATIONS, icon: "bell", label: say.notifications, forRequesters: say.notifications },
];

/** Layout of every page but the sign-in page. Its plain `<a>` links navigate in the browser where scripts run. */
export default function AppLayout() {
  const root = useRootData();
  const { pathname, search } = useLocation();
  const page = useRef<HTMLDivElement>(null);
  useDelegatedAnchors(page);

  const user = root?.session?.user;
  const here = currentPlace(pathname);
  return (
    <>
      <a className="skip-link" href="#content">
        {say.skipToContent}
      </a>
      {/* Remounts for another person, so that no form survives, even before the page reloads. */}
      <div className="app" ref={page} key={user?.id}>
        <Sidebar
          brand={<Brand name={root?.siteName} logo={root?.site?.logo} href="/" />}
          footer={user && <AccountMenu name={user.name} role={user.role} csrfToken={root.csrfToken} />}
        >
          {PLACES.map(({ href, icon, label, forRequesters }) => {
            const name = user?.role === "requester" ? forRequesters : label;
            const unread = href === NOTIFICATIONS && root?.unread ? unreadInWords(root.unread) : null;
            return (
              name && (
                <a
                  key={href}
                  href={href}
                  data-prefetch={href === SEARCH ? "visible" : undefined}
                  aria-current={href === here ? "page" : undefined}
                >
                  <Icon name={icon} />
                  <span>{name}</span>
                  {unread && <span className="unseen">{say.unreadInBrackets(unread)}</span>}
                  {unread && (
                    <b className="sidebar-count" aria-hidden="true">
                      {unread}
                    </b>
                  )}
                </a>
              )
            );
          })}
          {root?.pins && <PinnedViews views={root.pins} />}
          {user && user.role !== "requester" && <SidebarViews />}
        </Sidebar>
        <SignOut />
        <div className="app-page">
          <main id="content" className="content" tabIndex={-1}>
            {root?.accountChanges && <AccountNotice {...root.accountChanges} back={pathname + search} />}
            <Outlet />
          </main>
        </div>
      </div>
    </>
  );
}

/** The navigation item for a path, by longest prefix. */
function currentPlace(pathname: string): string | undefined {
  return PLACES.map(({ href }) => href)
    .filter((href) => pathname === href || (href !== "/" && pathname.startsWith(`${href}/`)))
    .sort((a, b) => b.length - a.length)[0];
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
