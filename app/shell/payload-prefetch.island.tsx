import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { parseUrl } from "~/lib/parse-url";
import { payloads, setShownPath } from "./from-payload";
import { payloadAddress } from "./payloads";
import { pageAt, takesPayload } from "./router-adapter";

/** What `navigator.connection` tells, where a browser has it. */
type Connection = { saveData?: boolean; effectiveType?: string } | undefined;

/** Whether something may be loaded over a connection that perhaps nobody needs. */
export const allowsAhead = (connection: Connection) =>
  !connection?.saveData && !/2g/.test(connection?.effectiveType ?? "");

/** Browser only: the same of the one it has now. */
const mayLoadAhead = () => allowsAhead((navigator as Navigator & { connection?: Connection }).connection);

/** Browser only: once it has nothing better to do. */
function whenIdle(work: () => void) {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work);
  else setTimeout(work, 200); // Safari
}

/** A link, as far as prefetching cares. `prefetch` is its, or its surroundings', `data-prefetch`. */
export type Link = { href: string; target: string; download: boolean; rel: string; prefetch: string | null };

/**
 * The page a link leads to, when its payload may be loaded in advance.
 *
 * Null  for other hosts, new windows, downloads, the page one is on, and links that opt out: `data-prefetch="none"`
 *       on it or around it; `data-prefetch="intent"`, for long lists, the page of a task and most of the sidebar, waits until
 *       the link is pointed at or focused; a link in there that says "visible" does not wait.
 */
export function pageAhead(link: Link, here: URL, when: "visible" | "intent"): URL | null {
  const url = parseUrl(link.href);
  if (!url || url.origin !== here.origin || url.pathname === here.pathname) return null;
  if ((link.target !== "" && link.target !== "_self") || link.download || /\bexternal\b/.test(link.rel)) return null;
  if (link.prefetch === "none" || (link.prefetch === "intent" && when === "visible")) return null;
  return url;
}

/** Asks for the data of pages one may go to next. Without scripts each page comes with its data anyway. */
export function PayloadPrefetch() {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();

  useEffect(() => setShownPath(pathname), [pathname]);

  // While the script of the next page is still loading its data can be on its way.
  useEffect(() => {
    if (state !== "loading" || !location || location.pathname === pathname) return;
    const url = new URL(location.pathname + location.search, origin());
    if (hasPayload(url)) void payloads.ask(payloadAddress(url));
  }, [state, location, pathname]);

  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const method = event.submitter?.getAttribute("formmethod") ?? (event.target as HTMLFormElement).method;
      if (method.toLowerCase() === "post") payloads.setChanging(true);
    };
    document.addEventListener("submit", onSubmit, true);
    return () => document.removeEventListener("submit", onSubmit, true);
  }, []);
  useEffect(() => {
    if (state === "submitting") payloads.setChanging(true);
    else if (state === "idle") payloads.setChanging(false);
  }, [state]);

  useEffect(() => watchLinks(), []);
  return null;
}

const origin = () => window.location.origin;

/** Whether the address is a page of ours that takes its data from a payload. */
function hasPayload(url: URL) {
  const page = pageAt(url.pathname);
  return page !== undefined && takesPayload(page);
}

/** Asks for a payload when a link to its page comes into sight, is pointed at or gets the focus. Answers the end. */
function watchLinks() {
  function ask(link: HTMLAnchorElement, when: "visible" | "intent") {
    if (!mayLoadAhead()) return;
    const prefetch = link.closest("[data-prefetch]")?.getAttribute("data-prefetch") ?? null;
    const { href, target, rel } = link;
    const url = pageAhead({ href, target, rel, download: link.hasAttribute("download"), prefetch }, here(), when);
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
  document.addEventListener("pointerover", onIntent, { passive: true });
  document.addEventListener("focusin", onIntent);
  return () => {
    ended = true;
    inSight.disconnect();
    changes.disconnect();
    document.removeEventListener("pointerover", onIntent);
    document.removeEventListener("focusin", onIntent);
  };
}

const here = () => new URL(window.location.href);
