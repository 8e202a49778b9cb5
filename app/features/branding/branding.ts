/**
 * The name of the site that a host serves; null for a host without one. The same on server and in the browser.
 *
 * host       as in a Host header or `location.host`: any case, with or without a port, "[::1]:3000" for IPv6
 * siteNames  host name in lower case, without port, to label (SITE_NAMES)
 */
export function siteNameOf(host: string | null | undefined, siteNames: ReadonlyMap<string, string>): string | null {
  const name = hostNameOf(host ?? "");
  return siteNames.get(name) ?? siteNames.get(`[${name}]`) ?? null;
}

/** The host without port, IPv6 brackets and closing dot, in lower case. */
export function hostNameOf(host: string): string {
  const lower = host.trim().toLowerCase();
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(lower)?.[1];
  if (bracketed !== undefined) return bracketed;
  const withoutPort = /^([^:]*):\d*$/.exec(lower)?.[1] ?? lower; // two colons or more: an IPv6 address without brackets
  return withoutPort.replace(/\.$/, "");
}

/** Words and limits of sites that browser and server share. */

export const SITE_LIMITS = { name: 60, sites: 20, logoKiB: 200, logoPixels: 2_000 } as const;

/** What an admin says of a host. Empty: its name in SITE_NAMES, the colour of the product. */
export type SiteFields = { name: string; colour: string };

/** How a colour is written: "#e8650a". */
export const COLOUR = /^#[0-9a-f]{6}$/;

/** "#1f6feb" of what somebody typed: also without its sign, and with three digits. What is no colour stays none. */
export const colourTyped = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^#?(?=.)/, "#")
    .replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, "#$1$1$2$2$3$3");

/** Where the sheet of a colour is; `preview`: for the part of a page that shows what it would be like. */
export const coloursOf = (colour: string, preview = false) =>
  `/colours/${colour.slice(1)}.css${preview ? "?preview" : ""}`;

export const siteHref = (host: string) => `/settings/sites/${encodeURIComponent(host)}/edit`;
