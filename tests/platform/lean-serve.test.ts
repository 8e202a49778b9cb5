import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, connect } from "node:net";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { gunzipSync } from "node:zlib";
import { Component } from "react";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  askForKnownFiles,
  handLoadersTheRequest,
  keepFetchOfNode,
  keepSignals,
  listenAsExpress,
  listModulesOnce,
  sendWholeAnswers,
  takePropertiesAsTheyAre,
} from "../../build-scripts/steps/lean-serve.mjs";

const require = createRequire(import.meta.url);
const remixServe = require.resolve("@remix-run/serve/dist/cli.js");

test("files of public are served, and no other address costs a look at the disk", async () => {
  const express = createRequire(remixServe)("express");
  const looked: string[] = [];
  type Handler = (request: { path: string }, response: unknown, next: () => void) => void;
  const watched = {
    static: (folder: string, options?: object): Handler => {
      const serve: Handler = express.static(folder, options);
      return (request, response, next) => {
        looked.push(request.path);
        serve(request, response, next);
      };
    },
  };
  askForKnownFiles(watched);
  const server = createServer(express().use(watched.static("public"))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const status = async (path: string) =>
    (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).status;
  expect(await status("/icons/favicon.svg")).toBe(200);
  expect(await status("/tasks/7")).toBe(404);
  expect(await status("/icons")).toBe(404);
  expect(looked).toEqual(["/icons/favicon.svg"]);
  server.close();
  await once(server, "close");
});

test("requests and answers have the methods of Express from the beginning, and V8 knows all of them by one class", async () => {
  setFlagsFromString("--allow-natives-syntax");
  const areAlike = new Function("one", "other", "return %HasFastProperties(one) && %HaveSameMap(one, other)");
  expect(areAlike({}, [])).toBe(false); // it is compiled with its first call
  setFlagsFromString("--no-allow-natives-syntax");
  const express = createRequire(remixServe)("express");
  const app = express();
  listenAsExpress(app);
  app.all(
    "*",
    (request: { get(name: string): string }, response: { status(code: number): { json(body: unknown): void } }) =>
      response.status(201).json({ agent: request.get("user-agent") }),
  );
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const made: boolean[] = [];
  const seen: [IncomingMessage, ServerResponse][] = [];
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    made.push(Object.getPrototypeOf(request) === app.request && Object.getPrototypeOf(response) === app.response);
    seen.push([request, response]);
  });
  const ENOUGH = 20; // V8 has made up its mind about their size
  for (let n = 0; n < ENOUGH; n++) {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      headers: { "user-agent": "a test" },
    });
    expect([answer.status, await answer.json()]).toEqual([201, { agent: "a test" }]);
  }
  server.close();
  await once(server, "close");
  expect(new Set(made)).toEqual(new Set([true]));
  const [last, before] = [seen.at(-1), seen.at(-2)];
  expect(areAlike(last?.[0], before?.[0])).toBe(true);
  expect(areAlike(last?.[1], before?.[1])).toBe(true);
});

describe("requests that Remix is handed", () => {
  const adapter = createRequire(remixServe)("@remix-run/express/dist/server.js");
  const remixNode = createRequire(remixServe)("@remix-run/node");

  /** A server that hands each request to `see`, by our way; answers what is sent to it and how to stop it. */
  async function serve(see: (request: Request) => Promise<Response>) {
    const remixExpress = { createRequestHandler: adapter.createRequestHandler };
    keepSignals(remixExpress, { ...remixNode, createRequestHandler: () => see }, adapter);
    const app = createRequire(remixServe)("express")();
    const raw: IncomingMessage[] = [];
    app.use((request: IncomingMessage, _: unknown, next: () => void) => {
      raw.push(request);
      next();
    });
    const server = createServer(app.all("*", remixExpress.createRequestHandler({ build: {} }))).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    return { port: (server.address() as AddressInfo).port, raw };
  }

  const ASKED = [
    "GET /tasks?q=a%20b&q=c HTTP/1.1\r\nHost: desk.example:8080\r\nAccept: text/html\r\nCookie: a=1\r\nCookie: b=2\r\n\r\n",
    "HEAD / HTTP/1.1\r\nHost: desk.example\r\n\r\n",
    "POST /tasks/new HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Length: 7\r\n\r\ntitle=x",
  ];
  test.each(ASKED)("say what Remix would have them say: %s", async (asked) => {
    const seen: Request[] = [];
    const { port, raw } = await serve(async (request) => {
      seen.push(request.clone());
      return new Response(await request.text());
    });
    const line = connect(port, "127.0.0.1", () => line.write(asked.replace("\r\n", "\r\nConnection: close\r\n")));
    await once(line.resume(), "close");
    const [ours, request] = [seen[0], raw[0] as IncomingMessage];
    const itsOwn: Request = adapter.createRemixRequest(request, { on: () => {} });
    expect([ours?.url, ours?.method]).toEqual([itsOwn.url, itsOwn.method]);
    expect([...(ours?.headers ?? [])]).toEqual([...itsOwn.headers]);
    expect(await ours?.text()).toBe(asked.startsWith("POST") ? "title=x" : "");
  });

  test("have a signal that says when nobody waits any more, and stays quiet when all was answered", async () => {
    const signals: AbortSignal[] = [];
    const { port } = await serve(async ({ signal, url }) => {
      signals.push(signal);
      if (url.endsWith("/slow")) await once(signal, "abort");
      return new Response("done");
    });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("done");
    const line = connect(port, "127.0.0.1", () => line.write("GET /slow HTTP/1.1\r\nHost: desk.example\r\n\r\n"));
    await expect.poll(() => signals.length).toBe(2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    line.destroy();
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  });

  test("go to Express where Remix fails", async () => {
    const { port } = await serve(() => Promise.reject(new Error("no")));
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(500);
  });
});

test("elements are those that React makes, but for the copy of their properties", () => {
  const inDevelopment = require("react/jsx-runtime");
  const itsOwn = require(join(dirname(require.resolve("react")), "cjs/react-jsx-runtime.production.min.js"));
  const quick = { ...itsOwn };
  takePropertiesAsTheyAre(quick);
  class WithDefault extends Component<{ size?: number }> {
    static defaultProps = { size: 7 };
  }
  const ref = { current: null };
  const asked: [unknown, Record<string, unknown>, string?][] = [
    ["a", {}],
    ["a", { href: "/", children: ["x", null] }, "first"],
    [itsOwn.Fragment, { children: "x" }, "0"],
    [() => null, { ref }],
    ["input", { key: "spread", ref, name: "title" }],
    [WithDefault, {}],
    [WithDefault, { size: 8 }, "key"],
  ];
  for (const [type, props, key] of asked) {
    expect(quick.jsx(type, props, key)).toEqual(itsOwn.jsx(type, props, key));
    expect(quick.jsxs(type, props, key)).toEqual(itsOwn.jsxs(type, props, key));
  }
  const props = { href: "/" };
  expect(quick.jsx("a", props).props).toBe(props);

  const left = { ...inDevelopment };
  takePropertiesAsTheyAre(left);
  expect(left.jsx).toBe(inDevelopment.jsx);
});

describe("answers that come as a stream", () => {
  const CHUNK = new Uint8Array(64 * 1024).fill(7);
  const compression = createRequire(remixServe)("compression");
  const remixNode = { ...createRequire(remixServe)("@remix-run/node") };
  sendWholeAnswers(remixNode);

  /** So many chunks, and what has become of them; `fails`: instead of an end. */
  function chunks(count: number, fails?: Error) {
    const told = { taken: 0, cancelled: false };
    const body = new ReadableStream<Uint8Array>({
      pull(to) {
        if (told.taken < count) to.enqueue(CHUNK);
        else if (fails) to.error(fails);
        else to.close();
        told.taken++;
      },
      cancel() {
        told.cancelled = true;
      },
    });
    return { body, told };
  }

  /** Where the answers are these, one for each request. `sent` ends when all of them were handed over, or could not be. */
  async function answering(bodies: ReadableStream<Uint8Array>[], headers: Record<string, string> = {}) {
    const sent: Promise<void>[] = [];
    const responses: ServerResponse[] = [];
    const compress = compression();
    const server = createServer((request, response: ServerResponse) =>
      compress(request, response, () => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        const sending = remixNode.writeReadableStreamToWritable(bodies[sent.length], response);
        sending.catch(() => {});
        sent.push(sending);
        responses.push(response);
      }),
    ).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server, "listening");
    return {
      port: (server.address() as AddressInfo).port,
      sent: () => Promise.all(sent),
      /** Until so many answers wait for somebody to take them. */
      waiting: (count = 1) =>
        expect.poll(() => responses.filter((response) => response.writableNeedDrain)).toHaveLength(count),
    };
  }

  /** Somebody who asks and takes nothing until told to. */
  async function askSlowly(port: number, asked = "GET / HTTP/1.1\r\nHost: x\r\n\r\n") {
    const socket = connect(port, "127.0.0.1").pause();
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(asked);
    return socket;
  }

  test.each([
    ["as they are", {}, ""],
    ["compressed", { "Content-Type": "text/plain" }, "Accept-Encoding: gzip\r\n"],
  ])("are read no faster than they are taken, and are whole in the end (%s)", async (_, headers, asks) => {
    // Of anything else compression would leave a thousandth, which fills no connection.
    const noise = [...Array(400)].map(() => crypto.getRandomValues(new Uint8Array(64 * 1024)));
    const told = { taken: 0 };
    const body = new ReadableStream<Uint8Array>({
      pull(to) {
        const chunk = noise[told.taken++];
        if (chunk) to.enqueue(chunk);
        else to.close();
      },
    });
    const { port, sent, waiting } = await answering([body], headers);
    const socket = await askSlowly(port, `GET / HTTP/1.0\r\n${asks}\r\n`);
    await waiting();
    expect(told.taken).toBeLessThan(200); // of 400: the system's own buffers take some
    const got: Buffer[] = [];
    for await (const chunk of socket) got.push(chunk as Buffer);
    await sent();
    const all = Buffer.concat(got);
    const content = all.subarray(all.indexOf("\r\n\r\n") + 4);
    expect((asks ? gunzipSync(content) : content).equals(Buffer.concat(noise))).toBe(true);
  });

  test.each([1, 2])("are read no further once nobody takes them any more: %i on a connection", async (count) => {
    const all = [...Array(count)].map(() => chunks(10_000));
    const { port, sent, waiting } = await answering(all.map(({ body }) => body));
    const socket = await askSlowly(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(count));
    await waiting(count);
    expect(all.map(({ told }) => told.cancelled)).not.toContain(true);
    socket.destroy();
    await expect.poll(() => all.map(({ told }) => told.cancelled)).not.toContain(false);
    await sent();
  });

  test("that break off end the connection and are told of", async () => {
    const { body } = chunks(2, new Error("broken"));
    const { port, sent } = await answering([body]);
    const all = async () => (await fetch(`http://127.0.0.1:${port}`)).text();
    await expect(all()).rejects.toThrow();
    await expect(sent()).rejects.toThrow("broken");
  });

  test("reach a page word by word, compressed too, and HEAD has none", async () => {
    let to: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          to = controller;
          to.enqueue(new TextEncoder().encode("first"));
        },
      });
    const { port } = await answering([body()], { "Content-Type": "text/plain" });
    const reader = (await fetch(`http://127.0.0.1:${port}`)).body?.getReader();
    const word = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await word()).toBe("first");
    to?.enqueue(new TextEncoder().encode("second"));
    expect(await word()).toBe("second");
    to?.close();
    expect(await reader?.read()).toMatchObject({ done: true });

    const { body: large } = chunks(300);
    const head = await answering([large]);
    expect(await (await fetch(`http://127.0.0.1:${head.port}`, { method: "HEAD" })).text()).toBe("");
    await head.sent();
  });
});

describe("loaders and their request", () => {
  const runtime = createRequire(remixServe).resolve("@remix-run/server-runtime");
  const itsOwn = createRequire(runtime)(join(dirname(runtime), "data.js"));
  const quick = { ...itsOwn };
  handLoadersTheRequest(quick);
  const call = (from: typeof itsOwn, url: string, loader: (args: { request: Request }) => unknown) => {
    const request = new Request(`http://localhost${url}`, { headers: { Cookie: "a=b" } });
    return {
      request,
      answer: from.callRouteLoader({ request, loader, params: {}, routeId: "page", singleFetch: true }),
    };
  };
  const seen = ({ request }: { request: Request }) => [request.url, request.method, [...request.headers]];

  test.each([
    "/tasks/7",
    "/tasks?q=printer&index=0",
    "/tasks?index",
    "/tasks?q=a%20b&_routes=root",
    "/tasks?%69ndex",
    "/tasks?q=index",
    "/tasks?",
    "/tasks?q=a%20b",
    "/tasks?q=printer#conversation",
  ])("%s: they see what Remix would show them", async (url) => {
    expect(await call(quick, url, seen).answer).toEqual(await call(itsOwn, url, seen).answer);
  });

  test("where nothing is to be taken out it is the very request", async () => {
    const { request, answer } = call(quick, "/tasks?q=printer", (args) => args);
    expect((await answer).request).toBe(request);
  });

  test("a loader that answers nothing, or throws, is told of as before", async () => {
    for (const loader of [() => undefined, () => Promise.reject(new Error("no"))]) {
      const told = await call(itsOwn, "/", loader).answer.catch(({ message }: Error) => message);
      expect(await call(quick, "/", loader).answer.catch(({ message }: Error) => message)).toBe(told);
    }
  });

  test("Remix's own server asks this place for them", () => {
    const routes = createRequire(runtime)(join(dirname(runtime), "routes.js"));
    const known = itsOwn.callRouteLoader;
    itsOwn.callRouteLoader = () => "ours";
    const [page] = routes.createStaticHandlerDataRoutes(
      { page: { id: "page", module: { loader: () => "theirs" } } },
      { v3_singleFetch: true },
    );
    expect(page.loader({})).toBe("ours");
    itsOwn.callRouteLoader = known;
  });
});

test("fetch and what belongs to it stay Node's own", () => {
  const remixNode = { ...createRequire(remixServe)("@remix-run/node") };
  const ofNode = () => [fetch, Request, Response, Headers, FormData, File];
  const before = ofNode();
  keepFetchOfNode(remixNode);
  remixNode.installGlobals({ nativeFetch: true });
  ofNode().forEach((it, index) => {
    expect(it).toBe(before[index]);
  });
  expect(readFileSync(remixServe, "utf8")).toContain("node.installGlobals(");
});

test("the modules of all routes are listed once for a build, as Remix lists them", () => {
  const path = createRequire(remixServe)
    .resolve("@remix-run/server-runtime")
    .replace(/index\.js$/, "entry.js");
  const { createEntryRouteModules } = require(path);
  const entry = { createEntryRouteModules };
  listModulesOnce(entry);
  const routes = { root: { module: { default: 1 } }, "routes/login": { module: { default: 2 } } };
  const other = { ...routes, "routes/new": { module: {} } };
  expect(entry.createEntryRouteModules(routes)).toEqual(createEntryRouteModules(routes));
  expect(entry.createEntryRouteModules(routes)).toBe(entry.createEntryRouteModules(routes));
  expect(entry.createEntryRouteModules(other)).toEqual(createEntryRouteModules(other));
});
