import type { BrowserContextOptions, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { aUser, PASSWORD } from "../features/auth/visitor";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk, waitForScripts } from "../support/desk";

const { server, newPage } = openDesk({ serviceWorkers: "allow" });
beforeAll(async () => void (await aUser(server.db)));

async function fillIn(page: Page, password = PASSWORD, email = "ada@example.org") {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** A signed-in page that shows the list of people. */
async function signedIn(options: BrowserContextOptions = {}) {
  const page = await newPage("/users", options);
  await fillIn(page);
  await page.waitForURL(`${server.origin}/users`);
  return page;
}

async function signOut(page: Page) {
  await page.getByLabel(/^Account: /).click();
  await page.getByRole("button", { name: "Sign out" }).click();
}

const pathOf = (page: Page) => page.url().slice(server.origin.length);

describe.each(JAVASCRIPT_MODES)("signing in and out $mode", ({ javaScriptEnabled }) => {
  test("opens the requested page (behaviour 3), then signs out", async () => {
    const page = await newPage("/users?role=agent", { javaScriptEnabled });
    expect(pathOf(page)).toBe("/login");
    expect(await page.title()).toBe("Sign in | Localhost");
    await fillIn(page);
    await page.waitForURL(`${server.origin}/users?role=agent`);

    await signOut(page);
    await page.waitForURL(`${server.origin}/login`);
    await page.goto(`${server.origin}/users`);
    expect(pathOf(page)).toBe("/login");
  });

  test("shows an error for a wrong password and keeps the email (behaviour 1.12)", async () => {
    const page = await newPage("/search?q=printer", { javaScriptEnabled });
    await fillIn(page, "wrong");
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toBe("The email or password is not right.");
    expect(await page.getByLabel("Email").inputValue()).toBe("ada@example.org");
    if (javaScriptEnabled)
      expect(pathOf(page)).toBe("/login"); // no reload: the page stays
    else expect(await page.getByLabel("Password").inputValue()).toBe("");

    await fillIn(page);
    await page.waitForURL(`${server.origin}/search?q=printer`);
  });

  test("redirects signed-in people from /login to the start page (behaviour 3)", async () => {
    const page = await signedIn({ javaScriptEnabled });
    await page.goto(`${server.origin}/login`);
    expect(pathOf(page)).toBe("/");
  });
});

describe("the sign-in page", () => {
  /** Opens the page without a service worker, whose requests `page.route` can't intercept. */
  const newLoginPage = () => newPage("/login", { serviceWorkers: "block" });

  test("loads no script but its own, and weighs less than 20 KiB", async () => {
    const page = await newPage();
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    let bytes = 0;
    const files: string[] = [];
    const kinds = new Map<string, string>();
    client.on("Network.responseReceived", ({ requestId, response }) =>
      kinds.set(requestId, new URL(response.url).pathname),
    );
    client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const file = kinds.get(requestId);
      if (!file) return;
      files.push(file);
      bytes += encodedDataLength;
    });
    await page.goto(`${server.origin}/login`, { waitUntil: "networkidle" });
    expect(files.filter((file) => file.endsWith(".js") && file !== "/sw.js")).toEqual(["/login.js"]);
    expect(bytes).toBeLessThan(20 * 1024);
  });

  test("submits once on a double click", async () => {
    const page = await newPage("/login");
    let posts = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/auth/callback/credentials") posts++;
    });
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).dblclick();
    await page.waitForURL(`${server.origin}/`);
    expect(posts).toBe(1);
  });

  test("fetches a new token when its own is no longer valid (behaviour 1.3)", async () => {
    const page = await newPage("/login");
    await page.context().clearCookies();
    await fillIn(page);
    await page.waitForURL(`${server.origin}/`);
    expect((await page.context().cookies()).map(({ name }) => name)).toContain("next-auth.session-token");
  });

  test("shows an error when the server can't be reached, and allows another try", async () => {
    const page = await newLoginPage();
    await page.route("**/api/auth/callback/credentials", (route) => route.abort());
    await fillIn(page);
    expect(await page.getByRole("alert").textContent()).toContain("The server couldn't be reached.");
    await page.unroute("**/api/auth/callback/credentials");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${server.origin}/`);
  });

  test.each([
    ["SessionRequired", "Sign in to open that page."],
    ["AccessDenied", "This account may not sign in."],
    ["<img src=x onerror=alert(1)>", "Signing in did not work."],
  ])("says for the code %s: %s (behaviour 1.12)", async (code, sentence) => {
    const page = await newPage(`/login?error=${encodeURIComponent(code)}`);
    expect(await page.getByRole("alert").textContent()).toBe(sentence);
    expect(await page.content()).not.toContain("onerror");
  });
});

describe("behaviour 2: session state in the client", () => {
  test("returning to the window after the session ended elsewhere opens /login", async () => {
    const page = await signedIn();
    await page.goto("/users?role=agent#content");
    await waitForScripts(page);
    await server.db.deleteFrom("session").execute();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.waitForURL(`${server.origin}/login*`);
    expect(new URL(page.url()).search).toBe("");
    await fillIn(page);
    await page.waitForURL(/\/users\?role=agent/); // the requested URL is remembered (behaviour 3)
  });

  test("after the session ends elsewhere, the next navigation opens /login and returns to its target after sign-in", async () => {
    const page = await signedIn();
    await waitForScripts(page);
    await server.db.deleteFrom("session").execute();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
    await page.waitForURL(`${server.origin}/login`);
    await fillIn(page);
    await page.waitForURL(`${server.origin}/search`);
    await expect.poll(() => page.locator("html").getAttribute("data-session")).toBe("authenticated");
  });

  test("other tabs follow a sign-in and a sign-out", async () => {
    const one = await newPage("/users");
    const two = await one.context().newPage();
    await two.goto(`${server.origin}/login`);
    await fillIn(one);
    await one.waitForURL(`${server.origin}/users`);
    await two.waitForURL(`${server.origin}/`);

    await two.goto(`${server.origin}/users`);
    await waitForScripts(two);
    await signOut(one);
    await one.waitForURL(`${server.origin}/login`);
    await expect.poll(() => two.locator("html").getAttribute("data-session")).toBe("unauthenticated");
  });

  test("signing out without a token shows the seed's 400 as an error toast; the page stays (behaviour 1.13)", async () => {
    const page = await signedIn({ serviceWorkers: "block" }); // page.route can't intercept the worker's requests
    await waitForScripts(page);
    await page.route("**/api/auth/csrf", (route) => route.fulfill({ status: 500, json: {} }));
    await signOut(page);
    const toast = page.getByRole("region", { name: /^Notifications/ }).locator("[data-type]");
    await toast.waitFor();
    expect(await toast.textContent()).toContain("Could not fetch CSRF Token for signing out");
    expect(await toast.getAttribute("data-type")).toBe("error");
    expect(pathOf(page)).toBe("/users");
    await page.unroute("**/api/auth/csrf");
    await page.reload();
    expect(pathOf(page)).toBe("/users");
  });
});
