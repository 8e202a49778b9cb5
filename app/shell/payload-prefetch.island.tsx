import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { listen } from "~/lib/listen";
import { parseUrl } from "~/lib/parse-url";
import { payloads, setShownPath } from "./payload-client-loader";
import { payloadAddress } from "./payloads";
import { pageAt, takesPayload } from "./router-adapter";

/** The part of `navigator.connection` needed here, in browsers that have it. */
type Connection = { saveData?: boolean; effectiveType?: string } | undefined;

/** Checks whether the connection allows speculative loading. */
export const allowsAhead = (connection: Connection) =>
  !connection?.saveData && !/2g/.test(connection?.effectiveType ?? "");

const mayLoadAhead = () => allowsAhead((navigator as Navigator & { connection?: Connection }).connection);

function whenIdle(work: () => void) {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work);
  else setTimeout(work, 200); // Safari
}

/** The part of a link that prefetching needs. `prefetch` is `data-prefetch` of the link or the nearest element around it. */
export type Link = { href: string; target: string; download: boolean; rel: string; prefetch: string | null };

/**
 * Returns the page a link leads to if its payload may be prefetched.
 *
 * Null  for other hosts, new windows, downloads, the current page, and links that opt out. `data-prefetch="none"` on or
 *       around a link turns it off. `data-prefetch="intent"` waits for hover or focus: for long lists, the task page and
 *       most of the sidebar. A link inside with "visible" doesn't wait.
 */
export function pageAhead(link: Link, here: URL, when: "visible" | "intent"): URL | null {
  const url = parseUrl(link.href);
  if (!url || url.origin !== here.origin || url.pathname === here.pathname) return null;
  if ((link.target !== "" && link.target !== "_self") || link.download || /\bexternal\b/.test(link.rel)) return null;
  if (link.prefetch === "none" || (link.prefetch === "intent" && when === "visible")) return null;
  return url;
}

/** Prefetches data for likely next pages. Without scripts, each page comes with its data anyway. */
export function PayloadPrefetch() {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();

  useEffect(() => setShownPath(pathname), [pathname]);

  // Loads the data in parallel with the next page's script.
  useEffect(() => {
    if (state !== "loading" || !location || location.pathname === pathname) return;
    const url = new URL(location.pathname + location.search, window.location.origin);
    if (hasPayload(url)) void payloads.ask(payloadAddress(url));
  }, [state, location, pathname]);

  useEffect(() => {
    if (state === "submitting") payloads.setChanging(true);
    else if (state === "idle") payloads.setChanging(false);
  }, [state]);

  useEffect(() => watchLinks(), []);
  return null;
}

function hasPayload(url: URL) {
  const page = pageAt(url.pathname);
  return page !== undefined && takesPayload(page);
}

/** Prefetches when a link scrolls into view, is hovered or gets the focus. Returns a cleanup function. */
function watchLinks() {
  function ask(link: HTMLAnchorElement, when: "visible" | "intent") {
    if (!mayLoadAhead()) return;
    const prefetch = link.closest("[data-prefetch]")?.getAttribute("data-prefetch") ?? null;
    const { href, target, rel } = link;
    const here = new URL(window.location.href);
    const url = pageAhead({ href, target, rel, download: link.hasAttribute("download"), prefetch }, here, when);
    if (url && hasPayload(url)) void payloads.ask(payloadAddress(url));
  }

  const inSight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inSight.unobserve(target);
      whenIdle(() => ask(target as HTMLAnchorElement, "visible"));
    }
  });
  const observed = new WeakSet<Element>();
  function observe() {
    for (const link of document.querySelectorAll("a[href]")) {
      if (observed.has(link)) continue;
      observed.add(link);
      inSight.observe(link);
    }
  }
  const changes = new MutationObserver(() => whenIdle(observe));
  let ended = false;
  const start = () => {
    if (ended) return;
    observe();
    changes.observe(document.body, { childList: true, subtree: true });
  };
  whenIdle(start);

  const onIntent = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link) ask(link, "intent");
  };
  const endIntents = listen(document, { pointerover: onIntent, focusin: onIntent });
  return () => {
    ended = true;
    inSight.disconnect();
    changes.disconnect();
    endIntents();
  };
}
