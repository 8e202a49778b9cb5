import { tooLarge } from "./refusals.server";

/** More than the longest message (65,536 characters, each up to 12 bytes once encoded) and its form need. */
export const FORM_BYTES = 1024 * 1024;

/**
 * Of a form with files, which is never held in memory. What is too much to keep is still read to its end, so that the
 * text beside it can be shown again with a sentence; beyond this even that ends.
 */
export const UPLOAD_BYTES = 512 * 1024 * 1024;

/** How much a request to this route may bring: a route that takes files says `export const uploads = true`. */
export function bodyLimitOf(request: Request, { uploads }: { uploads?: boolean }): number {
  const withFiles = /^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "");
  return uploads && withFiles ? UPLOAD_BYTES : FORM_BYTES;
}

/**
 * The request, with a body that ends in 413 beyond `limit` bytes. A stated length is believed, because the server reads
 * no further than it; a body without one is counted as it arrives.
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
    { preventCancel: true }, // cancelling would cut the connection before the refusal has gone out
  );
  return new Request(request, { body: counted, duplex: "half" } as RequestInit);
}
