import type { Settings } from "~/lib/settings.server";

/**
 * Returns the origin the browser uses to reach us: "https://desk.example.org".
 *
 * Null    when the request names no usable host
 * Order   the configured address, then the forwarded host and protocol of a trusted proxy, then the Host header. Not
 *         `request.url`: remix-serve puts any forwarded port into it, trusted or not
 */
export function authOrigin(
  { headers }: Pick<Request, "headers">,
  { authOrigin: configured, authTrustHost }: Pick<Settings, "authOrigin" | "authTrustHost">,
): string | null {
  if (configured) return configured;
  const protocol = authTrustHost && first(headers.get("X-Forwarded-Proto")) === "https" ? "https:" : "http:";
  return originOf(protocol, hostOf({ headers }, { authTrustHost }));
}

/** Returns the requested host, from the Host header or a trusted proxy; null without either. */
export function hostOf({ headers }: Pick<Request, "headers">, { authTrustHost }: Pick<Settings, "authTrustHost">) {
  return (authTrustHost ? first(headers.get("X-Forwarded-Host")) : null) ?? headers.get("Host");
}

/** Each proxy appends the host it saw; the first entry is the one the browser requested. */
const first = (list: string | null) => list?.split(",")[0]?.trim().toLowerCase() || null;

function originOf(protocol: string, host: string | null): string | null {
  if (!host) return null;
  const address = `${protocol}//${host}`;
  // Only a name or bracketed address and a port: nothing that shifts the boundary between host, user and path.
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) || !URL.canParse(address)) return null;
  return new URL(address).origin;
}
