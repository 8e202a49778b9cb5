import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;

beforeAll(async () => {
  server = await startServer("sqlite", { SITE_NAMES: "localhost=Localhost,127.0.0.1=IT-HELP" });
});
afterAll(() => server.stop());

const get = (path: string, origin = server.origin) => fetch(origin + path, { redirect: "manual" });
const build = JSON.parse(readFileSync("build/build.json", "utf8")) as { id: string; timestamp: number };

describe("behaviour 7.1: files of a build, for visitors without a session", () => {
  test("latest.json names the build and is cached for one second", async () => {
    const answer = await get(`/builds/latest.json?${Date.UTC(2026, 10, 21)}`);
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=1");
    expect(await answer.json()).toEqual({ id: build.id, timestamp: build.timestamp });
    expect(build.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test("its meta file is cached for a year", async () => {
    const answer = await get(`/builds/meta/${build.id}.json`);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(await answer.json()).toEqual({ id: build.id, timestamp: build.timestamp, matcher: {}, prerendered: [] });
  });

  test.each(["00000000-0000-4000-8000-000000000000", "latest", "%2e%2e%2fbuild"])(
    "an unknown build is a 404: %s",
    async (id) => {
      const answer = await get(`/builds/meta/${id}.json`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    },
  );

  test("hashed files are cached for a year", async () => {
    const worker = await (await get("/sw.js")).text();
    const asset = /\/build\/root-[\w-]+\.js/.exec(worker)?.[0] ?? "";
    const answer = await get(asset);
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "public, max-age=31536000, immutable"]);
  });
});

describe("behaviour 9: files of the installed app, for visitors without a session", () => {
  test("the manifest has the site's name and opens the start page in its own window", async () => {
    const answer = await get("/manifest.webmanifest");
    expect(answer.headers.get("Content-Type")).toBe("application/manifest+json");
    expect(answer.headers.get("Cache-Control")).toContain("max-age=0");
    expect(await answer.json()).toMatchObject({
      name: "Localhost",
      short_name: "Localhost",
      start_url: "/",
      scope: "/",
      display: "standalone",
      background_color: "#ffffff",
      lang: "en",
    });
  });

  test("behaviour 10: the manifest has the host's name", async () => {
    const port = new URL(server.origin).port;
    const named = await (await get("/manifest.webmanifest", `http://127.0.0.1:${port}`)).json();
    expect(named).toMatchObject({ name: "IT-HELP" });
  });

  test("its icons are images of the stated size", async () => {
    const { icons } = (await (await get("/manifest.webmanifest")).json()) as {
      icons: { src: string; sizes: string; type: string; purpose: string }[];
    };
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      "192x192 any",
      "512x512 any",
      "512x512 maskable",
    ]);
    for (const { src, sizes, type } of icons) {
      const answer = await get(src);
      expect(answer.headers.get("Content-Type")).toBe(type);
      const png = Buffer.from(await answer.arrayBuffer());
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    }
  });

  test("the service worker is revalidated every time and lists the files of this build", async () => {
    const answer = await get("/sw.js");
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/javascript/);
    expect(answer.headers.get("Cache-Control")).toContain("no-cache");
    expect(await answer.text()).toMatch(/\/build\/manifest-[\w-]+\.js/);
  });

  test.each(["/offline.html", "/icons/favicon.svg", "/icons/icon-192.png"])(
    "%s forbids content sniffing and has a strict content security policy",
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Content-Security-Policy")).toMatch(/^default-src '(self|none)'/);
    },
  );

  test("the offline page needs only public files, and links to the manifest as every page does", async () => {
    const page = await (await get("/offline.html")).text();
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest">');
    for (const [, path = ""] of page.matchAll(/(?:href|src)="(\/[^"]+)"/g)) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
  });
});
