import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { useShouldHydrate } from "remix-utils/use-should-hydrate";
import { db } from "~/db/db.server";
import { csrfForPage } from "~/features/auth/auth-request.server";
import { openSession, renewedCookies } from "~/features/auth/session.server";
import { accentStylesheetHref } from "~/features/branding/branding";
import { titled } from "~/features/branding/page-title";
import { readSites, siteForPage, siteOf } from "~/features/branding/sites.server";
import { countUnread } from "~/features/notifications/notifications.server";
import { accountChanges } from "~/features/security-log/account-changes.server";
import { catalogueFor } from "~/features/tasks/catalogue.server";
import { learnFromPage } from "~/features/tasks/catalogue-in-browser";
import { shownTo } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { pinnedViews } from "~/features/views/views.server";
import { hostOf } from "~/http/origin.server";
import { takeToast } from "~/http/toast.server";
import { buildInfo } from "~/lib/build-info.server";
import { log } from "~/lib/log.server";
import { settings } from "~/lib/settings.server";
import { setPageTimeStyle } from "~/lib/time-style";
import { FlashMessage } from "~/shell/flash";
import { AFTER_PAGE } from "~/shell/loading-bar.island";
import { addressOf, pageMemory } from "~/shell/page-memory";
import * as say from "~/shell/shell-copy";
import { ShellIslands } from "~/shell/shell-islands";
import { isOnApple, KeysProvider, keysOn } from "~/ui/command-key";
import { THEME_SCHEMES } from "~/ui/display-preferences";
import { useNonce } from "~/ui/nonce";
import { type RootData, useRootData } from "~/ui/root-data";
import styles from "~/ui/styles/app.css";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-180.png" },
];

export const meta: MetaFunction = ({ matches, error }) => titled(say.taskdesk, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await openSession(db, request, context, Date.now());
  if (!session) await readSites(db);
  const site = siteOf(hostOf(request, settings()));
  const { flash, setCookie } = await takeToast(request);
  const chooser = session?.viewer.preferences === undefined ? null : session.viewer;
  const [pins, unread, renewed, changes] = await Promise.all([
    chooser ? pinnedViews(db, chooser) : [],
    session ? unreadOf(session.viewer, request) : 0,
    renewedCookies(db, request, session),
    session?.viewer.accountChangedAt ? accountChanges(db, session.viewer, session.viewer.accountChangedAt) : [],
  ]);
  const shown = session && shownTo(session.viewer);
  const csrf = csrfForPage(request);
  const cookies = [setCookie, csrf.setCookie, ...renewed].filter((cookie) => cookie !== null);
  const { buildCheckSeconds, sessionRefreshSeconds, attachmentMib } = settings();
  return data(
    {
      session: session && { user: toSessionUser(session.viewer), expires: new Date(session.expiresAt).toISOString() },
      unread,
      siteName: site.name,
      ...siteForPage(site),
      csrfToken: csrf.csrfToken,
      flash,
      ...(session && catalogueFor(session.viewer)),
      ...(pins.length > 0 && { pins }),
      ...(shown && { shown }),
      ...(isOnApple(request.headers.get("User-Agent")) && { onApple: true as const }),
      ...(changes.length > 0 && { accountChanges: { changes, now: Date.now() } }),
      client: { buildId: buildInfo().id, buildCheckSeconds, sessionRefreshSeconds, attachmentMib },
    } satisfies RootData,
    { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) },
  );
}

/** On failure, shows the page without the count. */
const unreadOf = (viewer: Viewer, request: Request) =>
  countUnread(db, viewer, viewedTaskId(request)).catch((err) => {
    log.warn({ err }, "Couldn't count notifications");
    return 0;
  });

/** The task on screen: its notifications count as read. */
function viewedTaskId({ url }: Request): number | null {
  const found = /^\/tasks\/(\d{1,9})$/.exec(new URL(url).pathname);
  return found ? Number(found[1]) : null;
}

const toSessionUser = ({ id, name, email, role }: Viewer) => ({ id, name, email, role });

/**
 * A refused form doesn't revalidate, which is the default. But an outdated one (409) may belong to a person who is no
 * longer signed in. A page restored by Back shows first and revalidates afterwards.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ nextUrl, actionStatus = 200, defaultShouldRevalidate }) =>
  !pageMemory.has(addressOf(nextUrl)) && (actionStatus < 400 ? defaultShouldRevalidate : actionStatus === 409);

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const hydrate = useShouldHydrate();
  const root = useRootData() ?? null;
  learnFromPage(root?.catalogue);
  setPageTimeStyle(root?.shown);
  return (
    <html lang="en" data-theme={root?.shown?.theme} data-density={root?.shown?.density}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={THEME_SCHEMES[root?.shown?.theme ?? "system"]} />
        {/* Paint once the whole page is parsed: half a page would shift when the rest arrives. */}
        <link rel="expect" href={`#${AFTER_PAGE}`} blocking="render" />
        <Meta />
        <Links />
        <SiteLinks site={root?.site} />
      </head>
      <body>
        <FlashMessage flash={root?.flash ?? null} scripted={hydrate} />
        <KeysProvider value={keysOn(root?.onApple)}>
          {children}
          <ShellIslands root={root} />
        </KeysProvider>
        {hydrate && <ScrollRestoration nonce={nonce} />}
        {hydrate && <Scripts nonce={nonce} />}
        {process.env.NODE_ENV === "development" && <LiveReload nonce={nonce} />}
      </body>
    </html>
  );
}

/** The site's colours come after the product's; its logo replaces ours. */
const SiteLinks = ({ site }: { site: RootData["site"] | undefined }) => (
  <>
    {site?.colour && <link rel="stylesheet" href={accentStylesheetHref(site.colour)} />}
    <link rel="icon" href={site?.logo?.src ?? "/icons/favicon.svg"} />
  </>
);

export default function App() {
  return <Outlet />;
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
