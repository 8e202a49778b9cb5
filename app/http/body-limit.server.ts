import { tooLarge } from "./refusals.server";

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
