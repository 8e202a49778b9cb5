import type { MailServer } from "./mail-server";
import * as say from "./transport-copy";

const LONGEST = 500;

/** A server's response for display: one line, without control characters, at most 500 characters. */
export const oneLine = (words: string) =>
  words
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST);

const SILENT = [
  ...["ETIMEDOUT", "CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT", "ETIMEOUT", "SOCKET_TIMEOUT"],
];
const LOST = [
  ...["ECONNRESET", "EPIPE", "ECONNECTION", "NoConnection", "EConnectionClosed", "StateLogout", "NoMailboxSelected"],
  ...["ClosedAfterConnectText", "ClosedAfterConnectTLS", "ECONNABORTED"],
];
const UNREACHABLE = ["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "EADDRNOTAVAIL"];
const UNREADABLE =
  /^(?:Parser|EPROTOCOL$|LineTooLarge|LiteralTooLarge|ResponseTooLarge|TooManyTokens|InvalidResponse|ResponseProcessing|MissingTag|UnexpectedTag|MAX_IMAP)/;
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|ALTNAME/;

type Fault = {
  name?: unknown;
  code?: unknown;
  originalCode?: unknown;
  message?: unknown;
  errors?: unknown;
  tlsFailed?: unknown;
};

/** A sentence about a connection that failed without a response from the server. */
export function describeFault(error: unknown, { host, port }: Pick<MailServer, "host" | "port">): string {
  const fault = (error ?? {}) as Fault;
  // Node tries several addresses of a name and reports their errors together.
  const [first] = Array.isArray(fault.errors) ? fault.errors : [];
  if (first) return describeFault(first, { host, port });

  const code = String(fault.originalCode ?? fault.code ?? "");
  const reason = oneLine(String(fault.message ?? error)).replace(/\.$/, "");
  if (fault.name === "NotPrivateError") return String(fault.message);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "EDNS") return say.notFound(host);
  if (code === "ECONNREFUSED") return say.refusedConnection(host, port);
  if (UNREACHABLE.includes(code)) return say.unreachable(host);
  if (SILENT.includes(code)) return say.noAnswer(host);
  if (CERTIFICATE.test(code)) return say.untrustedCertificate(host, reason);
  if (/STARTTLS/.test(reason)) return say.noStartTls(host);
  if (fault.tlsFailed || code === "ETLS" || code.startsWith("ERR_SSL") || code === "EPROTO") {
    return say.noSecureConnection(host, reason);
  }
  if (LOST.includes(code)) return say.connectionLost(host);
  if (UNREADABLE.test(code)) return say.unreadableAnswer(host);
  return reason || say.connectionLost(host);
}
