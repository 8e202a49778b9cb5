import ipaddr from "ipaddr.js";

/**
 * Parses a network address as proxies write it. Null for anything else, such as "unknown".
 *
 * Shape   "203.0.113.61", "203.0.113.61:40001", "2001:db8::1", "[2001:db8::1]:443", with or without a zone ("%eth0");
 *         "::ffff:203.0.113.61" becomes the IPv4 address
 */
export function addressIn(text: string): string | null {
  const trimmed = text.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed, plain] = /^(?:\[([^[\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(trimmed) ?? [];
  return parse(bracketed ?? plain ?? trimmed)?.toString() ?? null;
}

/** `network` is an IPv4 address, or the IPv6 /64 that a household or server gets; `site` is the /48 around it. */
export function networksOf(address: string): { network: string; site: string | null } {
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return { network: parsed?.toString() ?? address, site: null };
  const first = (count: number) => parsed.parts.slice(0, count).map((part) => part.toString(16));
  return { network: `${first(4).join(":")}::/64`, site: `${first(3).join(":")}::/48` };
}

function parse(text: string) {
  const [address = ""] = text.split("%");
  const isAddress = address.includes(":") ? ipaddr.IPv6.isValid(address) : ipaddr.IPv4.isValidFourPartDecimal(address);
  return isAddress ? ipaddr.process(address) : null;
}
