import type { AppLoadContext } from "@remix-run/node";
import type { RequestNotes } from "~/lib/log.server";
import { addressIn } from "~/lib/network-address.server";
import { settings } from "~/lib/settings.server";
import { authOrigin, hostOf } from "./origin.server";

/**
 * Remix's load context from build-scripts/serve. remix-serve passes none, so the request is the only source, and only a
 * trusted proxy names the client.
 */
type ServerContext = {
  requestId: string;
  address: string;
  clientAddress: string;
  /** The Origin header, hidden from Remix, which would answer a foreign one with an empty 500. */
  origin: string | null;
  /** The query had `_data`, removed before Remix sees it. */
  hasDataParameter: boolean;
};

declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    server?: ServerContext;
    /** Created by the first loader or action; the server's access log reads route and person from it. */
    notes?: RequestNotes;
  }
}

/** `Sec-Fetch-Site` values of another site, for requests without Origin. */
const FROM_ELSEWHERE = /^(?:cross-site|same-site)$/;

/** Returns a request's notes, shared by all its loaders through the load context. */
export function notesOf(request: Request, context: AppLoadContext): RequestNotes {
  context.notes ??= newNotes(request, context.server);
  return context.notes;
}

function newNotes(request: Request, server: ServerContext | undefined): RequestNotes {
  const { headers } = request;
  const { pathname, search, searchParams } = new URL(request.url);
  const address = server?.address ?? pathname + search;
  const connected = server?.clientAddress ?? "";
  // The last entry is from our own proxy; the client can forge earlier ones.
  const forwarded = settings().authTrustHost
    ? addressIn(headers.get("X-Forwarded-For")?.split(",").at(-1) ?? "")
    : null;
  return {
    id: server?.requestId ?? crypto.randomUUID(),
    address,
    clientAddress: forwarded ?? addressIn(connected) ?? connected,
    foreignOrigin: isForeign(request, server ? server.origin : headers.get("Origin")),
    dataParameter: server?.hasDataParameter ?? searchParams.has("_data"),
    dataAddress: /^[^?]*\.data(?:\?|$)/.test(address),
  };
}

function isForeign(request: Request, origin: string | null): boolean {
  if (origin === null) return FROM_ELSEWHERE.test(request.headers.get("Sec-Fetch-Site") ?? "");
  return (
    !sameHost(origin, authOrigin(request, settings())) && !sameHost(origin, `http://${hostOf(request, settings())}`)
  );
}

/** Ignores the scheme: a proxy that ends TLS without saying so is not a foreign site. */
function sameHost(a: string, b: string | null): boolean {
  return b !== null && URL.canParse(a) && URL.canParse(b) && new URL(a).host === new URL(b).host;
}
