import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeLinkKey } from "~/features/mail/links/link-keys.server";
import type { LinkKind } from "~/features/mail/links/link-kinds";
import { unsubscribeKey } from "~/features/mail/links/unsubscribe-key.server";
import { readNotificationSettings } from "~/features/notifications/notification-settings.server";
import type { Viewer } from "~/features/users/users";
import { openDesk } from "../support/desk";
import { anAgent, aRequester, aTask } from "../support/factories";
import { aMailAddress } from "../support/mail";
import { cookieOf } from "../support/session";
import { type SmtpSink, startSmtpSink } from "../support/smtp-sink";

/* Links in the desk's emails: they sign people in or act, and their keys don't leak. */

// The server signs with the same secret as this process.
const { server, newPage, pageOf } = openDesk({ settings: { SESSION_SECRET: process.env.SESSION_SECRET ?? "" } });
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.stop());

const mailed = async (to: string) => {
  const source = () => sink.messages.find((message) => message.to.includes(to))?.source.replace(/=\r\n/g, "");
  await expect.poll(source).toContain("/login?key=");
  return /https:\/\/desk\.example\.org(\/login\?key[^\s)]+)/.exec((source() ?? "").replace(/=3D/g, "="))?.[1] ?? "";
};

const keyFor = async (person: Viewer, kind: LinkKind, path: string) =>
  (await makeLinkKey(server.db, { kind, userId: person.id, address: person.email ?? "", path }, Date.now())) ?? "";

describe("a link in an email", () => {
  test("is offered once the desk can send one", async () => {
    const page = await newPage("/login", { javaScriptEnabled: false });
    expect(await page.getByRole("button").allTextContents()).toEqual(["Sign in"]);
    const outgoing = JSON.stringify({ host: "127.0.0.1", port: sink.port, user: "", encryption: "none" });
    await aMailAddress(server.db, { host: "desk.example.org", outgoing, way: "http" });
    await page.reload();
    expect(await page.getByRole("button").allTextContents()).toEqual([
      ...["Sign in", "Email me a sign-in link", "Forgot your password?"],
    ]);
  });

  test.each([true, false])(
    "signs a requester in and opens the page they wanted (scripts: %s)",
    async (javaScriptEnabled) => {
      const rita = await aRequester(server.db, { name: "Rita", email: `rita-${javaScriptEnabled}@one.example` });
      const { id } = await aTask(server.db, { requester: rita, title: "The printer is on fire" });
      const page = await newPage(`/tasks/${id}`, { javaScriptEnabled });
      await page.getByRole("button", { name: "Email me a sign-in link" }).click();
      await page.getByText("Enter an email").first().waitFor();
      await page.getByLabel("Email").fill(rita.email ?? "");
      await page.getByRole("button", { name: "Email me a sign-in link" }).click();
      await page.getByText("a link is on its way").waitFor();
      const link = await mailed(rita.email ?? "");
      expect(link).toMatch(new RegExp(`^/login\\?key=[0-9a-f]{64}&to=/tasks/${id}$`));

      await page.goto(link);
      await page.getByText("Sign in as Rita?").waitFor();
      const opened = await page.request.get(link);
      expect(opened.headers()).toMatchObject({
        "referrer-policy": "strict-origin",
        "cache-control": "private, no-store",
      });
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("heading", { level: 1, name: "The printer is on fire" }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/tasks/${id}`);

      await page.goto(link); // signed in: the key isn't looked at
      await page.getByRole("heading", { level: 1, name: "The printer is on fire" }).waitFor();
      await page.context().clearCookies();
      await page.goto(link);
      await page.getByText("This link has been used or has expired").waitFor();
      expect(page.url()).not.toContain("key=");
      await page.getByLabel("Password").waitFor();
      const evil = await page.request.get("/login?to=//evil.example/x", {
        headers: { cookie: await cookieOf(server.db, rita) },
        maxRedirects: 0,
      });
      expect(evil.headers().location).toMatch(new RegExp(`^${server.origin}`));
    },
  );

  test("reopens a request, resets a password and stops emails, each with a button", async () => {
    const page = await newPage(undefined, { javaScriptEnabled: false });
    const rita = await aRequester(server.db, { passwordHash: "hash" });
    const { id } = await aTask(server.db, { requester: rita, status: "resolved" });
    const key = await keyFor(rita, "not_solved", `/tasks/${id}`);
    await page.goto(`/login/link?key=${key}`);
    await page.getByLabel("What's still wrong?").fill("It still smokes.");
    await page.getByRole("button", { name: "It is not solved" }).click();
    await page.getByText("The request is open again").waitFor();
    await page.goto(`/login/link?key=${key}`);
    await page.getByText("This link has been used or has expired").waitFor();

    await page.goto(`/login/link?key=${await keyFor(rita, "password", "/login")}`);
    await page.getByLabel("New password").fill("short");
    await page.locator("form").evaluate((form: HTMLFormElement) => form.setAttribute("novalidate", ""));
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("A password needs at least 10 characters").waitFor();
    await page.getByLabel("New password").fill("a long enough passphrase");
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Your password is set. Sign in with it.").waitFor();

    const ada = await anAgent(server.db);
    const stop = unsubscribeKey({ userId: ada.id, event: "mention" });
    const hers = await pageOf(ada, `/login/link?key=${stop}`);
    await hers.getByText("Someone mentions you").waitFor();
    await hers.getByRole("button", { name: "Stop emails" }).click();
    await hers.getByRole("link", { name: "Notification settings" }).click();
    expect(await hers.getByLabel("Someone mentions you").inputValue()).toBe("in_app");
  });

  test("stops emails on a mail program's one-click request, from any origin", async () => {
    const ada = await anAgent(server.db);
    const address = `${server.origin}/api/mail/unsubscribe/`;
    const post = (token: string) =>
      fetch(address + token, {
        method: "POST",
        headers: { origin: "https://mail.example", "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      });
    const key = unsubscribeKey({ userId: ada.id, event: "assigned" });
    expect((await post(key.replace("assigned", "mention"))).status).toBe(404);
    expect((await post(key)).status).toBe(204);
    const { kinds } = await readNotificationSettings(server.db, ada);
    const level = (wanted: string) => kinds.find(({ kind }) => kind === wanted)?.level;
    expect([level("assigned"), level("mention")]).toEqual(["in_app", "email"]);
    const opened = await fetch(address + key, { redirect: "manual" });
    expect(opened.headers.get("location")).toBe(`/login/link?key=${key}`);
  });
});
