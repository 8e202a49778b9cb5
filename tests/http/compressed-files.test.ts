import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/server";

type Answer = { status: number | undefined; headers: Record<string, unknown>; body: Buffer };

/** Requests without the decompression that `fetch` does. */
const ask = (address: string, encodings: string, more: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    get(address, { headers: { "accept-encoding": encodings, ...more } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on("error", reject);
  });

describe("build assets", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());
  const name = readdirSync("public/build/_shared").find((file) => /^first-.*\.js$/.test(file)) ?? "";
  const plain = readFileSync(`public/build/_shared/${name}`);

  test.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
    ["gzip;q=1.0, br;q=0", "gzip", gunzipSync],
  ] as const)("are compressed for clients that accept %s", async (accepted, encoding, unpack) => {
    const { status, headers, body } = await ask(`${server.origin}/build/_shared/${name}`, accepted);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-encoding": encoding,
      "content-type": "application/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
    expect(unpack(body).equals(plain)).toBe(true);
  });

  test("are sent uncompressed to all other clients", async () => {
    const { headers, body } = await ask(`${server.origin}/build/_shared/${name}`, "identity");
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body.equals(plain)).toBe(true);
  });

  test.each(["br", "identity"])("answer 304 to a client that already has them (%s)", async (encoding) => {
    const address = `${server.origin}/build/_shared/${name}`;
    const { etag } = (await ask(address, encoding)).headers;
    const again = await ask(address, encoding, { "if-none-match": String(etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await ask(address, encoding, { "if-none-match": '"another"' })).status).toBe(200);
  });

  test("carry no document-only headers", async () => {
    const { headers } = await ask(`${server.origin}/build/_shared/${name}`, "br");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    for (const header of [
      "content-security-policy",
      "permissions-policy",
      "referrer-policy",
      "cross-origin-opener-policy",
    ])
      expect(headers).not.toHaveProperty(header);
  });

  test("an SVG omits Permissions-Policy and blocks all content when opened as a page", async () => {
    const drawing = readdirSync("public/build/_assets").find((file) => file.endsWith(".svg"));
    const { headers } = await ask(`${server.origin}/build/_assets/${drawing}`, "br");
    expect(headers).toMatchObject({ "content-encoding": "br", "content-type": "image/svg+xml" });
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers).not.toHaveProperty("permissions-policy");
  });

  test.each(["/build/_shared/none.js", "/build/../package.json", "/build/..%2f..%2fpackage.js"])(
    "return no file for a missing or escaping path: %s",
    async (path) => {
      expect((await ask(server.origin + path, "br")).status).not.toBe(200);
    },
  );
});

describe("pages and script routes", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  describe.each([
    ["/login", "text/html; charset=utf-8", "Sign in"],
    ["/login.js", "text/javascript; charset=utf-8", "password"],
  ])("%s", (path, type, words) => {
    test.each([
      ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
      ["gzip, deflate", "gzip", gunzipSync],
      ["gzip;q=1.0, br;q=0", "gzip", gunzipSync],
      ["identity", undefined, (body: Buffer) => body],
      ["zstd", undefined, (body: Buffer) => body],
    ] as const)("is encoded for clients that accept %s", async (accepted, encoding, unpack) => {
      const { status, headers, body } = await ask(server.origin + path, accepted);
      expect(status).toBe(200);
      expect(headers["content-encoding"]).toBe(encoding);
      expect(headers).toMatchObject({ "content-type": type, vary: "Accept-Encoding" });
      expect(unpack(body).toString()).toContain(words);
    });
  });
});
