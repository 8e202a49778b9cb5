import { tooLarge } from "./error-responses.server";

/** Covers the longest message (65,536 characters, up to 12 bytes each once encoded) and its form. */
export const FORM_BYTES = 1024 * 1024;

/**
 * For forms with files, which stream through and are never held in memory. Oversized files are still read to the end, so
 * the typed text can be shown again with an error. Reading stops only beyond this limit.
 */
export const UPLOAD_BYTES = 512 * 1024 * 1024;

/** A route's exported rules for its requests. */
export type RequestRules = {
  /** It takes forms with files. */
  uploads?: boolean;
  /** It takes a body that is no form, and limits it itself. */
  rawBody?: boolean;
  /** Programs call it, which prove who they are without a cookie: any Origin will do. */
  anyOrigin?: boolean;
};

/** Returns the body limit of a route. */
export function bodyLimitOf(request: Request, { uploads, rawBody }: RequestRules): number {
  if (rawBody) return UPLOAD_BYTES;
  const withFiles = /^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "");
  return uploads && withFiles ? UPLOAD_BYTES : FORM_BYTES;
}

/**
 * Returns the request with a body that fails with 413 beyond `limit` bytes. Trusts Content-Length, because the server reads
 * no further; a body without one is counted as it arrives.
 */
export function limitBody(request: Request, limit: number): Request {
  const stated = request.headers.get("Content-Length");
  if (stated !== null) {
    if (Number(stated) > limit) throw tooLarge();
    return request;
  }
  if (!request.body) return request;

  let bytes = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > limit) controller.error(tooLarge());
        else controller.enqueue(chunk);
      },
    }),
    { preventCancel: true }, // cancelling would cut the connection before the 413 is sent
  );
  return new Request(request, { body: counted, duplex: "half" } as RequestInit);
}
