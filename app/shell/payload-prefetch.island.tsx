import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { mayLoadAhead, whenIdle } from "~/lib/load-ahead";
import { payloads, setShownPath } from "./from-payload";
import { pageAhead } from "./payload-links";
import { payloadAddress } from "./payloads";
import { pageAt, takesPayload } from "./router-adapter";

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
