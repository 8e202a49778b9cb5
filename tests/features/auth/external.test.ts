import type { Server } from "node:http";
import Provider from "oidc-provider";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { editPerson } from "~/features/users/user-changes.server";
import { JAVASCRIPT_MODES, openBrowser } from "../../support/browser";
import { anAgent } from "../../support/factories";
import { freePort } from "../../support/free-port";
import { startServer, type TestServer } from "../../support/server";
import { aUser } from "./visitor";

const newPage = openBrowser();

/** Accounts of the provider: "ada" is ada@example.org, verified unless the name says otherwise. */
const claimsOf = (id: string) => ({
  sub: id,
  email: `${id.replace("unverified-", "")}@example.org`,
  email_verified: !id.startsWith("unverified-"),
});

/** A real OpenID Connect provider, including its own sign-in and consent pages. */
async function startProvider(port: number, redirectUri: string): Promise<Server> {
  vi.spyOn(console, "info").mockImplementation(() => {}); // it warns that those pages are for development
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const provider = new Provider(`http://localhost:${port}`, {
    clients: [{ client_id: "desk", client_secret: "desk-secret", redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: [] },
    cookies: { keys: ["a key of the provider"] },
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: () => claimsOf(id) }),
  });
  return new Promise((resolve) => {
    const server = provider.listen(port, "localhost", () => resolve(server));
  });
}

let desk: TestServer;
let provider: Server;

beforeAll(async () => {
  const port = await freePort();
  desk = await startServer("sqlite", {
    AUTH_OIDC_ISSUER: `http://localhost:${port}`,
    AUTH_OIDC_CLIENT_ID: "desk",
    AUTH_OIDC_CLIENT_SECRET: "desk-secret",
    AUTH_OIDC_NAME: "Acme",
  });
  provider = await startProvider(port, `${desk.origin}/api/auth/callback/oidc`);
  await aUser(desk.db);
  const also = { email: "second@example.org", email_key: "second@example.org", created_at: 0 }; // as an agent adds it
  const rita = await aUser(desk.db, { name: "Rita", email: "rita@example.org", role: "requester" });
  await desk.db
    .insertInto("user_address")
    .values({ ...also, user_id: rita })
    .execute();
  // An agent makes a mailbox of their own the primary address of a requester.
  const rosa = { name: "Rosa", email: "rosa@example.org", role: "requester" } as const;
  const id = await aUser(desk.db, rosa);
  await desk.db.updateTable("user").set({ password_hash: null }).where("id", "=", id).execute();
  const edit = { was: rosa, mine: { ...rosa, email: "agents-own@example.org" } };
  expect(await editPerson(desk.db, await anAgent(desk.db), id, edit, 0)).toEqual({ ok: true });
  const grace = await aUser(desk.db, { name: "Grace", email: "grace@example.org" });
  await desk.db.updateTable("user").set({ state: "disabled" }).where("id", "=", grace).execute();
});
afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
  await desk.stop();
  vi.mocked(console.info).mockRestore();
  vi.mocked(console.warn).mockRestore();
});

async function goToProvider(page: Page) {
  await page.goto(`${desk.origin}/users`);
  await page.getByRole("button", { name: "Sign in with Acme" }).click();
  await page.getByPlaceholder("Enter any login").waitFor();
}

async function identify(page: Page, login: string) {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

const pathOf = (page: Page) => page.url().slice(desk.origin.length);

describe.each(JAVASCRIPT_MODES)("behaviour 1.9: an external provider, $mode", ({ javaScriptEnabled }) => {
  test("signs in a user with a known, verified address and returns to the requested page", async () => {
    const page = await newPage({ javaScriptEnabled });
    await goToProvider(page);
    const asked = new URL(page.url());
    expect(asked.port).toBe(String((provider.address() as { port: number }).port));
    const lives = (await page.context().cookies(desk.origin))
      .filter(({ name }) => /state|pkce|nonce/.test(name))
      .map(({ expires, httpOnly, sameSite }) => [Math.ceil((expires - Date.now() / 1000) / 60), httpOnly, sameSite]);
    expect(lives).toEqual(Array(3).fill([15, true, "Lax"]));

    await identify(page, "ada");
    await page.waitForURL(`${desk.origin}/users`);
    const left = (await page.context().cookies(desk.origin)).map(({ name }) => name);
    expect(left).toContain("next-auth.session-token");
    expect(left.filter((name) => /state|pkce|nonce/.test(name))).toEqual([]);
  });
});

describe("behaviour 1.9: callback from an external provider", () => {
  test.each(["nobody", "unverified-ada", "grace", "second", "agents-own"])("refuses to sign in %s", async (login) => {
    const page = await newPage();
    await goToProvider(page);
    await identify(page, login);
    await page.waitForURL(`${desk.origin}/login?error=AccessDenied`);
    expect(await page.getByRole("alert").textContent()).toBe("This account may not sign in.");
  });

  test("fails in a browser that didn't start the flow, or with another browser's state", async () => {
    const [page, stranger] = [await newPage({ serviceWorkers: "block" }), await newPage()];
    await goToProvider(page);
    let answer = "";
    page.on("response", (response) => {
      const location = response.headers().location ?? "";
      if (location.includes("/callback/oidc?code=")) answer = location;
    });
    await page.context().clearCookies({ name: /next-auth/ }); // so this browser doesn't use up the answer
    await identify(page, "ada");
    await expect.poll(() => answer).toContain("code=");

    await stranger.goto(answer);
    expect(pathOf(stranger)).toMatch(/^\/login\?callbackUrl=.*&error=OAuthCallback$/);
    expect(await stranger.getByRole("alert").textContent()).toBe("Signing in did not work.");

    await goToProvider(stranger); // starts its own flow, then sends the first browser's answer
    await stranger.goto(answer);
    expect(pathOf(stranger)).toContain("error=OAuthCallback");
    expect((await stranger.context().cookies(desk.origin)).map(({ name }) => name)).not.toContain(
      "next-auth.session-token",
    );
  });

  test("with a refusal by the provider says that signing in didn't work", async () => {
    const page = await newPage();
    await goToProvider(page);
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.waitForURL(/error=OAuthCallback/);
    expect(await page.getByRole("alert").textContent()).toBe("Signing in did not work.");
  });
});

describe("behaviour 1.7: providers", () => {
  test("include the external one without its secrets", async () => {
    const providers = await (await fetch(`${desk.origin}/api/auth/providers`)).json();
    expect(Object.keys(providers)).toEqual(["credentials", "oidc"]);
    expect(providers.oidc).toEqual({
      id: "oidc",
      name: "Acme",
      type: "oauth",
      signinUrl: `${desk.origin}/api/auth/signin/oidc`,
      callbackUrl: `${desk.origin}/api/auth/callback/oidc`,
    });
  });

  test("that can't be reached end in error=OAuthSignin", async () => {
    const lost = await startServer("sqlite", {
      AUTH_OIDC_ISSUER: `http://localhost:${await freePort()}`,
      AUTH_OIDC_CLIENT_ID: "desk",
      AUTH_OIDC_CLIENT_SECRET: "desk-secret",
    });
    const csrf = await fetch(`${lost.origin}/api/auth/csrf`);
    const cookie = csrf.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const { csrfToken } = await csrf.json();
    const answer = await fetch(`${lost.origin}/api/auth/signin/oidc`, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({ csrfToken, json: "true" }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { url: `${lost.origin}/api/auth/error?error=OAuthSignin` },
    ]);
    await lost.stop();
  });
});
