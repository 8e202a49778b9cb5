import iconv from "iconv-lite";
import { PARSE_LIMITS } from "~/features/mail/parsing/parse-limits";
import type { ParsedMail } from "~/features/mail/parsing/parsed-mail";
import { readMail } from "~/features/mail/parsing/read-mail";

/** One part or a whole message: header lines, then a body. */
export const part = (headers: string[], body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${headers.join("\r\n")}\r\n\r\n`), typeof body === "string" ? Buffer.from(body) : body]);

export function multipart(subtype: string, parts: Buffer[], headers: string[] = []): Buffer {
  const boundary = `=_${subtype}_${parts.length}_${parts.reduce((sum, { length }) => sum + length, 0)}`;
  const pieces = parts.flatMap((one) => [Buffer.from(`--${boundary}\r\n`), one, Buffer.from("\r\n")]);
  const type = `Content-Type: multipart/${subtype}; boundary="${boundary}"`;
  return part([...headers, type], Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]));
}

export const DEFAULT_HEADERS = [
  "Return-Path: <p.nair@one.example>",
  "Delivered-To: help@desk.example",
  "Message-ID: <m1@one.example>",
  "Date: Mon, 02 Mar 2026 10:00:00 +0100",
  "From: Priya Nair <p.nair@one.example>",
  "To: help@desk.example",
  "Subject: Printer",
  "MIME-Version: 1.0",
];

export const read = (raw: Buffer | string): Promise<ParsedMail> => readMail(Buffer.from(raw), PARSE_LIMITS);

/** A message with these headers in place of the usual ones of the same name. */
export function withHeaders(lines: string[], body: string | Buffer = "Hello"): Buffer {
  const nameOf = (line: string) => line.slice(0, line.indexOf(":")).toLowerCase();
  const replaced = new Set(lines.map(nameOf));
  return part([...DEFAULT_HEADERS.filter((line) => !replaced.has(nameOf(line))), ...lines], body);
}

/** ISO-2022-JP by way of EUC-JP, whose bytes differ in the highest bit. */
function iso2022jp(text: string): Buffer {
  const runs = text.match(/[\0-\x7f]+|[^\0-\x7f]+/g) ?? [];
  return Buffer.concat(
    runs.map((run) => {
      if (run.charCodeAt(0) < 0x80) return Buffer.from(run);
      const bytes = iconv.encode(run, "euc-jp").map((byte) => byte & 0x7f);
      return Buffer.concat([Buffer.from("\x1b$B"), bytes, Buffer.from("\x1b(B")]);
    }),
  );
}

export const encode = (text: string, charset: string) =>
  charset === "iso-2022-jp" ? iso2022jp(text) : iconv.encode(text, charset);

export const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64").replace(/.{76}/g, "$&\r\n");

export const quotedPrintable = (bytes: Buffer) =>
  [...bytes]
    .map((byte) =>
      byte === 10
        ? "\r\n"
        : byte > 32 && byte < 127 && byte !== 61
          ? String.fromCharCode(byte)
          : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .join("")
    .replace(/((?:=..|[^=\r\n]){60})(?!\r?\n)/g, "$1=\r\n");
