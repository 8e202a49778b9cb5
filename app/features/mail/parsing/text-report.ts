import { reportWords, statusIn } from "./delivery-report";
import type { ReportedRecipient } from "./parsed-mail";
import { bareAddress, bareAddresses } from "./plain-address";

/** A report in prose, and the copy of our message below it, if it has one. */
export type TextReport = { recipients: ReportedRecipient[]; returned: string };

const MAX_CHARACTERS = 64 * 1_024;
const MAX_RECIPIENTS = 200;

/** Where the copy of the returned message begins, in the words of qmail, Exim, Sendmail and others. */
const COPY_BEGINS =
  /^[ \t]{0,8}(?:---+ ?Below this line is a copy of the message\.?|-{3,}[^\n-]{0,60}(?:copy of (?:the|your) message|original message|returned message|message follows|unsent message)[^\n]{0,80}|The original message(?: headers)? follows?[^\n]{0,20}|Received:.{0,900})$/im;

const DELAYED =
  /\b(?:has not (?:yet )?been delivered|delayed|will (?:continue to )?(?:be retried|retry|try)|no action is required|warning message only|THIS IS A WARNING)\b/i;

/** "<priya@one.example>:" of qmail and Postfix. */
const BRACKETED = /^\s{0,4}<([^<>\s]{3,320})>(?:\s*\([^)\n]{0,200}\))?\s*:?\s*(.*)$/s;
/** "  priya@one.example" of Exim, its reason on the lines below. */
const INDENTED = /^ {1,4}(?:<)?([^\s<>:;,]{1,100}@[^\s<>:;,]{1,255})>?:?$/;

const REPORT_BEGINS = [
  /^\s*Hi\. This is the qmail-send program/i,
  /^\s*(?:Hello\. |Hi\. )?This is the \S{1,60} (?:program|mail system|deliver program)/i,
  /^\s*This message was created automatically by (?:the )?(?:mail delivery software|SMTP relay|mail system)/i,
  /^\s*A message that you (?:sent|have sent) (?:could not be|has not been|contained no)/i,
  /^\s*This is (?:the mail system at host|an automatically generated (?:Delivery Status|message))/i,
  /^\s*(?:The original message was received at|The following (?:addresses|message|recipients?))/i,
  /^\s*Your message (?:did not reach|could not be delivered|wasn't delivered|has not been delivered|to)\b/i,
  /^\s*(?:I'm sorry to have to inform you|Delivery (?:to the following|has failed))/i,
  /^\s*\*{2}[^\n]{0,60}(?:Address not found|Message (?:not delivered|blocked)|Delivery incomplete)/i,
];

/**
 * Reads a report written for people. Only for mail of a mail system: a person may quote such a text. `failed` are addresses
 * that a header of the report names.
 */
export function readTextReport(text: string, failed: readonly string[]): TextReport | null {
  const start = text.slice(0, MAX_CHARACTERS);
  if (failed.length === 0 && !REPORT_BEGINS.some((begins) => begins.test(start))) return null;
  const copy = COPY_BEGINS.exec(start);
  const report = copy ? start.slice(0, copy.index) : start;
  const returned = copy ? start.slice(copy.index + (/^Received:/i.test(copy[0]) ? 0 : copy[0].length)) : "";
  const action = DELAYED.test(report) ? "delayed" : "failed";

  const reasons = reasonsIn(report);
  const addresses =
    failed.length > 0 ? failed : reasons.size > 0 ? [...reasons.keys()] : addressesAfterIntroduction(report);
  const recipients = addresses.slice(0, MAX_RECIPIENTS).map((address) => {
    const words = reportWords(reasons.get(address)?.join(" ") ?? "");
    return { address, action, status: statusIn(words), words } satisfies ReportedRecipient;
  });
  return recipients.length > 0 ? { recipients, returned } : null;
}

/** The reason after each address on its own line, up to an empty line. */
function reasonsIn(report: string): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  let current: string[] | null = null;
  for (const line of report.split("\n")) {
    const [, named, rest = ""] = BRACKETED.exec(line) ?? INDENTED.exec(line) ?? [];
    const address = named ? bareAddress(named) : null;
    if (address && reasons.size < MAX_RECIPIENTS) {
      current = rest ? [rest] : [];
      if (!reasons.has(address)) reasons.set(address, current);
    } else if (line.trim() === "") {
      if (current && current.length > 0) current = null;
    } else if (current && current.length < 20) current.push(line.trim());
  }
  return reasons;
}

/** "Delivery to the following recipient failed permanently: priya@one.example", all on a few lines. */
const addressesAfterIntroduction = (report: string) => bareAddresses(report.slice(0, 2_000)).slice(0, 1);
