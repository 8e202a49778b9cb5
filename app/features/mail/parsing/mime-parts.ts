import { headerLines, parameter } from "./header-lines";
import { LimitExceeded, type ParseLimits } from "./parse-limits";

/** One part of an email, by the offsets of its bytes. A part without `children` is a leaf, even if it claims to be a multipart. */
export type MimePart = {
  /** Lower case, "text/plain" by default. */
  type: string;
  /** From the top, unfolded: see `headerLines`. */
  headers: [name: string, value: string][];
  bodyStart: number;
  bodyEnd: number;
  children: MimePart[];
  parent: MimePart | null;
};

/** A multipart whose end hasn't been found yet. `shadowed` is the level of an outer one with the same boundary. */
type OpenMultipart = { part: MimePart; boundary: string; shadowed: number | undefined };

const LF = 10;
const CR = 13;
const DASH = 0x2d;

/** The longest delimiter line we look at: boundaries have at most 70 characters (RFC 2046, 5.1.1), broken ones more. */
const MAX_DELIMITER_BYTES = 1_100;

/**
 * Finds the parts of an email in one pass over its bytes, and nothing else: no decoding, no copies.
 *
 * Why our own: mailparser provides neither the tree of parts nor the undecoded bytes of a text. We need both, to detect
 * a wrong charset and to refuse a message before spending work on it. Embedded messages are leaves, because they are
 * treated as files.
 */
export function findParts(source: Buffer, limits: Pick<ParseLimits, "parts" | "depth" | "headerBytes">): MimePart {
  let count = 0;
  let headerBytes = 0;
  const open: OpenMultipart[] = [];
  const levelOf = new Map<string, number>();
  /** Of all boundaries so far: rejects most other lines that begin with "--" before anything is copied. */
  const firstBytes = new Set<number | undefined>();

  /** Reads the header block at `start` and adds the part. Returns where its body begins. */
  function addPart(start: number, parent: MimePart | null): MimePart {
    if (++count > limits.parts) throw new LimitExceeded("too_many_parts");
    const end = endOfHeaders(start);
    headerBytes += end.block - start;
    if (headerBytes > limits.headerBytes) throw new LimitExceeded("headers_too_long");
    const headers = headerLines(source.subarray(start, end.block));
    const contentType = headers.find(([name]) => name === "content-type")?.[1] ?? "";
    const type = typeOf(contentType, parent);
    const part: MimePart = { type, headers, bodyStart: end.body, bodyEnd: source.length, children: [], parent };
    parent?.children.push(part);
    const boundary = type.startsWith("multipart/") ? parameter(contentType, "boundary").trimEnd() : "";
    if (boundary) {
      if (open.length >= limits.depth) throw new LimitExceeded("too_deep");
      const level = open.push({ part, boundary, shadowed: levelOf.get(boundary) }) - 1;
      levelOf.set(boundary, level);
      firstBytes.add(Buffer.from(boundary)[0]);
    }
    return part;
  }

  /** Where a header block ends and the body begins: at an empty line, a delimiter, or the end. */
  function endOfHeaders(start: number): { block: number; body: number } {
    let line = start;
    while (line < source.length) {
      if (line - start > limits.headerBytes) throw new LimitExceeded("headers_too_long");
      if (source[line] === LF) return { block: line, body: line + 1 };
      if (source[line] === CR && source[line + 1] === LF) return { block: line, body: line + 2 };
      if (open.length > 0 && delimiterAt(line)) return { block: line, body: line };
      const newline = source.indexOf(LF, line);
      if (newline < 0) break;
      line = newline + 1;
    }
    return { block: source.length, body: source.length };
  }

  /** The multipart that the line at `start` delimits, if it does. */
  function delimiterAt(start: number): { level: number; closes: boolean; end: number } | null {
    if (source[start] !== DASH || source[start + 1] !== DASH || !firstBytes.has(source[start + 2])) return null;
    const window = source.subarray(start + 2, start + 2 + MAX_DELIMITER_BYTES);
    const newline = window.indexOf(LF);
    if (newline < 0 && window.length === MAX_DELIMITER_BYTES) return null;
    const text = window.toString("latin1", 0, newline < 0 ? window.length : newline).trimEnd();
    const end = newline < 0 ? source.length : start + 2 + newline + 1;
    const level = levelOf.get(text);
    if (level !== undefined) return { level, closes: false, end };
    const closing = text.endsWith("--") ? levelOf.get(text.slice(0, -2).trimEnd()) : undefined;
    if (closing !== undefined) return { level: closing, closes: true, end };
    return null;
  }

  /** Ends the multiparts inside `level`, also those that lack their own last delimiter. */
  function closeAbove(level: number) {
    while (open.length > level + 1) {
      const inner = open.pop();
      if (inner) forget(inner);
    }
  }

  function forget({ boundary, shadowed }: OpenMultipart) {
    if (shadowed === undefined) levelOf.delete(boundary);
    else levelOf.set(boundary, shadowed);
  }

  const root = addPart(skipMailboxLine(source), null);
  let leaf: MimePart | null = root;
  let at = root.bodyStart;
  while (at < source.length && open.length > 0) {
    const delimiter = delimiterAt(at);
    if (delimiter) {
      endAt(leaf, at);
      closeAbove(delimiter.level);
      const multipart = open[delimiter.level];
      if (!multipart) break;
      if (delimiter.closes) {
        forget(multipart);
        leaf = null;
        at = delimiter.end;
      } else {
        leaf = addPart(delimiter.end, multipart.part);
        at = leaf.bodyStart;
      }
      continue;
    }
    const next = source.indexOf("\n--", at, "latin1");
    if (next < 0) break;
    at = next + 1;
  }
  return root;

  /** The line ending before a delimiter belongs to the delimiter. */
  function endAt(part: MimePart | null, delimiter: number) {
    if (!part) return;
    let end = delimiter;
    if (end > part.bodyStart && source[end - 1] === LF) end--;
    if (end > part.bodyStart && source[end - 1] === CR) end--;
    part.bodyEnd = Math.max(part.bodyStart, end);
  }
}

/** Skips the line that a mailbox file puts above a message: "From priya@one.example Mon Mar  2 …". */
function skipMailboxLine(source: Buffer): number {
  let start = 0;
  while (source[start] === LF || source[start] === CR) start++;
  if (source.toString("latin1", start, start + 5) !== "From ") return start;
  return source.indexOf(LF, start) + 1 || source.length;
}

const TYPE = /^\s*([\w.+-]{1,100}\/[\w.+-]{1,100})/;

function typeOf(contentType: string, parent: MimePart | null): string {
  const type = TYPE.exec(contentType)?.[1]?.toLowerCase();
  if (type) return type;
  if (/^\s*text\b/i.test(contentType)) return "text/plain"; // "Content-Type: text", from before MIME
  return parent?.type === "multipart/digest" ? "message/rfc822" : "text/plain";
}

/** The parts without children, in order. */
export function leavesOf(part: MimePart): MimePart[] {
  return part.children.length === 0 ? [part] : part.children.flatMap(leavesOf);
}
