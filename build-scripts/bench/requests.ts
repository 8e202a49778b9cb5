import { Agent, type IncomingHttpHeaders, request } from "node:http";

export type Ask = { path: string; body?: () => string };
export type Answer = { status: number; bytes: number; ms: number; headers: IncomingHttpHeaders };

/** HTTP client for one server with `connections` keep-alive connections. Times in milliseconds, sizes in bytes transferred. */
export function client(origin: string, { cookie = "", connections = 1, encoding = "br, gzip" } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function once({ path, body }: Ask): Promise<Answer & { text: () => Buffer }> {
    const sent = body?.();
    const headers = {
      Accept: "text/html",
      "Accept-Encoding": encoding,
      ...(cookie && { Cookie: cookie }),
      ...(sent !== undefined && {
        Origin: origin,
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": Buffer.byteLength(sent),
      }),
    };
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const asked = request(new URL(path, origin), { agent, headers, method: sent === undefined ? "GET" : "POST" });
      asked.once("error", reject);
      asked.once("response", (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part) => parts.push(part));
        response.once("error", reject);
        response.once("end", () =>
          resolve({
            ...{ status: response.statusCode ?? 0, headers: response.headers, ms: performance.now() - begun },
            ...{ bytes: parts.reduce((sum, part) => sum + part.length, 0), text: () => Buffer.concat(parts) },
          }),
        );
      });
      asked.end(sent);
    });
  }

  /** Sends `times` requests over all connections and returns each duration. Throws on status 400 and above. */
  async function often(ask: Ask, times: number): Promise<number[]> {
    const took: number[] = [];
    let left = times;
    const one = async () => {
      while (left-- > 0) {
        const { status, ms } = await once(ask);
        if (status >= 400) throw new Error(`${ask.path} returned status ${status}.`);
        took.push(ms);
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
    return took;
  }

  return { once, often, close: () => agent.destroy() };
}

/** NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
