/** Decodes a body by its Content-Transfer-Encoding. Leaves bytes with an unknown encoding unchanged. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  const name = encoding.replace(/\(.*$/s, "").replaceAll('"', "").trim().toLowerCase();
  if (name === "base64") return decodeBase64(bytes);
  if (name === "quoted-printable") return decodeQuotedPrintable(bytes);
  return bytes;
}

/** Node stops at the first "=", but some programs encode in blocks that may each end in one. */
function decodeBase64(bytes: Buffer): Buffer {
  const text = bytes.toString("latin1");
  const result = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4) + 3);
  let to = 0;
  let at = 0;
  while (at < text.length) {
    const padding = text.indexOf("=", at);
    const end = padding < 0 ? text.length : padding;
    if (end > at) to += result.write(text.slice(at, end), to, "base64");
    at = end + 1;
  }
  return result.subarray(0, to);
}

const EQUALS = 0x3d;
const LF = 10;
const CR = 13;

const hexValue = (byte = 0) => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const upper = byte & 0xdf;
  return upper >= 0x41 && upper <= 0x46 ? upper - 0x37 : -1;
};

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09;

function decodeQuotedPrintable(bytes: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length);
  let to = 0;
  let blanks = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    // Blanks before a line ending were added on the way (RFC 2045, 6.7).
    if (byte === LF || (byte === CR && bytes[at + 1] === LF)) to -= blanks;
    blanks = isBlank(byte) ? blanks + 1 : 0;
    if (byte !== EQUALS) {
      result[to++] = byte;
      continue;
    }
    const high = hexValue(bytes[at + 1]);
    const low = hexValue(bytes[at + 2]);
    if (high >= 0 && low >= 0) {
      result[to++] = high * 16 + low;
      at += 2;
      continue;
    }
    let end = at + 1;
    while (isBlank(bytes[end])) end++;
    if (bytes[end] === CR) end++;
    if (end >= bytes.length || bytes[end] === LF) at = end;
    else result[to++] = EQUALS; // a stray one, unchanged
  }
  return result.subarray(0, to);
}
