import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { Component } from "react";
import { describe, expect, test } from "vitest";
import {
  askForKnownFiles,
  handLoadersTheRequest,
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
