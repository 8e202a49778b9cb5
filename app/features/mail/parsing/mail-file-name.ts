import { cleanFileName } from "~/features/conversation/attachments/incoming-files.server";

const MAX_BYTES = 255;

/** Names for parts without one. */
const EXTENSIONS: Record<string, string> = {
  "application/gzip": "gz",
  "application/json": "json",
  "application/msword": "doc",
  "application/pdf": "pdf",
  "application/rtf": "rtf",
  "application/vnd.ms-excel": "xls",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/xml": "xml",
  "application/zip": "zip",
  "audio/mpeg": "mp3",
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
  "image/tiff": "tif",
  "text/calendar": "ics",
  "text/csv": "csv",
  "text/html": "html",
  "text/plain": "txt",
  "text/vcard": "vcf",
  "text/x-vcard": "vcf",
  "video/mp4": "mp4",
};
const STEMS: Record<string, string> = { image: "image", audio: "audio", video: "video", text: "text" };

/** A name for a file that comes without one: "image.png", "text.csv". */
function nameByType(type: string): string {
  if (type === "message/rfc822") return "message.eml";
  if (type === "text/calendar") return "invite.ics";
  const [kind = "", subtype = ""] = type.split("/");
  const extension = EXTENSIONS[type] ?? (kind === "image" && /^[a-z0-9]{2,5}$/.test(subtype) ? subtype : "");
  return `${STEMS[kind] ?? "file"}${extension && `.${extension}`}`;
}

/** Cleans the name of an attachment: at most 255 bytes, because file systems count bytes, with its extension. */
export function mailFileName(given: string, type: string): string {
  const name = given.trim() === "" ? nameByType(type) : cleanFileName(given);
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const extension = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? "";
  const room = MAX_BYTES - Buffer.byteLength(extension);
  let stem = "";
  let bytes = 0;
  for (const character of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    stem += character;
  }
  return stem + extension;
}
