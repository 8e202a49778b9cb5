import type { ReportedRecipient } from "./parsed-mail";
import { bareAddress } from "./plain-address";

const MAX_RECIPIENTS = 200;
const MAX_WORDS = 500;
const ACTIONS = new Set(["failed", "delayed", "delivered", "relayed", "expanded"]);

export const reportWords = (words: string) => words.replace(/\s+/g, " ").trim().slice(0, MAX_WORDS);

/** Reads the machine-readable part of a delivery report (RFC 3464), even with missing fields. */
export function reportedRecipients(deliveryStatus: string): ReportedRecipient[] {
  const recipients: ReportedRecipient[] = [];
  for (const fields of fieldGroups(deliveryStatus)) {
    // The address we wrote to; the final one may be a forwarding address.
    const address =
      addressOf(fields.get("original-recipient")) ??
      addressOf(fields.get("final-recipient")) ??
      addressOf(fields.get("x-actual-recipient"));
    if (!address) continue;
    const words = reportWords((fields.get("diagnostic-code") ?? "").replace(/^[\w-]{1,40}\s*;/, ""));
    const status = statusIn(fields.get("status") ?? "") ?? statusIn(words);
    const action = actionOf(fields.get("action"), status);
    if (action) recipients.push({ address, action, status, words });
    if (recipients.length === MAX_RECIPIENTS) break;
  }
  return recipients;
}

/** "5.1.1" out of "5.1.1 (bad destination mailbox address)" or "550 5.1.1 …". */
export const statusIn = (words: string): string | null =>
  /(?:^|[\s#;(-])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(words)?.[1] ?? null;

/** Reports with a missing or non-standard action are read by their status. */
function actionOf(action: string | undefined, status: string | null): ReportedRecipient["action"] | null {
  const word = /^\s*([a-z]+)/i.exec(action ?? "")?.[1]?.toLowerCase() ?? "";
  if (ACTIONS.has(word)) return word as ReportedRecipient["action"];
  if (status?.startsWith("2")) return "delivered";
  if (status?.startsWith("4")) return "delayed";
  return status?.startsWith("5") || action !== undefined ? "failed" : null;
}

/** "rfc822; priya@one.example", or without the type. */
const addressOf = (field: string | undefined) => bareAddress((field ?? "").replace(/^[\w-]{1,40}\s*;/, ""));

/** Fields of each group; groups are separated by empty lines. Of a repeated field, the first counts. */
function fieldGroups(text: string): Map<string, string>[] {
  const groups: Map<string, string>[] = [];
  let group: Map<string, string> | null = null;
  let last = "";
  for (const line of text.split("\n")) {
    if (line.trim() === "") {
      group = null;
      continue;
    }
    if (!group) {
      group = new Map();
      groups.push(group);
    }
    if (/^[ \t]/.test(line)) {
      const before = group.get(last);
      if (before !== undefined && before.length < 4_000) group.set(last, `${before} ${line.trim()}`);
      continue;
    }
    const [, name = "", value = ""] = /^([\w-]{1,100})\s*:\s*(.*)$/.exec(line) ?? [];
    last = name.toLowerCase();
    if (last && !group.has(last)) group.set(last, value.trim());
    else last = "";
  }
  return groups;
}
