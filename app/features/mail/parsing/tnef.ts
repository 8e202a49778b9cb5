import iconv from "iconv-lite";
import { MAX_TEXT_BYTES } from "./parse-limits";

/** The contents of an Outlook winmail.dat. */
export type TnefContent = { files: TnefFile[]; text: string | null; html: Buffer | null };
export type TnefFile = { name: string; type: string; contentId: string | null; content: Buffer };

const SIGNATURE = 0x223e9f78;
const MAX_FILES = 200;
const MAX_NESTED = 3;
const MAX_PROPERTIES = 2_000;
const MESSAGE_LEVEL = 1;

/** Attributes: https://learn.microsoft.com/openspecs/exchange_server_protocols/ms-oxtnef */
const OEM_CODEPAGE = 0x00069007;
const MESSAGE_PROPERTIES = 0x00069003;
const BODY = 0x0002800c;
const ATTACHMENT_BEGINS = 0x00069002;
const ATTACHMENT_TITLE = 0x00018010;
const ATTACHMENT_DATA = 0x0006800f;
const ATTACHMENT_PROPERTIES = 0x00069005;

/** Properties: https://learn.microsoft.com/openspecs/exchange_server_protocols/ms-oxprops */
const PLAIN_BODY = 0x1000;
const HTML_BODY = 0x1013;
const DISPLAY_NAME = 0x3001;
const DATA_OBJECT = 0x3701;
const SHORT_NAME = 0x3704;
const LONG_NAME = 0x3707;
const MIME_TYPE = 0x370e;
const CONTENT_ID = 0x3712;

/** Size of the fixed property types, padded to four bytes. */
const FIXED_SIZES: Record<number, number> = {
  ...{ 1: 0, 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 },
};
const STRING_8 = 0x1e;
const UNICODE = 0x1f;
const VARIABLE = new Set([STRING_8, UNICODE, 0x102, 0x0d]);

/** Unpacks a winmail.dat; null if it isn't one. Of a damaged one, keeps everything before the damage. */
export function readTnef(bytes: Buffer, nested = 0): TnefContent | null {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== SIGNATURE) return null;
  const content: TnefContent = { files: [], text: null, html: null };
  let codepage = "windows-1252";
  let file: TnefFile | null = null;

  for (let at = 6; at + 11 <= bytes.length; ) {
    const level = bytes[at];
    const id = bytes.readUInt32LE(at + 1);
    const length = bytes.readUInt32LE(at + 5);
    const data = bytes.subarray(at + 9, at + 9 + length);
    if (data.length < length) break;
    at += 9 + length + 2; // a checksum follows, which mail programs ignore
    if (level === MESSAGE_LEVEL) readMessage(id, data);
    else readAttachment(id, data);
  }
  content.files = content.files.filter((one) => one.content.length > 0);
  return content;

  function readMessage(id: number, data: Buffer) {
    if (id === OEM_CODEPAGE && data.length >= 4) {
      const named = `cp${data.readUInt32LE(0)}`;
      if (iconv.encodingExists(named)) codepage = named;
    } else if (id === BODY) content.text ??= textOf(data.subarray(0, MAX_TEXT_BYTES), STRING_8, codepage);
    else if (id === MESSAGE_PROPERTIES) {
      const properties = readProperties(data);
      const plain = properties.get(PLAIN_BODY);
      if (plain) content.text = textOf(plain.value.subarray(0, MAX_TEXT_BYTES), plain.type, codepage);
      content.html = properties.get(HTML_BODY)?.value.subarray(0, MAX_TEXT_BYTES) ?? content.html;
    }
  }

  function readAttachment(id: number, data: Buffer) {
    if (id === ATTACHMENT_BEGINS) {
      file = { name: "", type: "application/octet-stream", contentId: null, content: Buffer.alloc(0) };
      if (content.files.length < MAX_FILES) content.files.push(file);
    } else if (!file) return;
    else if (id === ATTACHMENT_TITLE) file.name ||= textOf(data, STRING_8, codepage);
    else if (id === ATTACHMENT_DATA) file.content = data;
    else if (id === ATTACHMENT_PROPERTIES) readFileProperties(file, readProperties(data));
  }

  function readFileProperties(target: TnefFile, properties: Properties) {
    const text = (...ids: number[]) => {
      const found = ids.map((id) => properties.get(id)).find((property) => property !== undefined);
      return found ? textOf(found.value, found.type, codepage) : "";
    };
    target.name = text(LONG_NAME, SHORT_NAME) || target.name || text(DISPLAY_NAME);
    target.type = text(MIME_TYPE).toLowerCase() || target.type;
    target.contentId = text(CONTENT_ID) || null;
    // An embedded message: 16 bytes of interface id, then a stream like this one.
    const object = properties.get(DATA_OBJECT)?.value.subarray(16);
    const inner = object && nested < MAX_NESTED ? readTnef(object, nested + 1) : null;
    if (inner) content.files.push(...inner.files.slice(0, MAX_FILES - content.files.length));
  }
}

type Properties = Map<number, { type: number; value: Buffer }>;

/** Reads a list of properties up to the first that doesn't fit. Of several values, the first counts. */
function readProperties(bytes: Buffer): Properties {
  const properties: Properties = new Map();
  let at = 4;
  const has = (count: number) => at + count <= bytes.length;
  const padded = (length: number) => Math.ceil(length / 4) * 4;
  const count = bytes.length >= 4 ? Math.min(bytes.readUInt32LE(0), MAX_PROPERTIES) : 0;

  for (let n = 0; n < count && has(4); n++) {
    const kind = bytes.readUInt16LE(at);
    const id = bytes.readUInt16LE(at + 2);
    at += 4;
    if (id >= 0x8000) {
      if (!has(24)) break;
      const isName = bytes.readUInt32LE(at + 16) === 1;
      at += isName ? 24 + padded(bytes.readUInt32LE(at + 20)) : 24;
    }
    const type = kind & 0x0fff;
    const isList = (kind & 0x1000) !== 0 || VARIABLE.has(type);
    if (isList && !has(4)) break;
    const values = isList ? bytes.readUInt32LE(at) : 1;
    if (isList) at += 4;
    for (let v = 0; v < values; v++) {
      if (VARIABLE.has(type) && !has(4)) return properties;
      const length = VARIABLE.has(type) ? bytes.readUInt32LE(at) : (FIXED_SIZES[type] ?? -1);
      if (VARIABLE.has(type)) at += 4;
      if (length < 0 || !has(length)) return properties;
      if (v === 0) properties.set(id, { type, value: bytes.subarray(at, at + length) });
      at += padded(length);
      if (length === 0 && !VARIABLE.has(type)) break;
    }
  }
  return properties;
}

const textOf = (bytes: Buffer, type: number, codepage: string) =>
  iconv.decode(bytes, type === UNICODE ? "utf-16le" : codepage).split("\0", 1)[0] ?? "";
