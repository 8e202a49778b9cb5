import { parseUrl } from "~/lib/parse-url";

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
