import { charsetOf, decodeText } from "./charset";
import { isEncryptedText, withoutClearSignature } from "./clear-signed";
import { contentHash } from "./content-hash";
import { addressesIn, countAddresses, decodedHeaders, decodedLine, parseAddresses } from "./decoded-headers";
import { firstHeader, headersNamed } from "./header-lines";
import { mailDate } from "./mail-date";
import { readFiles } from "./mail-files";
import { readReport } from "./mail-report";
import { messageIdsIn, referencesOf } from "./message-ids";
import { type MimeBody, readMimeBody } from "./mime-body";
import { findParts, leavesOf, type MimePart } from "./mime-parts";
import { LimitExceeded, type ParseLimits } from "./parse-limits";
import type { ParsedMail } from "./parsed-mail";
import { bareAddress, bareAddresses } from "./plain-address";
import { type PartDetails, partDetails } from "./read-part";
import { shownContentIds } from "./shown-pictures";

const COUNTED = ["from", "sender", "reply-to", "to", "cc", "bcc", "x-original-from", "x-original-sender"];
const DELIVERED_TO = ["delivered-to", "x-original-to", "x-forwarded-to"];

/**
 * Parses an email. Throws `LimitExceeded`; any other error is a bug, or the source isn't an email. Runs in a worker
 * thread.
 */
export async function readMail(source: Buffer, limits: ParseLimits): Promise<ParsedMail> {
  const root = findParts(source, limits);
  const { headers } = root;
  refuseManyAddresses(headers, limits.addresses);

  const leaves = leavesOf(root);
  const details = new Map<MimePart, PartDetails>();
  for (const leaf of leaves) details.set(leaf, await partDetails(leaf));
  const body = await readMimeBody(source, root, details);
  const envelope = await readEnvelope(headers);
  const report = readReport(source, leaves, { ...envelope, headers }, body.text ?? "");

  const shown = shownContentIds(body.html ?? "");
  const others = [...details].filter(([part]) => !body.parts.has(part));
  const { files, packed } = await readFiles(source, others, (id) => shown.has(id));
  const html = body.html ?? (await packedHtml(body, packed.html));
  const hasBody = html !== null || Boolean(body.text?.trim());
  const text = hasBody ? body.text : (packed.text ?? body.text);
  return {
    ...envelope,
    headers,
    text: text === null ? null : withoutClearSignature(text),
    html,
    files,
    report,
    encrypted: isEncrypted(root, details.values()) || isEncryptedText(text ?? ""),
    contentHash: contentHash(headers, source.subarray(root.bodyStart)),
  };
}

function refuseManyAddresses(headers: [string, string][], limit: number) {
  const count = headersNamed(headers, ...COUNTED).reduce((sum, value) => sum + countAddresses(value), 0);
  if (count > limit) throw new LimitExceeded("too_many_addresses");
}

async function readEnvelope(lines: [string, string][]) {
  const headers = await decodedHeaders(lines, "subject", "from", "sender", "reply-to", "to", "cc");
  const first = (name: string) => firstHeader(lines, name);
  const returnPath = first("return-path");
  return {
    messageId: messageIdsIn(first("message-id"))[0] ?? null,
    references: referencesOf(first("in-reply-to"), headersNamed(lines, "references").join(" ") || null),
    date: mailDate(first("date")),
    subject: decodedLine(headers.get("subject")).slice(0, MAX_SUBJECT_CHARACTERS),
    from: addressesIn(headers, "from"),
    sender: addressesIn(headers, "sender")[0] ?? null,
    originalFrom: parseAddresses(first("x-original-from") ?? first("x-original-sender") ?? "")[0] ?? null,
    replyTo: addressesIn(headers, "reply-to"),
    to: addressesIn(headers, "to"),
    cc: addressesIn(headers, "cc"),
    deliveredTo: bareAddresses(headersNamed(lines, ...DELIVERED_TO).join(",")),
    returnPath: returnPath === null ? null : (bareAddress(returnPath) ?? ""),
  };
}

/** Longer than any title; `headers` keeps the whole subject. */
const MAX_SUBJECT_CHARACTERS = 2_000;

async function packedHtml(body: MimeBody, html: Buffer | null): Promise<string | null> {
  if (html === null || body.text?.trim()) return null;
  return decodeText(html, charsetOf(html, "", true));
}

/** A text signed with S/MIME inside its signature counts too: we can't read it either. Bare certificates don't. */
function isEncrypted(root: MimePart, details: Iterable<PartDetails>): boolean {
  if (root.type === "multipart/encrypted") return true;
  for (const { type, smimeType } of details) {
    if (type === "application/pgp-encrypted") return true;
    const isSmime = type === "application/pkcs7-mime" || type === "application/x-pkcs7-mime";
    if (isSmime && smimeType !== "certs-only" && smimeType !== "compressed-data") return true;
  }
  return false;
}
