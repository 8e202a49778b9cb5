import { createHash } from "node:crypto";
import { headersNamed } from "./header-lines";

const HASHED = ["from", "to", "cc", "date", "subject"];
const LF = 10;
const CR = 13;

/**
 * SHA-256, hex, of a message's identity. Equal for each delivery: ignores that servers add headers, refold others and
 * change line endings, and that mailboxes append line endings.
 */
export function contentHash(headers: readonly [name: string, value: string][], body: Uint8Array): string {
  const hash = createHash("sha256");
  for (const name of HASHED) {
    const values = headersNamed(headers, name).map((value) => value.replace(/\s+/g, " ").trim());
    hash.update(`${name}:${JSON.stringify(values)}\n`);
  }
  return hash.update(withPlainLineEndings(body)).digest("hex");
}

function withPlainLineEndings(body: Uint8Array): Uint8Array {
  const result = new Uint8Array(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte !== CR || body[at + 1] !== LF) result[length++] = byte;
  }
  while (length > 0 && (result[length - 1] === LF || result[length - 1] === CR)) length--;
  return result.subarray(0, length);
}
