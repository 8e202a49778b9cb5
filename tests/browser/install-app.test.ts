import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { MINUTE_MS } from "~/lib/durations";
import { type BreakableProxy, breakableProxy } from "../support/breakable-proxy";
import { launchProfile } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin } from "../support/factories";

const { server, newPage, signIn } = openDesk({ serviceWorkers: "allow" });
/** A connection to the server that tests can cut. */
let line: BreakableProxy;
let ada: Viewer;

beforeAll(async () => {
  line = await breakableProxy(server.origin);
  ada = await anAdmin(server.db, { name: "Ada" });
});
afterAll(() => line.close());

/** Opens a page and waits until the service worker controls it. */
async function openWithWorker(page: Page, path: string) {
  await page.goto(line.origin + path);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
  });
}

/** URLs of the privately cached copies, without the origin. */
const copies = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("private "));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  });

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();

describe("behaviour 9: installable app", () => {
  let profile: string;
  let context: BrowserContext;
  beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), "taskdesk-profile-"));
    context = await launchProfile(profile);
  });
  afterEach(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  });

  test("Chromium reports no installability errors", async () => {
    const page = await context.newPage();
    await signIn(page, ada);
    await openWithWorker(page, "/users");
    const chromium = await context.newCDPSession(page);
    const { errors, url } = await chromium.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(url).toBe(`${line.origin}/manifest.webmanifest`);
    expect((await chromium.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.scope)).toBe(
      `${line.origin}/`,
    );
  });
});

describe("behaviour 9: reading offline", () => {
  let page: Page;
  afterEach(() => line.restore());
  beforeEach(async () => {
    page = await newPage();
    await signIn(page, ada);
  });

  test("a visited page opens as last seen; an unvisited one shows the offline page", async () => {
    await openWithWorker(page, "/users");
    await page.goto(`${line.origin}/users/${ada.id}`);
    await expect.poll(() => copies(page)).toContain(`/users/${ada.id}`);

    line.cut();
    await page.goto(`${line.origin}/users/${ada.id}`);
    expect(await heading(page)).toContain("Ada");

    const answer = await page.goto(`${line.origin}/users/new?from=here`);
    expect(answer?.status()).toBe(503);
    expect(await heading(page)).toBe("You're offline");
    expect(await page.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe("/users/new?from=here");
    await page.getByRole("link", { name: /Ada/ }).click();
    await page.waitForURL(`${line.origin}/users/${ada.id}`);

    line.restore();
    await page.goto(`${line.origin}/users/new`);
    expect(await page.title()).not.toContain("Offline");
  });

  test("a link inside the app opens the cached page, or the offline page", async () => {
    await openWithWorker(page, "/users");
    await page.goto(`${line.origin}/users`);
    await page.getByRole("link", { name: "Ada" }).first().click();
    await page.waitForURL(`**/users/${ada.id}`);
    await expect.poll(() => copies(page)).toContain("/users");
    await expect.poll(async () => (await copies(page)).join()).toContain(`/users/${ada.id}`);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "People" }).click();
    await page.waitForURL("**/users");
    await expect.poll(() => heading(page)).toContain("People");

    line.cut();
    await page.getByRole("link", { name: "Ada" }).first().click();
    await page.waitForURL(`**/users/${ada.id}`);
    await expect.poll(() => heading(page)).toContain("Ada");
    await page.evaluate(async () => {
      for (const name of await caches.keys()) if (name.startsWith("private ")) await caches.delete(name);
    });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "People" }).click();
    await expect.poll(() => heading(page)).toBe("You're offline");
  });

  test("a cached copy shows its time, after a reload or a link, until a fresh page replaces it", async () => {
    const says = page.getByRole("status").filter({ hasText: "You're offline." });
    const asOf = (path: string) =>
      page.evaluate(async (address) => {
        const date = (await caches.match(address, { ignoreVary: true }))?.headers.get("Date") ?? "";
        return `You're offline. This is the page as of ${new Date(date).toISOString().slice(11, 16)} UTC.`;
      }, path);
    await openWithWorker(page, "/users");
    await page.goto(`${line.origin}/users/${ada.id}`);
    await expect.poll(() => copies(page)).toContain(`/users/${ada.id}`);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "People" }).click();
    await page.getByRole("table", { name: "People" }).waitFor();
    await expect.poll(() => copies(page)).toContain("/users/_payload.json");
    await page.goto(`${line.origin}/users/${ada.id}`);
    expect(await heading(page)).toContain("Ada");

    line.cut();
    await page.reload();
    await expect.poll(() => says.allTextContents()).toEqual([await asOf(`/users/${ada.id}`)]);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "People" }).click();
    await page.getByRole("table", { name: "People" }).waitFor();
    await expect.poll(() => says.allTextContents()).toEqual([await asOf("/users/_payload.json")]);

    line.restore();
    await says.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("table", { name: "People" }).waitFor();
    expect(await says.count()).toBe(0);
  });

  test("an open page says that it's offline, and its time, until the network returns", async () => {
    const live = page.waitForRequest("**/events?*"); // live updates start here
    await openWithWorker(page, "/users");
    await live;
    const [before, says] = [Date.now(), page.getByRole("status").filter({ hasText: "You're offline." })];
    expect(await says.count()).toBe(0);
    await page.context().setOffline(true);
    const minutes = [before - MINUTE_MS, before].map((at) => new Date(at).toISOString().slice(11, 16));
    await says.waitFor();
    expect(minutes.map((time) => `You're offline. This is the page as of ${time} UTC.`)).toContain(
      await says.textContent(),
    );
    await page.context().setOffline(false);
    await says.waitFor({ state: "detached" });
  });

  test("copies never include API answers or build files", async () => {
    await openWithWorker(page, "/users");
    await page.goto(`${line.origin}/users`);
    await expect.poll(() => copies(page)).toContain("/users");
    expect((await copies(page)).filter((path) => /^\/(api|builds)\//.test(path))).toEqual([]);
  });

  test("signing out drops every copy", async () => {
    await openWithWorker(page, "/users");
    await page.goto(`${line.origin}/users`);
    await expect.poll(() => copies(page)).not.toEqual([]);
    await page.evaluate(async () => {
      const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
      await fetch("/api/auth/signout", { method: "POST", body: new URLSearchParams({ csrfToken, json: "true" }) });
    });
    expect(await copies(page)).toEqual([]);
    line.cut();
    await page.goto(`${line.origin}/users`);
    expect(await heading(page)).toBe("You're offline");
    expect(await page.getByRole("list").count()).toBe(0);
  });

  test("a session that ended elsewhere drops every copy at the next session check", async () => {
    await openWithWorker(page, "/users");
    await page.goto(`${line.origin}/users`);
    await expect.poll(() => copies(page)).not.toEqual([]);
    await server.db.deleteFrom("session").where("user_id", "=", ada.id).execute();
    await page.evaluate(() => fetch("/api/auth/session"));
    await expect.poll(() => copies(page)).toEqual([]);
  });

  test("signing in as another person drops the copies of the person before", async () => {
    const bob = await anAdmin(server.db, { name: "Bob" });
    await openWithWorker(page, "/users");
    await page.goto(`${line.origin}/users/${ada.id}`);
    await expect.poll(() => copies(page)).toContain(`/users/${ada.id}`);
    await signIn(page, bob);
    await page.goto(`${line.origin}/users`);
    await expect.poll(() => copies(page)).toContain("/users");
    expect(await copies(page)).not.toContain(`/users/${ada.id}`);
  });
});
