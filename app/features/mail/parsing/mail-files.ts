import { MAX_TYPE_CHARACTERS } from "~/features/conversation/attachments/incoming-files.server";
import { decodedHeaders, decodedLine } from "./decoded-headers";
import { headerLines } from "./header-lines";
import { mailFileName } from "./mail-file-name";
import type { MimePart } from "./mime-parts";
import type { MailFile } from "./parsed-mail";
import { type PartDetails, partBytes } from "./read-part";
import { readTnef } from "./tnef";

type FoundFiles = {
  files: MailFile[];
  /** From a winmail.dat, for mail that has no other body. */
  packed: { text: string | null; html: Buffer | null };
};

const SIGNATURE_TYPES = new Set([
  "application/pgp-signature",
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
]);
const SIGNATURE_NAMES = /^(smime\.p7s|signature\.asc|openpgp_signature(\.asc)?)$/i;
/** Alternative forms of the text, never listed as files when they accompany the text. */
const OTHER_FORMS = new Set(["text/x-amp-html", "text/watch-html", "text/enriched", "text/richtext"]);
const REPORTS = new Set([
  "message/delivery-status",
  "message/global-delivery-status",
  "message/disposition-notification",
  "message/feedback-report",
]);
const MESSAGES = new Set(["message/rfc822", "message/global"]);

function isHidden(part: MimePart, { type, fileName }: PartDetails): boolean {
  if (SIGNATURE_TYPES.has(type) || SIGNATURE_NAMES.test(fileName)) return true;
  if (type === "application/pgp-encrypted" || REPORTS.has(type)) return true;
  return part.parent?.type === "multipart/alternative" && OTHER_FORMS.has(type);
}

const MAX_COMPARED = 10;

/** Turns every part that isn't the body into a file. `isShown`: whether the text shows the picture with that id. */
export async function readFiles(
  source: Buffer,
  parts: readonly (readonly [MimePart, PartDetails])[],
  isShown: (contentId: string) => boolean,
): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], packed: { text: null, html: null } };
  let invitations: Buffer[] | undefined;
  for (const [part, details] of parts) {
    if (isHidden(part, details)) continue;
    const bytes = partBytes(source, part);
    if (isTnef(details) && unpack(bytes)) continue;
    if (details.type === "text/calendar" && isKnown(bytes)) continue;
    const { contentId } = details;
    const file = { type: details.type, content: bytes, contentId, inline: contentId !== null && isShown(contentId) };
    if (MESSAGES.has(details.type)) {
      const subject = details.fileName ? "" : await embeddedSubject(bytes);
      const name = details.fileName || (subject && `${subject.replace(/[/\\]/g, "-")}.eml`);
      found.files.push({ ...file, name: mailFileName(name, details.type) });
    } else found.files.push({ ...file, name: mailFileName(details.fileName, details.type) });
  }
  return found;

  /** Returns whether it worked: a damaged one stays a file. */
  function unpack(bytes: Buffer): boolean {
    const tnef = readTnef(bytes);
    if (!tnef) return false;
    found.packed = { text: found.packed.text ?? tnef.text, html: found.packed.html ?? tnef.html };
    for (const file of tnef.files) {
      const type = file.type.slice(0, MAX_TYPE_CHARACTERS);
      const inline = file.contentId !== null && isShown(file.contentId);
      found.files.push({ ...file, name: mailFileName(file.name, type), type, inline });
    }
    return true;
  }

  /** Invitations come twice, as a form of the text and as a file. */
  function isKnown(bytes: Buffer): boolean {
    invitations ??= parts
      .filter(([, { type, fileName }]) => type !== "text/calendar" && /\.ics$/i.test(fileName))
      .slice(0, MAX_COMPARED)
      .map(([part]) => partBytes(source, part));
    return invitations.some((other) => other.equals(bytes));
  }
}

const isTnef = ({ type, fileName }: PartDetails) =>
  type === "application/ms-tnef" || type === "application/vnd.ms-tnef" || /^winmail\.dat$/i.test(fileName);

/** The header block of an embedded message; its body is left alone. */
export const embeddedHeaders = (bytes: Buffer) => {
  const end = /\r?\n\r?\n/.exec(bytes.toString("latin1", 0, MAX_EMBEDDED_HEADER_BYTES))?.index;
  return headerLines(bytes.subarray(0, end ?? MAX_EMBEDDED_HEADER_BYTES));
};
const MAX_EMBEDDED_HEADER_BYTES = 2 ** 17;

async function embeddedSubject(bytes: Buffer): Promise<string> {
  const headers = await decodedHeaders(embeddedHeaders(bytes), "subject");
  return decodedLine(headers.get("subject"));
}
