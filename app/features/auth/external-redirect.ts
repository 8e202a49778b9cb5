import { MINUTE_MS } from "~/lib/durations";

/** How long the page waits for the browser to leave. */
export const REDIRECT_FALLBACK_MS = MINUTE_MS;

/** What a page does that is still here when the time is over. */
export type Fallback = { kind: "push"; path: string } | { kind: "load"; url: string };

/** A router can go to addresses of its own site only; for another one the location is set again. */
export function fallbackFor(url: string, origin: string): Fallback {
  const target = new URL(url, origin);
  if (target.origin !== origin) return { kind: "load", url: target.href };
  return { kind: "push", path: target.pathname + target.search + target.hash };
}

/**
 * Leaves for an external sign-in page. A page that is alive after 60 seconds, because the other site did not answer or the
 * browser asked and was told to stay, tries once more. Not when it is gone (or asleep in the back list), and not when the
 * person has gone on to something else meanwhile.
 */
export function followExternally(
  url: string,
  push: (path: string) => void = (path) => location.assign(path),
): undefined {
  const startedAt = location.href;
  const timer = setTimeout(() => {
    removeEventListener("pagehide", cancel);
    if (location.href !== startedAt) return;
    const fallback = fallbackFor(url, location.origin);
    if (fallback.kind === "push") push(fallback.path);
    else location.href = fallback.url;
  }, REDIRECT_FALLBACK_MS);
  const cancel = () => clearTimeout(timer);
  addEventListener("pagehide", cancel, { once: true });
  location.href = url;
}
