/** More visible text than this is cut for display; the source stays. Email specification, section 7. */
export const MOST_VISIBLE_BYTES = 1024 * 1024;

const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x3000;

/** The UTF-8 bytes of a UTF-16 unit; each half of a pair counts two. */
const bytesOf = (code: number) =>
  isBlank(code) ? 0 : code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;

/** Counts the UTF-8 bytes of a text without its blanks. */
export function visibleBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) bytes += bytesOf(text.charCodeAt(at));
  return bytes;
}

/** Cuts a text to so many visible bytes, between two characters. */
export function cutToBytes(text: string, most: number): string {
  let [bytes, at] = [0, 0];
  for (; at < text.length; at++) {
    bytes += bytesOf(text.charCodeAt(at));
    if (bytes > most) break;
  }
  const isInPair = /[\ud800-\udbff]/.test(text[at - 1] ?? "") && /[\udc00-\udfff]/.test(text[at] ?? "");
  return text.slice(0, isInPair ? at - 1 : at);
}

/** A million lines of one letter are still under a mebibyte, and each costs a node. */
const MOST_LINES = 50_000;

/** Splits a text into lines and cuts it at the limit. Of several blank lines in a row, one counts. */
export function limitText(text: string): { lines: string[]; truncated: boolean } {
  const lines: string[] = [];
  let bytes = 0;
  for (const line of text.split("\n")) {
    const isEmpty = line.trim() === "";
    if (isEmpty && lines.at(-1) === "") continue;
    const own = visibleBytes(line);
    if (bytes + own > MOST_VISIBLE_BYTES || lines.length === MOST_LINES) {
      return { lines: [...lines, cutToBytes(line, MOST_VISIBLE_BYTES - bytes)], truncated: true };
    }
    bytes += own;
    lines.push(isEmpty ? "" : line);
  }
  return { lines, truncated: false };
}
