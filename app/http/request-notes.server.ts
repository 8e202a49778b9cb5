import type { AppLoadContext } from "@remix-run/node";
import { authOrigin, hostOf } from "~/http/origin.server";
import type { RequestNotes } from "~/lib/log.server";
import { addressIn } from "~/lib/network-address.server";
import { settings } from "~/lib/settings.server";

/**
 * What build-scripts/serve tells of a request as Remix's load context. remix-serve tells nothing: there the request has to do,
 * and who asks is known only where a trusted proxy says so.
 */
type ServerContext = {
  requestId: string;
  /** Path and query as they were sent. */
  address: string;
  /** Network address of whoever is connected to us. */
  clientAddress: string;
  /** The Origin header, which Remix doesn't get to see: it would answer a foreign one with an empty 500. */
  origin: string | null;
  /** The query had `_data`, which is taken out of it. */
  hasDataParameter: boolean;
};

declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    server?: ServerContext;
    /** Made when the first loader or action begins; the server's log line has route and person from here. */
    notes?: RequestNotes;
  }
}

/** Of a request without Origin: what browsers say of one that another site made. */
const FROM_ELSEWHERE = /^(?:cross-site|same-site)$/;

/** The notes of a request; the same ones for all of its loaders, which share its load context. */
export function notesOf(request: Request, context: AppLoadContext): RequestNotes {
  context.notes ??= newNotes(request, context.server);
  return context.notes;
}

function newNotes(request: Request, server: ServerContext | undefined): RequestNotes {
  const { headers } = request;
  const { pathname, search, searchParams } = new URL(request.url);
  const address = server?.address ?? pathname + search;
  const connected = server?.clientAddress ?? "";
  // The last entry is our own proxy's word; those before it may be the client's invention.
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

/** Compares without the scheme: a proxy that ends TLS and does not say so is no stranger. */
function sameHost(a: string, b: string | null): boolean {
  return b !== null && URL.canParse(a) && URL.canParse(b) && new URL(a).host === new URL(b).host;
}
