import { Agent, type IncomingHttpHeaders, request } from "node:http";

export type FastFetchInit = { method?: string; headers?: Record<string, string>; body?: URLSearchParams };
type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

const agent = new Agent({ keepAlive: true });

/**
 * A lean `fetch` for tests that send thousands of requests. `fetch` itself costs three times as much, about as much as
 * serving many pages. Follows no redirects, and asks for uncompressed responses because compressing them proves
 * nothing. Resolves with the first chunk of an event stream.
 */
export function fastFetch(address: string, { method = "GET", headers, body }: FastFetchInit = {}): Promise<Answer> {
  const sent = body?.toString() ?? "";
  const form = body && {
    "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    "content-length": String(Buffer.byteLength(sent)),
  };
  const all = { accept: "*/*", "accept-encoding": "identity", ...form, ...headers };
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent, method, headers: all }, (answer) => {
      const { statusCode = 0, headers: answered } = answer;
      let text = "";
      const done = () => resolve({ status: statusCode, headers: answered, text });
      answer.setEncoding("utf8");
      answer.on("data", (more: string) => {
        text += more;
        if (!answered["content-type"]?.startsWith("text/event-stream")) return;
        done();
        asked.destroy();
      });
      answer.once("end", done).once("error", reject);
    });
    asked.once("error", reject).end(sent);
  });
}
