import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openForm } from "../support/composer";
import { openDesk, waitForScripts } from "../support/desk";
import { anAgent, aTask } from "../support/factories";

/* domain A1, B12: typed text is never lost, and never shown to the next user. */

const form = (page: Page, name: string) => page.getByRole("form", { name, exact: true });
const text = (page: Page, name: string) => form(page, name).getByRole("textbox").first();
const copies = (page: Page) => page.evaluate(() => localStorage.getItem("app:writing"));

describe("on a shared computer", () => {
  const { server, pageOf, signIn } = openDesk({ serviceWorkers: "allow" });

  const textsOf = async (userId: number) =>
    (await server.db.selectFrom("draft").select("body").where("user_id", "=", userId).execute()).map((d) => d.body);

  test("signing out without scripts removes typed text from the browser", async () => {
    const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
    const page = await pageOf(ada, `/tasks/${id}`);
    await page.route("**/api/drafts", (route) => route.abort());
    await text(page, "Reply").fill("My secret quokka");
    await expect.poll(() => copies(page)).toContain("quokka");
    // submit() fires no event, as when no script sees the form go.
    await page.locator('form[action="/api/auth/signout"]').evaluate((sent: HTMLFormElement) => sent.submit());
    await page.waitForURL("**/login**");
    await expect.poll(() => copies(page)).toBeNull();
  });

  test("a session that merely ends leaves typed text in the browser", async () => {
    const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
    const page = await pageOf(ada, `/tasks/${id}`);
    await page.route("**/api/drafts", (route) => route.abort());
    await text(page, "Reply").fill("Half a sentence");
    await expect.poll(() => copies(page)).toContain("Half a sentence");
    await server.db.deleteFrom("session").where("user_id", "=", ada.id).execute();
    await page.goto("/tasks");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await copies(page)).toContain("Half a sentence");
  });

  test("a page left open drops typed text when another user signs in in another tab", async () => {
    const [ada, bob] = [await anAgent(server.db), await anAgent(server.db, { name: "Bob" })];
    const { id } = await aTask(server.db);
    const left = await pageOf(ada, `/tasks/${id}`);
    await left.route("**/api/drafts", (route) => route.abort());
    await text(left, "Reply").fill("My secret quokka");
    await signIn(left, bob);
    const other = await left.context().newPage();
    await other.goto("/tasks");
    await left.getByLabel("Account: Bob").waitFor();
    await expect.poll(() => text(left, "Reply").inputValue()).toBe("");
    await left.unroute("**/api/drafts");
    await openForm(left, "Internal note");
    await text(left, "Internal note").fill("Of Bob");
    await expect.poll(() => textsOf(bob.id)).toEqual(["Of Bob"]);
    await expect.poll(() => copies(left)).toBeNull();
  });

  test("a page left open is covered when its user signs out in another tab, and keeps their text", async () => {
    const [ada, { id }] = [await anAgent(server.db), await aTask(server.db, { title: "Blackmail" })];
    const left = await pageOf(ada, `/tasks/${id}`);
    await text(left, "Reply").fill("My secret quokka");
    const other = await left.context().newPage();
    await other.goto("/tasks");
    await waitForScripts(other);
    const signOut = () =>
      other.locator('form[action="/api/auth/signout"]').evaluate((sent: HTMLFormElement) => sent.requestSubmit());
    await signOut();
    await other.waitForURL("**/login**");
    await left.getByRole("heading", { name: "You're signed out" }).waitFor();
    const readable = async () => [await left.locator("body").innerText(), await left.title()].join();
    expect(await readable()).not.toContain("Blackmail");
    // It stays when it gets the focus, because text was typed on it.
    await left.evaluate(() => window.dispatchEvent(new Event("focus")));
    expect(await left.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe(`/tasks/${id}`);
    expect(await left.locator(".app").evaluate((app: HTMLElement) => app.inert && app.hidden)).toBe(true);
    await signIn(other, ada);
    await other.goto("/");
    await expect.poll(readable).toContain("Blackmail");
    expect(await text(left, "Reply").inputValue()).toBe("My secret quokka");
    // Another user never sees it.
    await waitForScripts(other);
    await signOut();
    await other.waitForURL("**/login**");
    await left.getByRole("heading", { name: "You're signed out" }).waitFor();
    await signIn(other, await anAgent(server.db, { name: "Bob" }));
    await other.goto("/");
    await left.getByLabel("Account: Bob").waitFor();
    await expect.poll(() => text(left, "Reply").inputValue()).toBe("");
  });

  test("a page left open without typed text goes to /login when it gets the focus", async () => {
    const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
    const left = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(left);
    const other = await left.context().newPage();
    await other.goto("/tasks");
    await waitForScripts(other);
    await server.db.deleteFrom("session").where("user_id", "=", ada.id).execute();
    await other.goto("/tasks");
    await left.getByRole("heading", { name: "You're signed out" }).waitFor();
    await left.evaluate(() => window.dispatchEvent(new Event("focus")));
    await left.waitForURL("**/login**");
    expect(await left.getByRole("heading", { name: "You're signed out" }).count()).toBe(0);
  });

  test.each(JAVASCRIPT_MODES)("a form left open isn't sent as another user, $mode", async ({ javaScriptEnabled }) => {
    const [ada, bob] = [await anAgent(server.db), await anAgent(server.db, { name: "Bob" })];
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`, { javaScriptEnabled });
    await text(page, "Reply").fill("My secret quokka");
    await signIn(page, bob);
    await form(page, "Reply").getByRole("button", { name: "Send reply" }).click();
    if (javaScriptEnabled) {
      await page.getByLabel("Account: Bob").waitFor(); // the page reloads with an empty form
      await expect.poll(() => text(page, "Reply").inputValue()).toBe("");
    } else await page.getByText("Someone else was signed in when you opened this page").waitFor();
    const said = await server.db.selectFrom("message").select("body").where("task_id", "=", id).execute();
    expect(JSON.stringify(said)).not.toContain("quokka");
    expect(await textsOf(bob.id)).toEqual([]);
  });
});
