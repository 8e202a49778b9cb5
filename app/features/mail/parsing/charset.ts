import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { simpleParser } from "mailparser";
import { storableText } from "~/lib/text";

/** Single-byte western charsets that in practice hold windows-1252. */
const WESTERN = /^(iso-?8859-?1|iso_8859-1(:1987)?|latin-?1|l1|ibm819|cp819|csisolatin1)$/;
const ASCII = /^(us-?ascii|ascii|ansi_x3\.4-19(68|86)|iso646-us|iso-ir-6|us|default|unknown-8bit|x-unknown)$/;
const UTF8 = /^(utf-?8|utf8mb4|unicode-1-1-utf-8|cp65001|x-utf-8)$/;
/** iconv-lite doesn't support these; mailparser does. */
const JAPANESE = /^(cs)?iso-?2022-?jp(-?\d|-ms)?$/;
/** UTF-7 can hide markup from a filter that looks for "<"; the others aren't charsets. */
const REFUSED = /^((cs)?(unicode-1-1-)?utf-?7(-imap)?|base64|hex|binary|internal|ucs-?2)$/;

/** Smaller charsets that mail programs name when they mean the larger one, and names that iconv-lite lacks. */
const LARGER: Record<string, string> = {
  gb2312: "gb18030",
  gbk: "gb18030",
  "x-gbk": "gb18030",
  "x-mac-roman": "macintosh",
  "iso-8859-8-i": "iso-8859-8",
  "iso-8859-8-e": "iso-8859-8",
  "iso-8859-9": "windows-1254",
  "x-sjis": "shift_jis",
  "x-euc-jp": "euc-jp",
  "x-big5": "big5",
};

/** The charset of a text: as declared, by its BOM, valid UTF-8, as its HTML says, else windows-1252 (in this order of trust). */
export function charsetOf(bytes: Buffer, declared: string, isHtml: boolean): string {
  const named = knownCharset(declared, bytes);
  if (named) return named;
  const marked = charsetOfMark(bytes);
  if (marked) return marked;
  if (isUtf8(bytes)) return hasJapaneseEscapes(bytes) ? "iso-2022-jp" : "utf-8";
  return (isHtml && knownCharset(charsetOfMeta(bytes), bytes)) || "windows-1252";
}

/** The charset to decode with; null if it is unknown, or if the bytes contradict it. */
function knownCharset(name: string, bytes: Buffer): string | null {
  const charset = name.trim().replaceAll(/["']/g, "").toLowerCase();
  if (!charset || REFUSED.test(charset)) return null;
  if (WESTERN.test(charset)) return "windows-1252";
  // Cron and others declare ASCII and send UTF-8.
  if (ASCII.test(charset)) return isUtf8(bytes) ? null : "windows-1252";
  if (UTF8.test(charset)) return isMostlyUtf8(bytes) ? "utf-8" : null;
  if (JAPANESE.test(charset)) return "iso-2022-jp";
  const larger = LARGER[charset] ?? charset;
  return iconv.encodingExists(larger) ? larger : null;
}

function charsetOfMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return null;
}

/** A text that was cut or joined has a few bad bytes and stays UTF-8; a windows-1252 text has next to no good sequence. */
function isMostlyUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true;
  const text = bytes.toString("utf8");
  let bad = 0;
  let good = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) bad++;
    else if (code > 0x7f) good++;
  }
  return good > bad;
}

/** ISO-2022-JP without a declaration: valid ASCII with escape sequences between. */
const hasJapaneseEscapes = (bytes: Buffer) => bytes.includes("\u001b$B") || bytes.includes("\u001b$@");

const META_BYTES = 4_096;

function charsetOfMeta(bytes: Buffer): string {
  const head = bytes.toString("latin1", 0, META_BYTES);
  return /<meta\b[^>]{0,400}?\bcharset\s*=\s*["']?([\w.:-]{1,60})/i.exec(head)?.[1] ?? "";
}

/** Decodes machine-written text, which is UTF-8 or else western. */
export const machineText = (bytes: Buffer) =>
  cleanMailText(iconv.decode(bytes, isUtf8(bytes) ? "utf-8" : "windows-1252"));

/** Decodes a text with a charset of `charsetOf`; cleans it as `cleanMailText`. */
export async function decodeText(bytes: Buffer, charset: string): Promise<string> {
  if (charset !== "iso-2022-jp") return cleanMailText(iconv.decode(bytes, charset));
  const head = Buffer.from(`content-type:text/plain;charset=${charset}\r\n\r\n`);
  const { text } = await simpleParser(Buffer.concat([head, bytes]), { skipTextToHtml: true, skipTextLinks: true });
  return cleanMailText(text ?? "");
}

const windows1252 = iconv.decode(Buffer.from(Array.from({ length: 32 }, (_, at) => 0x80 + at)), "windows-1252");

/**
 * Cleans decoded text: newlines as `\n`, no NUL or other controls. Controls from U+0080 on are windows-1252 read as
 * ISO-8859-1, such as quotes and €, and are converted.
 */
export const cleanMailText = (text: string) =>
  storableText(
    text
      .replace(/[\u0080-\u009f]/g, (control) => windows1252[control.charCodeAt(0) - 0x80] ?? "")
      .replace(/^\ufeff/, ""),
  );
