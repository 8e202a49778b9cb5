import { rootCertificates } from "node:tls";
import { ImapFlow, type ImapFlowOptions } from "imapflow";
import { describeFault, oneLine } from "./connection-words";
import type { MailServer } from "./mail-server";
import { OAuthRefused } from "./oauth-refused";
import { privateLookup, refusePublicAddress } from "./private-network.server";
import * as say from "./transport-copy";

/** A signed-in connection. */
export type ImapConnection = {
  client: ImapFlow;
  /** The server's response to the last command it refused: imapflow returns only `false` for some. */
  lastRefusal: () => string;
  /** The error that broke the connection, because the command that fails says only that it is gone. */
  fault: () => unknown;
};

/** A failed attempt to sign in. `refused`: the credentials are wrong, so another attempt is useless. */
export class ImapSignInError extends Error {
  override name = "ImapSignInError";
  constructor(
    message: string,
    readonly refused: boolean,
  ) {
    super(message);
  }
}

/** Larger literals and responses end the connection: only messages are that long, and they are read in parts. */
const MAX_LITERAL_BYTES = 64 * 1024 * 1024;

/**
 * Connects and signs in. Throws `ImapSignInError`. `silenceMs` ends a connection whose server stops answering. Aborting
 * closes the connection, whenever it happens.
 */
export async function connectImap(server: MailServer, silenceMs: number, signal: AbortSignal): Promise<ImapConnection> {
  if (server.encryption === "none") refusePublicAddress(server.host);
  if ("password" in server.auth) return attempt(server, { pass: server.auth.password }, silenceMs, signal);

  const { accessToken } = server.auth;
  const token = await tokenOf(accessToken());
  try {
    return await attempt(server, { accessToken: token }, silenceMs, signal);
  } catch (error) {
    if (!(error instanceof ImapSignInError && error.refused)) throw error;
    // A token can be revoked before it expires.
    const another = await tokenOf(accessToken(token));
    if (another === token) throw error;
    return attempt(server, { accessToken: another }, silenceMs, signal);
  }
}

const tokenOf = (token: Promise<string>) =>
  token.catch((error) => {
    throw new ImapSignInError(oneLine(String(error?.message ?? error)), error instanceof OAuthRefused);
  });

async function attempt(
  server: MailServer,
  credentials: { pass: string } | { accessToken: string },
  silenceMs: number,
  signal: AbortSignal,
): Promise<ImapConnection> {
  let lastRefusal = "";
  const note = ({ err }: { err?: { responseText?: string } }) => {
    if (err?.responseText) lastRefusal = oneLine(err.responseText);
  };
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    ...protectionOf(server),
    auth: { user: server.user, ...credentials },
    clientInfo: { name: "Taskdesk" },
    disableAutoIdle: true,
    connectionTimeout: Math.min(30_000, silenceMs),
    greetingTimeout: Math.min(30_000, silenceMs),
    socketTimeout: silenceMs,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxLineLength: MAX_LITERAL_BYTES,
    maxResponseSize: 2 * MAX_LITERAL_BYTES,
    logger: { debug() {}, info() {}, warn: note, error: note },
  });
  let fault: unknown;
  client.on("error", (error) => {
    fault = error;
  });
  const close = () => client.close();
  signal.addEventListener("abort", close, { once: true });
  client.once("close", () => signal.removeEventListener("abort", close));
  try {
    if (signal.aborted) client.close();
    await client.connect();
  } catch (error) {
    client.close();
    throw new ImapSignInError(imapWords(error, server), areCredentialsRefused(error));
  }
  return { client, lastRefusal: () => lastRefusal, fault: () => fault };
}

function protectionOf({ encryption, ca }: MailServer): Pick<ImapFlowOptions, "secure" | "doSTARTTLS" | "tls"> {
  // imapflow passes these to net.connect too.
  if (encryption === "none") return { secure: false, doSTARTTLS: false, tls: { lookup: privateLookup } };
  const tls = { rejectUnauthorized: true, ...(ca && { ca: [...rootCertificates, ca] }) };
  return encryption === "tls" ? { secure: true, tls } : { secure: false, doSTARTTLS: true, tls };
}

type ImapError = {
  authenticationFailed?: boolean;
  serverResponseCode?: string;
  responseText?: string;
  responseStatus?: string;
  response?: unknown;
  reason?: string;
  oauthError?: { status?: string; error_description?: string };
  message?: string;
};

/** Response codes (RFC 5530) and words of servers that refuse a sign-in for now. */
const PASSING_CODES = ["UNAVAILABLE", "LIMIT", "INUSE", "SERVERBUG", "OVERQUOTA", "THROTTLED"];
const PASSING_WORDS = /too many|temporar|try again|rate limit|unavailable|internal error|not connected|timed? ?out/i;

/** Whether the server refused the credentials, rather than failing itself. */
function areCredentialsRefused(error: unknown): boolean {
  const { authenticationFailed, serverResponseCode, responseText, response } = (error ?? {}) as ImapError;
  if (!authenticationFailed) return false;
  const words = responseText ?? String(response ?? "");
  if (/^(?:AUTHENTICATIONFAILED|AUTHORIZATIONFAILED|EXPIRED)$/i.test(serverResponseCode ?? "")) {
    return !/temporar/i.test(words);
  }
  return !PASSING_CODES.includes(serverResponseCode?.toUpperCase() ?? "") && !PASSING_WORDS.test(words);
}

/** Whether the server refused a command because of a temporary problem of its own. */
export function isPassingRefusal(error: unknown): boolean {
  const { responseStatus, responseText = "" } = (error ?? {}) as ImapError;
  return responseStatus === "NO" && PASSING_WORDS.test(responseText);
}

/** Describes an error, with the server's response if it gave one. */
export function imapWords(error: unknown, server: Pick<MailServer, "host" | "port">): string {
  const { responseText, reason, oauthError, message } = (error ?? {}) as ImapError;
  const words = oneLine([responseText, oauthError?.error_description].filter(Boolean).join(" "));
  if (words) return words;
  if (reason) return say.closedWith(server.host, oneLine(reason));
  if (/^Unsupported auth/.test(message ?? "")) return say.noSuitableSignIn(server.host);
  return describeFault(error, server);
}
