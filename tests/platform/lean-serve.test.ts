import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { askForKnownFiles } from "../../build-scripts/steps/lean-serve.mjs";

const remixServe = createRequire(import.meta.url).resolve("@remix-run/serve/dist/cli.js");

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
