import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from "node:http2";
import { buffer } from "node:stream/consumers";

export type Http2Client = {
  /**
   * Works like `fetch`, but sends everything over one HTTP/2 connection. Follows no redirects and buffers responses.
   */
  ask: typeof fetch;
  /** The current connection. */
  session: () => ClientHttp2Session;
  close: () => void;
};

/** nginx closes a connection with its 1,000th request and drops those in flight. Browsers retry them. */
const MOST_REQUESTS = 900;

/** Connects to an https origin whose certificate is `ca`, from this address of the machine. */
export function connectHttp2(origin: string, ca: string, localAddress = "127.0.0.1"): Http2Client {
  const options = { ca, localAddress, family: 4 };
  let current: ClientHttp2Session | undefined;
  let asked = 0;

  function session() {
    if (current && !current.destroyed && asked++ < MOST_REQUESTS) return current;
    current?.close(); // waits for responses in flight
    asked = 0;
    current = connect(origin, options);
    current.on("error", () => {}); // each request reports it
    return current;
  }

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
    const stream = session().request(headers, { endStream: body.length === 0 });
    const answered = new Promise<IncomingHttpHeaders & IncomingHttpStatusHeader>((resolve, reject) => {
      stream.once("response", resolve).once("error", reject);
      stream.once("close", () => reject(new Error("The stream ended without an answer.")));
    });
    if (body.length > 0) stream.end(body);
    const { ":status": status = 0, ...rest } = await answered;
    const told = new Headers();
    for (const [name, value] of Object.entries(rest)) {
      for (const one of [value ?? []].flat()) told.append(name, one);
    }
    const content = await buffer(stream);
    return new Response(content.length > 0 ? content : null, { status, headers: told });
  }

  return { ask, session, close: () => current?.destroy() };
}
