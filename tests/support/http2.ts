import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from "node:http2";
import { Readable } from "node:stream";

export type OverHttp2 = {
  /** As `fetch` does, over one connection of HTTP/2 for everything; without following redirects. */
  ask: typeof fetch;
  session: ClientHttp2Session;
  close: () => void;
};

/** A connection to an https origin whose certificate is `ca`, from that address of this machine. */
export function overHttp2(origin: string, ca: string, localAddress = "127.0.0.1"): OverHttp2 {
  const options = { ca, localAddress, family: 4 };
  const session = connect(origin, options);
  session.on("error", () => {}); // each request says so itself

  async function ask(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const headers = {
      ...Object.fromEntries(request.headers),
      ":method": request.method,
      ":path": pathname + search,
      ...(body.length > 0 && { "content-length": body.length }),
    };
    const stream = session.request(headers, { endStream: body.length === 0 });
    if (body.length > 0) stream.end(body);
    const answered = new Promise<IncomingHttpHeaders & IncomingHttpStatusHeader>((resolve, reject) => {
      stream.once("response", resolve).once("error", reject);
      stream.once("close", () => reject(new Error("The stream ended without an answer.")));
    });
    const { ":status": status = 0, ...rest } = await answered;
    const told = new Headers();
    for (const [name, value] of Object.entries(rest)) {
      for (const one of [value ?? []].flat()) told.append(name, one);
    }
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : (Readable.toWeb(stream) as ReadableStream<Uint8Array>), {
      status,
      headers: told,
    });
  }

  return { ask, session, close: () => session.destroy() };
}
