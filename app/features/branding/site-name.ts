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
