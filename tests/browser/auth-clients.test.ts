import { build } from "esbuild";
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { aUser, PASSWORD } from "../features/auth/visitor";
import { openDesk } from "../support/desk";

const { server, newPage } = openDesk();
beforeAll(async () => void (await aUser(server.db)));

/** A same-origin page with a single script, which exposes its exports as `client`. */
async function pageWith(code: string): Promise<Page> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "client",
    jsx: "automatic",
    alias: { "~": `${process.cwd()}/app` },
    define: { "process.env.NODE_ENV": '"production"', "process.env.NEXTAUTH_URL": "undefined" },
    banner: { js: "var process = { env: {} };" },
  });
  const page = await newPage();
  const html = "<!doctype html><title>A client</title><div id=root></div><script src=/client.js></script>";
  await page.route("**/client", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.route("**/client.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: outputFiles[0]?.text ?? "" }),
  );
  await page.goto(`${server.origin}/client`);
  return page;
}

const FIELDS = { email: "ada@example.org", password: PASSWORD };

/** The client's exports, as code inside `page.evaluate` sees them. */
// biome-ignore lint/suspicious/noExplicitAny: the exports are those of the code that `pageWith` bundles.
declare const client: any;

describe("behaviour 1.13: Taskdesk's own client", () => {
  const OURS = `export * from "~/features/auth/auth-client";`;

  test("signs in and out, and tells a failed session request from no session", async () => {
    const page = await pageWith(OURS);
    expect(await page.evaluate(() => client.getSession())).toBeNull();
    const wrong = await page.evaluate(
      (fields) => client.signIn("credentials", { ...fields, password: "wrong" }, { redirect: false }),
      FIELDS,
    );
    expect(wrong).toEqual({ error: "CredentialsSignin", status: 401, ok: false, url: null });
    const right = await page.evaluate((fields) => client.signIn("credentials", fields, { redirect: false }), FIELDS);
    expect(right).toEqual({ error: null, status: 200, ok: true, url: `${server.origin}/client` });
    expect(await page.evaluate(() => client.getSession())).toMatchObject({ user: { name: "Ada Lovelace" } });

    await page.route("**/api/auth/session", (route) => route.fulfill({ status: 503, json: {} }));
    const failure = () => page.evaluate(() => client.getSession().catch((error: { status: number }) => error.status));
    expect(await failure()).toBe(503);
    await page.route("**/api/auth/session", (route) => route.abort());
    expect(await failure()).toBe(0);

    expect(await page.evaluate(() => client.signOut({ redirect: false }))).toEqual({ url: `${server.origin}/client` });
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("next-auth.session-token");
  });

  test.each([
    ["a failing server", { status: 500, json: { message: "x" } }],
    ["an empty token", { status: 200, json: { csrfToken: "" } }],
    ["a response that isn't JSON", { status: 200, body: "<html>" }],
  ])("signing out with %s fails with the seed's 400 and posts nothing", async (_, answer) => {
    const page = await pageWith(OURS);
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") posts++;
    });
    await page.route("**/api/auth/csrf", (route) => route.fulfill(answer));
    const error = await page.evaluate(() =>
      client.signOut().catch(({ name, status, message }: Error & { status: number }) => ({ name, status, message })),
    );
    expect(error).toEqual({ name: "AuthError", status: 400, message: "Could not fetch CSRF Token for signing out" });
    expect(posts).toBe(0);
    expect(page.url()).toBe(`${server.origin}/client`);
  });

  test("opens the sign-in page for an unknown provider, and the error page without providers", async () => {
    const page = await pageWith(OURS);
    void page.evaluate(() => client.signIn("github")).catch(() => {});
    await page.waitForURL(/\/login\?callbackUrl=/);
    await page.goto(`${server.origin}/client`);
    await page.route("**/api/auth/providers", (route) => route.fulfill({ status: 500, json: {} }));
    void page.evaluate(() => client.signIn("credentials")).catch(() => {});
    await page.waitForURL(`${server.origin}/login`);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("next-auth.session-token");
  });
});

describe("behaviour 1.13: @sidebase/nuxt-auth, replayed", () => {
  test("gets the answers it expects", async () => {
    const jar = new Map<string, string>();
    /** `$fetch`: parses by content type and rejects any status but 2xx unless `ignore` is set. */
    async function $fetch(path: string, { ignore = false, ...init }: RequestInit & { ignore?: boolean } = {}) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(`${server.origin}/api/auth${path}`, {
        ...init,
        redirect: "manual",
        headers: { ...init.headers, cookie },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        jar.set(name, value);
      }
      if (!answer.ok && !ignore) throw new Error(String(answer.status));
      return answer.headers.get("content-type")?.startsWith("application/json") ? answer.json() : answer.text();
    }
    const form = (fields: Record<string, string>) => ({
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
    const callbackUrl = `${server.origin}/tasks`;
    const getSession = () => $fetch(`/session?${new URLSearchParams({ callbackUrl })}`);

    expect(await getSession()).toEqual({}); // an empty object counts as no data
    const providers = await $fetch("/providers");
    expect(providers.credentials.type).toBe("credentials");

    const post = async (password: string) => {
      const { csrfToken } = await $fetch("/csrf");
      const fields = { ...FIELDS, password, csrfToken, callbackUrl, json: "true", redirect: "false" };
      return $fetch("/callback/credentials", { ...form(fields), ignore: true }); // a 401 body is still used
    };
    const wrong = await post("wrong");
    expect(new URL(wrong.url).searchParams.get("error")).toBe("CredentialsSignin"); // the client's only sign of failure
    const right = await post(PASSWORD);
    expect([right.url, new URL(right.url).searchParams.get("error")]).toEqual([callbackUrl, null]);
    expect((await getSession()).user.name).toBe("Ada Lovelace");

    const { csrfToken } = await $fetch("/csrf");
    expect(await $fetch("/signout", form({ csrfToken, callbackUrl, json: "true" }))).toEqual({ url: callbackUrl });
    expect(await getSession()).toEqual({});
  });
});
