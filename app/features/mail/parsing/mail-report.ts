import { machineText } from "./charset";
import { fieldGroups, reportedRecipients } from "./delivery-report";
import { firstHeader, headerLines, headersNamed } from "./header-lines";
import { embeddedHeaders } from "./mail-files";
import { messageIdsIn } from "./message-ids";
import type { MimePart } from "./mime-parts";
import type { MailReport, OriginalHeaders, ParsedMail } from "./parsed-mail";
import { bareAddress, bareAddresses, localPart } from "./plain-address";
import { partBytes } from "./read-part";
import { readTextReport } from "./text-report";

const MAX_STATUS_BYTES = 2 ** 19;
const MAX_TO = 100;
const RETURNED = new Set([
  "message/rfc822",
  "message/global",
  "message/global-headers",
  "text/rfc822-headers",
  "message/rfc822-headers",
]);
const NOTHING_RETURNED: OriginalHeaders = { messageId: null, to: [], returnPath: null };

type Envelope = Pick<ParsedMail, "headers" | "from" | "returnPath">;

/** What a machine reports in place of a message; null for all other mail. */
export function readReport(
  source: Buffer,
  leaves: readonly MimePart[],
  mail: Envelope,
  text: string,
): MailReport | null {
  const textOf = (...types: string[]) => {
    const part = leaves.find(({ type }) => types.includes(type));
    return part ? machineText(partBytes(source, part).subarray(0, MAX_STATUS_BYTES)) : null;
  };
  const returned = leaves.find(({ type }) => RETURNED.has(type));
  const original = returned ? originalHeaders(embeddedHeaders(partBytes(source, returned))) : NOTHING_RETURNED;

  const abuse = textOf("message/feedback-report");
  if (abuse !== null) return { kind: "abuse", original: withComplaint(original, abuse) };

  const receipt = textOf("message/disposition-notification");
  if (receipt !== null) return { kind: "receipt", original: withReceipt(original, receipt) };

  const status = textOf("message/delivery-status", "message/global-delivery-status");
  const recipients = status === null ? [] : reportedRecipients(status);
  if (recipients.length > 0) return { kind: "delivery", recipients, original };
  return fromText(mail, text, original, status !== null);
}

function fromText(mail: Envelope, text: string, original: OriginalHeaders, claimsReport: boolean): MailReport | null {
  const failed = bareAddresses(headersNamed(mail.headers, "x-failed-recipients").join(","));
  if (!claimsReport && failed.length === 0 && !isFromMailSystem(mail)) return null;
  const report = readTextReport(text, failed);
  if (!report) return null;
  const copied = report.returned.trim() ? originalHeaders(copiedHeaders(report.returned)) : NOTHING_RETURNED;
  const merged = { ...copied, messageId: original.messageId ?? copied.messageId };
  return {
    kind: "delivery",
    recipients: report.recipients,
    original: original === NOTHING_RETURNED ? merged : original,
  };
}

const isFromMailSystem = ({ returnPath, from }: Envelope) =>
  returnPath === "" || from.some(({ address }) => /^(mailer-daemon|postmaster|mail-daemon)$/.test(localPart(address)));

function originalHeaders(headers: [string, string][]): OriginalHeaders {
  const returnPath = firstHeader(headers, "return-path");
  return {
    messageId: messageIdsIn(firstHeader(headers, "message-id"))[0] ?? null,
    to: bareAddresses(headersNamed(headers, "to").join(",")).slice(0, MAX_TO),
    returnPath: returnPath === null ? null : (bareAddress(returnPath) ?? ""),
  };
}

/** The headers of a copy in a text: after some empty lines, up to the next. */
const copiedHeaders = (copy: string) => {
  const block = copy.replace(/^\s*\n/, "");
  const end = block.search(/\n[ \t]*\n/);
  return headerLines(Buffer.from(end < 0 ? block : block.slice(0, end)));
};

/** RFC 5965: the recipient who complained, if the returned headers were shortened. */
function withComplaint(original: OriginalHeaders, feedback: string): OriginalHeaders {
  const fields = fieldGroups(feedback)[0] ?? new Map<string, string>();
  const complained = bareAddresses(fields.get("original-rcpt-to") ?? "");
  const mailFrom = bareAddress(fields.get("original-mail-from") ?? "");
  const to = [...new Set([...complained, ...original.to])];
  return { ...original, to, returnPath: original.returnPath ?? mailFrom };
}

/** RFC 8098: a receipt names the message by its id, and who read it. */
function withReceipt(original: OriginalHeaders, receipt: string): OriginalHeaders {
  const fields = fieldGroups(receipt)[0] ?? new Map<string, string>();
  const messageId = messageIdsIn(fields.get("original-message-id") ?? null)[0] ?? null;
  const reader = bareAddress(
    (fields.get("original-recipient") ?? fields.get("final-recipient") ?? "").replace(/^\w+;/, ""),
  );
  return {
    ...original,
    messageId: original.messageId ?? messageId,
    to: original.to.length > 0 || !reader ? original.to : [reader],
  };
}
