import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import express from "express";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createApp } from "../../build-scripts/serve/app";
import type { Build } from "../../build-scripts/serve/build";
import { GracefulEnd } from "../../build-scripts/serve/graceful-shutdown";
import { inTurnOfConnection } from "../../build-scripts/serve/one-request-at-a-time";

const listening = async (server: Server) => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
};

/** A body stream that fails after this many bytes. */
const breaking = (bytes: number) => {
  let sent = false;
  return new ReadableStream({
    pull(controller) {
      if (sent) return controller.error(new Error("The store broke off."));
      sent = true;
      controller.enqueue(new Uint8Array(bytes));
    },
  });
};

describe("a response body that fails", () => {
  /** A Remix build with a single route and no page. */
  const buildOf = (loader: () => Response, product: Build["product"]) => {
    const route = { id: "root", path: "", hasLoader: true, hasAction: false, hasErrorBoundary: false, module: "" };
    return {
      routes: { root: { id: "root", path: "", module: { loader } } },
      assets: { routes: { root: route }, entry: { module: "", imports: [] }, url: "", version: "" },
      entry: { module: { default: () => new Response() } },
      ...{
        future: {},
        publicPath: "/build/",
        assetsBuildDirectory: "public/build",
        mode: "production",
        isSpaMode: false,
      },
      product,
    } as unknown as Build;
  };
  const logged: { request?: string; err?: Error }[] = [];
  const product = {
    log: { info: () => {}, error: (line: { err: Error }) => void logged.push(line) },
  } as unknown as Build["product"];
  let server: Server;
  let origin: string;
  let answer: () => Response;
  beforeEach(async () => {
    logged.length = 0;
    server = createServer(
      createApp(
        buildOf(() => answer(), product),
        new GracefulEnd(),
      ),
    );
    origin = `http://127.0.0.1:${await listening(server)}`;
  });
  afterEach(() => server.close());

  test("cuts the response off midway and is logged with its cause", async () => {
    answer = () => new Response(breaking(3_000_000));
    await expect(fetch(origin).then((got) => got.text())).rejects.toThrow();
    await expect.poll(() => logged.map(({ err }) => (err?.cause as Error)?.message)).toEqual(["The store broke off."]);
    expect(logged[0]?.request).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("isn't logged when the client disconnects", async () => {
    let isCancelled = false;
    const endless = { pull: (to: ReadableStreamDefaultController) => to.enqueue(new Uint8Array(99_999)) };
    answer = () =>
      new Response(
        new ReadableStream({
          ...endless,
          cancel: () => {
            isCancelled = true;
          },
        }),
      );
    const leaving = new AbortController();
    await fetch(origin, { signal: leaving.signal });
    leaving.abort();
    await expect.poll(() => isCancelled).toBe(true);
    expect(logged).toEqual([]);
  });

  test("turns into a 500 without the original headers if nothing was sent yet", async () => {
    const headers = {
      "Content-Length": "5000",
      "Cache-Control": "public, max-age=9",
      "Content-Disposition": "attachment",
    };
    answer = () => new Response(breaking(1_000), { headers });
    const { status, headers: got } = await fetch(origin);
    expect([status, got.get("Cache-Control"), got.get("Content-Disposition")]).toEqual([500, null, null]);
    expect(logged.map(({ err }) => err?.message)).toEqual(["The store broke off."]);
  });
});

describe("pipelined requests on one connection", () => {
  test("are answered in order, and a dropped connection cancels those still queued", async () => {
    const begun: string[] = [];
    const app = express().use(inTurnOfConnection(), async (request, response) => {
      begun.push(request.path);
      await setTimeout(30);
      response.end(request.path);
    });
    const server = createServer(app);
    const port = await listening(server);
    const requests = ["/1", "/2", "/3", "/4", "/5", "/6"].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);

    const whole = connect(port, "127.0.0.1", () => whole.write(requests.join("")));
    let answers = "";
    whole.on("data", (chunk) => {
      answers += chunk;
    });
    await expect.poll(() => answers.match(/\/\d(?!\.)/g)).toEqual(["/1", "/2", "/3", "/4", "/5", "/6"]);
    whole.destroy();

    begun.length = 0;
    const broken = connect(port, "127.0.0.1", () => broken.write(requests.join("")));
    await once(broken, "data");
    broken.destroy();
    await setTimeout(400);
    expect(begun.length).toBeLessThan(4);
    server.close();
  });
});
