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
export function compressed(request: Request, body: Buffer<ArrayBuffer>, init: { status?: number; headers: Headers }) {
  const [encoding] = acceptedEncodings(request.headers.get("Accept-Encoding") ?? "");
  init.headers.append("Vary", "Accept-Encoding");
  if (!encoding) return new Response(body, init);
  init.headers.set("Content-Encoding", encoding);
  return inOnePiece(encoding === "br" ? brotli(body) : gzipSync(body), init);
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

/** A fifth of the time of quality 4, remix-serve's own, for a sixth more bytes: less than the time to send them. */
const brotli = (body: Buffer) =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
