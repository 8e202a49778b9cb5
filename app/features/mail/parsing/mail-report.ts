import { machineText } from "./charset";
import { reportedRecipients } from "./delivery-report";
import { firstHeader, headerLines, headersNamed } from "./header-lines";
import { embeddedHeaders } from "./mail-files";
import { messageIdsIn } from "./message-ids";
import type { MimePart } from "./mime-parts";
import type { MailReport, ParsedMail } from "./parsed-mail";
import { bareAddresses, isMailSystem } from "./plain-address";
import { partBytes } from "./read-part";
import { readTextReport } from "./text-report";

const MAX_STATUS_BYTES = 2 ** 19;
const RETURNED = [
  "message/rfc822",
  "message/global",
  "message/global-headers",
  "text/rfc822-headers",
  "message/rfc822-headers",
];

type Envelope = Pick<ParsedMail, "headers" | "from" | "returnPath">;

/** Reads a machine's report; null for all other mail. */
export function readReport(
  source: Buffer,
  leaves: readonly MimePart[],
  mail: Envelope,
  text: string,
): MailReport | null {
  const bytesOf = (...types: string[]) => {
    const part = leaves.find(({ type }) => types.includes(type));
    return part ? partBytes(source, part) : null;
  };
  if (bytesOf("message/feedback-report")) return { kind: "abuse" };
  if (bytesOf("message/disposition-notification")) return { kind: "receipt" };

  const returned = bytesOf(...RETURNED);
  const originalId = returned && messageIdOf(embeddedHeaders(returned));
  const status = bytesOf("message/delivery-status", "message/global-delivery-status");
  const recipients = status ? reportedRecipients(machineText(status.subarray(0, MAX_STATUS_BYTES))) : [];
  if (recipients.length > 0) return { kind: "delivery", recipients, originalId };
  return fromText(mail, text, originalId, status !== null);
}

function fromText(mail: Envelope, text: string, originalId: string | null, claimsReport: boolean): MailReport | null {
  const failed = bareAddresses(headersNamed(mail.headers, "x-failed-recipients").join(","));
  if (!claimsReport && failed.length === 0 && !isFromMailSystem(mail)) return null;
  const report = readTextReport(text, failed);
  if (!report) return null;
  return {
    kind: "delivery",
    recipients: report.recipients,
    originalId: originalId ?? messageIdOf(copiedHeaders(report.returned)),
  };
}

const isFromMailSystem = ({ returnPath, from }: Envelope) =>
  returnPath === "" || from.some(({ address }) => isMailSystem(address));

const messageIdOf = (headers: [string, string][]) => messageIdsIn(firstHeader(headers, "message-id"))[0] ?? null;

/** The headers of a copy in a text: after some empty lines, up to the next. */
const copiedHeaders = (copy: string) => {
  const block = copy.replace(/^\s*\n/, "");
  const end = block.search(/\n[ \t]*\n/);
  return headerLines(Buffer.from(end < 0 ? block : block.slice(0, end)));
};
