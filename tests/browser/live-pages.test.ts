import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openForm } from "../support/composer";
import { holdRequests, openDesk, waitForScripts } from "../support/desk";
import { aKey, anAgent, aTask } from "../support/factories";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

/*
 * Pages of one process, while other agents work through a second one on the same database. The events of each engine
 * are tested in features/live; these tests cover how pages react.
 */
describe("open pages", () => {
  const engine = "postgres";
  const { server, newPage, pageOf, signIn } = openDesk({ engine });
  let other: TestServer;
  beforeAll(async () => {
    other = await startServer(engine, server.sharedSettings);
  });
  afterAll(() => other?.stop());

  /** An agent who works through the other process. */
  async function someone(name: string) {
    const person = await anAgent(server.db, { name });
    const cookie = await cookieOf(server.db, person);
    const send = async (address: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ requestKey: aKey(), ...fields });
      const answer = await fetch(other.origin + address, {
        method: "POST",
        body,
        headers: { cookie },
        redirect: "manual",
      });
      expect(answer.status, await answer.text()).toBe(302);
    };
    return {
      person,
      note: (id: number, note: string) => send(`/tasks/${id}`, { form: "note", note }),
      reply: (id: number, body: string) => send(`/tasks/${id}`, { form: "reply", body, anyway: "yes" }),
      assign: (id: number) => send(`/tasks/${id}/assignment`, {}),
    };
  }

  /** Runs `go` and waits until the page listens for events. */
  async function listens(page: Page, go: () => Promise<unknown>) {
    const stream = page.waitForResponse(/\/events\?/);
    await go();
    await stream;
  }

  const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
  const top = (page: Page, selector: string) =>
    page.evaluate((what) => document.querySelector(what)?.getBoundingClientRect().top, selector);

  test("a list updates values in place, and holds other rows back while it is in use", async () => {
    const [ada, ben] = [await anAgent(server.db, { name: "Ada" }), await someone("Ben")];
    const { id } = await aTask(server.db, { title: "The lift hums" });
    for (const title of ["The door creaks", "The lamp flickers"]) await aTask(server.db, { title });
    const page = await pageOf(ada);
    await listens(page, () => page.goto("/tasks"));
    await row(page, "The lift hums").hover();
    const rows = () => page.locator("table.tasks .row-link").allInnerTexts();
    const before = await rows();

    await ben.assign(id);
    await row(page, "The lift hums").getByText("Ben").waitFor();
    expect(await rows()).toEqual(before);
    await aTask(server.db, { title: "The roof leaks", priority: "urgent" });
    const waits = page.getByRole("button", { name: /^Show \d+ changes?$/ });
    await waits.waitFor();
    expect(await row(page, "The roof leaks").count()).toBe(0);
    await page.keyboard.press("Tab"); // the pointer stays where it is
    await waits.focus();
    await page.keyboard.press("Enter");
    await row(page, "The roof leaks").waitFor();
    await waits.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");

    await aTask(server.db, { title: "The gutter drips", priority: "urgent" });
    await waits.waitFor();
    await page.getByRole("heading", { level: 1 }).hover(); // away from the table
    await row(page, "The gutter drips").waitFor();
    await waits.waitFor({ state: "detached" });

    // With no pointer or focus on the table, rows change at once.
    await aTask(server.db, { title: "The fence sags", priority: "urgent" });
    await row(page, "The fence sags").waitFor();
    expect(await waits.count()).toBe(0);
  });

  test("revalidating during an unread-only fetch loads the whole page", async () => {
    const [ada, ben] = [await anAgent(server.db, { name: "Ada" }), await someone("Ben")];
    const { id } = await aTask(server.db, { title: "The pipe knocks" });
    const mine = await aTask(server.db, { title: "The valve sticks", assignee: ada });
    const page = await pageOf(ada);
    await listens(page, () => page.goto(`/tasks/${id}`));
    // Back revalidates like this, and so does a draft that was deleted elsewhere.
    const asked = page.waitForRequest(/\.data\?_routes=root$/);
    const goOn = await holdRequests(page, /\.data/);
    await server.db.updateTable("task").set({ title: "The pipe is still" }).where("id", "=", id).execute();
    await ben.note(mine.id, "It has been oiled.");
    await asked;
    await page.evaluate(() =>
      (window as unknown as { __remixRouter: { revalidate(): void } }).__remixRouter.revalidate(),
    );
    goOn();
    await page.getByRole("heading", { name: "The pipe is still" }).waitFor();
    expect(await page.getByRole("heading", { name: "The pipe knocks" }).count()).toBe(0);
  });

  test("a task shows a new message without disturbing an agent who is typing", async () => {
    const [ada, ben] = [await anAgent(server.db, { name: "Ada" }), await someone("Ben")];
    const { id } = await aTask(server.db, { title: "The bell rings" });
    const page = await pageOf(ada);
    await listens(page, () => page.goto(`/tasks/${id}`));
    const reply = page.getByLabel("Your reply");
    await reply.fill("I am on my way to");
    await page.evaluate(() => scrollTo(0, 200));
    await reply.focus();
    const at = await top(page, "[name=body]");

    await ben.note(id, "It is the fire alarm.\n\nOnce more.\n\nAnd again.");
    await page.getByRole("region", { name: "Conversation" }).getByText("It is the fire alarm.").waitFor();
    await page.getByRole("status").filter({ hasText: "New message from Ben" }).waitFor();
    expect(await reply.inputValue()).toBe("I am on my way to");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("body");
    await expect.poll(async () => Math.abs(((await top(page, "[name=body]")) ?? 0) - (at ?? 0))).toBeLessThan(2);
    await page.keyboard.type(" you.");

    await ben.assign(id);
    const fields = page.getByRole("form", { name: "Task" });
    await expect.poll(() => fields.getByLabel("Assignee").inputValue()).toContain("Ben");
    expect(await reply.inputValue()).toBe("I am on my way to you.");
  });

  test("a task shows at once who is viewing it", async () => {
    const [ada, ben] = [await anAgent(server.db, { name: "Ada" }), await anAgent(server.db, { name: "Ben" })];
    const { id } = await aTask(server.db, { title: "The clock stands" });
    const page = await pageOf(ada);
    await listens(page, () => page.goto(`/tasks/${id}`));
    const bens = await newPage(undefined, { baseURL: other.origin });
    await signIn(bens, ben);
    const [name, value] = (await cookieOf(server.db, ben)).split("=");
    await bens.context().addCookies([{ name: name ?? "", value: value ?? "", url: other.origin }]);
    await bens.goto(`${other.origin}/tasks/${id}`);
    const viewing = page.getByRole("status").filter({ hasText: "Ben is viewing this task." });
    await viewing.waitFor();
    expect(await viewing.count()).toBe(1);
    await bens.goto(`${other.origin}/tasks`);
    await page.getByText("Ben is viewing this task.").waitFor({ state: "detached" });
  });

  test("tabs share one event stream, and the next tab takes over when the first closes", async () => {
    const [ada, ben] = [await anAgent(server.db, { name: "Ada" }), await someone("Ben")];
    const { id } = await aTask(server.db, { title: "The sign is crooked" });
    const first = await pageOf(ada);
    const streams: string[] = [];
    first.context().on("request", (request) => {
      if (request.url().includes("/events?")) streams.push(request.url());
    });
    await listens(first, () => first.goto(`/tasks/${id}`));
    const second = await first.context().newPage();
    await second.goto(`/tasks/${id}`);
    await waitForScripts(second);

    await ben.note(id, "Both of you.");
    for (const page of [first, second]) await page.getByText("Both of you.").waitFor();
    expect(streams).toHaveLength(1);

    const taken = second.waitForRequest(/\/events\?last=\d+/);
    await first.close();
    await taken;
    await ben.note(id, "The one that is left.");
    await second.getByText("The one that is left.").waitFor();
  });

  test("a tab gets events from before it listened, even if the first tab is closed by then", async () => {
    const [ada, ben] = [await anAgent(server.db, { name: "Ada" }), await someone("Ben")];
    const { id } = await aTask(server.db, { title: "The bell is stuck" });
    const first = await pageOf(ada);
    await listens(first, () => first.goto(`/tasks/${id}`));
    const second = await first.context().newPage();
    await second.goto(`/tasks/${id}`);
    await waitForScripts(second);
    await ben.note(id, "So that both listen.");
    await second.getByText("So that both listen.").waitFor();

    const third = await first.context().newPage();
    await third.goto(`/tasks/${id}`);
    await ben.note(id, "Before the third listens.");
    for (const page of [first, second]) await page.getByText("Before the third listens.").waitFor();
    const taken = second.waitForRequest(/\/events\?last=\d+/);
    await first.close();
    await taken;
    await third.getByText("Before the third listens.").waitFor();
    expect(await third.getByText("Before the third listens.").count()).toBe(1);
  });

  test("a server restart loses neither typed text nor new messages", async () => {
    const [ada, ben] = [await anAgent(server.db, { name: "Ada" }), await someone("Ben")];
    const { id } = await aTask(server.db, { title: "The tap drips" });
    const page = await pageOf(ada);
    await listens(page, () => page.goto(`/tasks/${id}`));
    await openForm(page, "Internal note");
    const note = page.locator("[name=note]");
    await note.fill("Half a sentence");
    await server.kill();
    await ben.note(id, "While you were out.");
    await server.restart();
    await page.getByText("While you were out.").waitFor();
    expect(await note.inputValue()).toBe("Half a sentence");
  });

  test("a session that ends elsewhere keeps typed text on the page", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { title: "The key turns" });
    const page = await pageOf(ada);
    await listens(page, () => page.goto(`/tasks/${id}`));
    const reply = page.getByLabel("Your reply");
    await reply.fill("Not sent yet");
    await server.db.deleteFrom("session").where("user_id", "=", ada.id).execute();
    await page.locator("html[data-session=unauthenticated]").waitFor();
    expect(await reply.inputValue()).toBe("Not sent yet");
  });
});
