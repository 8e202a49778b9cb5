import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** What we compress to, the better one first. */
const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Those that the value of an `Accept-Encoding` takes, the better one first: "gzip, br;q=0" takes gzip and no br. */
export const acceptedEncodings = (header: string): Encoding[] => ENCODINGS.filter((name) => accepts(header, name));

const accepts = (header: string, name: string) =>
  header.split(",").some((entry) => new RegExp(`^\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`, "i").test(entry));

/**
 * An answer that we have in one piece, compressed in one go. Left to itself, remix-serve would treat it as a stream: write,
 * flush and end are three errands to another thread, which for most pages cost more than what is done there.
 */
export function compressed(request: Request, texts: readonly string[], init: { status?: number; headers: Headers }) {
  const [encoding] = acceptedEncodings(request.headers.get("Accept-Encoding") ?? "");
  init.headers.append("Vary", "Accept-Encoding");
  if (!encoding) return new Response(texts.join(""), init);
  init.headers.set("Content-Encoding", encoding);
  const body = bytesOf(texts);
  return inOnePiece(encoding === "br" ? brotli(body) : gzipSync(body), init);
}

/** Where texts stand as bytes while they are compressed, one answer at a time. */
const desk = Buffer.allocUnsafeSlow(512 * 1024);

/**
 * The texts as UTF-8, good until the next call. Written to where the last answer stood, they need not be measured before,
 * which takes as long as writing them; and one of Latin letters alone, half of the time of another, stays one.
 */
function bytesOf(texts: readonly string[]): Buffer {
  const most = texts.reduce((sum, text) => sum + 3 * text.length, 0);
  if (most > desk.length) return Buffer.from(texts.join(""));
  let end = 0;
  for (const text of texts) end += desk.write(text, end);
  return desk.subarray(0, end);
}

/**
 * An answer of which only the reader of its body is of use, which is all that remix-serve asks for. A stream around bytes
 * that are there already, with its queue and its promises, is a tenth of the time of a small answer; `npm start` does not
 * even read it (build-scripts/steps/lean-serve.mjs).
 */
function inOnePiece(bytes: Buffer, init: ResponseInit): Response {
  const chunks = [{ done: false, value: bytes }];
  const reader = { read: async () => chunks.pop() ?? { done: true } };
  return Object.defineProperty(new Response(null, init), "body", { value: { bytes, getReader: () => reader } });
}

/**
 * Long answers get quality 1: a third of the time of 3, for a twelfth more bytes. Short ones get 3, whose time does not count
 * there. The 4 of remix-serve would take twice as long as 3.
 */
const brotli = (body: Buffer) =>
  brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: body.length < SHORT ? 3 : 1,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });

/** Bytes before they are compressed. */
const SHORT = 8 * 1024;
