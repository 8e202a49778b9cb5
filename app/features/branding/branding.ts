/**
 * Name of the site that a host serves; null for a host without one. The same on server and in the browser.
 *
 * host       as in a Host header or `location.host`: any case, with or without a port, "[::1]:3000" for IPv6
 * siteNames  lower-case host name without port, to label (SITE_NAMES)
 */
export function siteNameOf(host: string | null | undefined, siteNames: ReadonlyMap<string, string>): string | null {
  const name = hostNameOf(host ?? "");
  return siteNames.get(name) ?? siteNames.get(`[${name}]`) ?? null;
}

/** The host in lower case, without port, IPv6 brackets and trailing dot. */
export function hostNameOf(host: string): string {
  const lower = host.trim().toLowerCase();
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(lower)?.[1];
  if (bracketed !== undefined) return bracketed;
  const withoutPort = /^([^:]*):\d*$/.exec(lower)?.[1] ?? lower; // two colons or more: an IPv6 address without brackets
  return withoutPort.replace(/\.$/, "");
}

export const SITE_LIMITS = { name: 60, sites: 20, logoKiB: 200, logoPixels: 2_000 } as const;

/** Settings of a host. Empty `name`: the one in SITE_NAMES. Empty `colour`: the product's. */
export type SiteFields = { name: string; colour: string };

/** Such as "#e8650a". */
export const COLOUR = /^#[0-9a-f]{6}$/;

/** The product's own colour, for a colour input. */
export const USUAL_COLOUR = "#e8650a";

/** Normalizes a typed colour to "#1f6feb": the # is optional, three digits are enough. Other text stays invalid. */
export const normalizeColour = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^#?(?=.)/, "#")
    .replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, "#$1$1$2$2$3$3");

/** URL of a colour's stylesheet; `preview`: for the site preview only. */
export const accentStylesheetHref = (colour: string, preview = false) =>
  `/colours/${colour.slice(1)}.css${preview ? "?preview" : ""}`;

export const siteHref = (host: string) => `/settings/sites/${encodeURIComponent(host)}/edit`;
