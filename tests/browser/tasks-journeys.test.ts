import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openForm } from "../support/composer";
import { openDesk } from "../support/desk";
import { aKey, anAgent, aRequester, aTask } from "../support/factories";
import { saveFields } from "../support/task-fields";

describe.each(JAVASCRIPT_MODES)("tasks, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
  const history = (page: Page) => page.getByRole("region", { name: "History" });

  test("a requester creates a request, an agent resolves it, and the requester closes it", async () => {
    const [rita, ada] = [await aRequester(server.db, { name: "Rita" }), await anAgent(server.db, { name: "Ada" })];
    const hers = await pageOf(rita, "/", { serviceWorkers: "allow" });
    await hers.getByRole("link", { name: "New request" }).last().click();
    await hers.getByLabel("Title").fill("The lift is stuck");
    await hers.getByLabel("Description").fill("Between **two** floors.");
    await hers.getByRole("button", { name: "Create request" }).click();
    await heading(hers, "The lift is stuck").waitFor();
    expect(await hers.title()).toMatch(/^#\d+ The lift is stuck \| Localhost$/);
    await hers.getByText("Received", { exact: true }).waitFor();
    const path = new URL(hers.url()).pathname;

    const desk = await pageOf(ada, "/", { serviceWorkers: "allow" });
    await desk.getByRole("region", { name: "Unassigned" }).getByRole("link", { name: "The lift is stuck" }).click();
    await heading(desk, "The lift is stuck").waitFor();
    await desk.getByRole("button", { name: "Assign to me" }).click();
    await history(desk).getByText("set Assignee to Ada").waitFor();
    if (javaScriptEnabled) await desk.locator("#fields:focus").waitFor(); // the button is gone, but its section isn't
    await expect.poll(() => desk.getByLabel("Status", { exact: true }).inputValue()).toBe("in_progress");

    await openForm(desk, "Internal note");
    await desk.getByRole("form", { name: "Internal note" }).getByRole("textbox").fill("Call the manufacturer.");
    await desk.getByRole("button", { name: "Add note" }).click();
    await conversation(desk).getByText("Call the manufacturer.").waitFor();
    if (javaScriptEnabled) await desk.getByRole("button", { name: "Add note" }).and(desk.locator(":focus")).waitFor();
    expect(await desk.getByRole("form", { name: "Internal note" }).getByRole("textbox").inputValue()).toBe("");

    const reply = desk.getByRole("form", { name: "Reply" });
    await openForm(desk, "Reply");
    await reply.getByRole("textbox").fill("It moves again.");
    await reply.getByLabel("Status after the reply").selectOption("Resolved");
    await reply.getByRole("button", { name: "Send reply" }).click();
    await conversation(desk).getByText("It moves again.").waitFor();
    await expect.poll(() => reply.getByRole("textbox").inputValue()).toBe("");
    await history(desk).getByText("changed Status from In progress to Resolved").waitFor();

    await hers.goto(path);
    await conversation(hers).getByText("It moves again.").waitFor();
    expect(await hers.content()).not.toContain("manufacturer");
    await hers.getByRole("button", { name: "Thanks, it is solved" }).click();
    await hers.locator(".task-line").getByText("Closed").waitFor();
  });

  test("an agent creates a task for a new requester and changes its fields", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const page = await pageOf(ada, "/tasks/new");
    expect(await page.title()).toBe("New task | Localhost");
    await page.getByLabel("Requester").fill("not a known name");
    await page.getByLabel("Title").fill("A desk, please");
    await page.getByLabel("Description").fill("Oak.");
    await page.getByLabel("Tags").fill("furniture");
    await page.getByRole("button", { name: "Create task" }).click();
    await page.getByRole("alert").getByText("No one has this name.").waitFor();
    expect(await page.getByLabel("Description").inputValue()).toBe("Oak.");
    await page.getByLabel("Requester").fill(`new-${aKey()}@example.org`);
    await page.getByLabel("Type").selectOption("Request");
    await page.getByLabel("Priority").selectOption("High");
    await page.getByLabel("Due").fill("2030-03-09");
    await page.getByRole("button", { name: "Create task" }).click();

    await heading(page, "A desk, please").waitFor();
    await page.getByLabel("Priority").selectOption("Urgent");
    await page.getByLabel("Status", { exact: true }).selectOption("On hold");
    await saveFields(page);
    await history(page).getByText("changed Priority from High to Urgent").waitFor();
    await history(page).getByText("changed Status from New to On hold").waitFor();
    expect(await page.getByLabel("Due").inputValue()).toBe("2030-03-09");
  });

  test("two agents change the same field: the second sees both values and chooses", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { title: "Both of us" });
    const [one, two] = [await pageOf(ada), await pageOf(await anAgent(server.db, { name: "Bob" }))];
    await one.goto(`/tasks/${id}`);
    await two.goto(`/tasks/${id}`);
    await one.getByLabel("Priority").selectOption("High");
    await saveFields(one);
    await history(one).getByText("to High").waitFor();

    await two.getByLabel("Priority").selectOption("Low");
    await saveFields(two);
    await two.getByText("Someone else changed this task. Nothing is saved yet.").waitFor();
    await two.getByRole("radio", { name: "Use mine: Low" }).waitFor();
    await two.getByRole("radio", { name: "Keep theirs: High" }).check();
    await saveFields(two);
    await two.locator('[data-type="success"]', { hasText: "Nothing was changed" }).waitFor(); // a toast, or a line without scripts
    expect(await two.getByLabel("Priority").inputValue()).toBe("high");
  });

  test("creating the same task again asks for confirmation, then creates it", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const page = await pageOf(ada);
    for (let time = 1; time <= 2; time++) {
      await page.goto("/tasks/new");
      await page.getByLabel("Title").fill("Order paper");
      await page.getByLabel("Description").fill("Five boxes.");
      await page.getByRole("button", { name: "Create task" }).click();
      if (time === 1) await page.getByRole("heading", { level: 1, name: "Order paper" }).waitFor();
    }
    const [first] = await server.db.selectFrom("task").select("id").where("title", "=", "Order paper").execute();
    const form = page.getByRole("form", { name: "New task" });
    await form.getByText("with the same text").waitFor();
    expect(await form.getByRole("link", { name: `#${first?.id}` }).getAttribute("href")).toBe(`/tasks/${first?.id}`);
    expect(await page.getByLabel("Description").inputValue()).toBe("Five boxes.");
    await form.getByRole("button", { name: "Create anyway" }).click();
    await page.getByRole("heading", { level: 1, name: "Order paper" }).waitFor();
    const made = server.db.selectFrom("task").select("id").where("title", "=", "Order paper");
    expect(await made.execute()).toHaveLength(2);
  });

  test("a reply is held when a new message arrives, until the agent sends it anyway", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id, requester } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    const reply = page.getByRole("form", { name: "Reply" });
    await reply.getByRole("textbox").fill("Try again.");
    await replyToTask(server.db, requester, id, { body: "Never mind!", requestKey: aKey() }, Date.now());
    await reply.getByRole("button", { name: "Send reply" }).click();
    await reply.getByText("A new message arrived above").waitFor();
    await conversation(page).getByText("Never mind!").waitFor();
    expect(await reply.getByRole("textbox").inputValue()).toBe("Try again.");
    await reply.getByRole("button", { name: "Send anyway" }).click();
    await conversation(page).getByText("Try again.").waitFor();
    expect(await conversation(page).getByRole("article").count()).toBe(3);
  });

  test("a click beside the title opens the task, too", async () => {
    const ada = await anAgent(server.db);
    const title = `Beside ${aKey()}`;
    await aTask(server.db, { title, assignee: ada });
    const page = await pageOf(ada, `/tasks?q=${title.split(" ")[1]}`);
    const row = page.getByRole("row").filter({ hasText: title });
    const titleCell = row.getByRole("rowheader");
    const { width = 0, height = 0 } = (await titleCell.boundingBox()) ?? {};
    await titleCell.click({ position: { x: width - 4, y: height / 2 } });
    await heading(page, title).waitFor();
    if (!javaScriptEnabled) return;

    await page.goBack();
    await row.getByRole("cell", { name: "In progress" }).click({ position: { x: 3, y: 3 } });
    await heading(page, title).waitFor();
    await page.goBack();
    for (const press of [{ modifiers: ["ControlOrMeta" as const] }, { button: "middle" as const }]) {
      const [tab] = await Promise.all([
        page.waitForEvent("popup"),
        row.locator(".task-status").click({ ...press, position: { x: 3, y: 3 } }),
      ]);
      await heading(tab, title).waitFor();
      await tab.close();
    }
    expect(new URL(page.url()).pathname).toBe("/tasks");

    // Neither selecting text nor a control in the row opens it.
    const when = await row.locator("time").last().boundingBox();
    if (!when) throw new Error("The row has no time.");
    await page.mouse.move(when.x + when.width - 1, when.y + when.height / 2);
    await page.mouse.down();
    await page.mouse.move(when.x + 2, when.y + when.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(getSelection()))).not.toBe("");
    await row.getByRole("checkbox").check();
    expect(new URL(page.url()).pathname).toBe("/tasks");
  });

  test("an agent filters, sorts, pages and searches a list, and the URL keeps its state", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const rita = await aRequester(server.db);
    const tag = `t${aKey().slice(0, 8)}`;
    for (let n = 1; n <= 52; n++)
      await aTask(server.db, { requester: rita, title: `Chair ${n}`, tags: [tag], at: n * 60_000 });
    const page = await pageOf(ada, "/tasks");
    await page.getByLabel("Tag", { exact: true }).fill(tag);
    if (javaScriptEnabled) await page.keyboard.press("Enter");
    else await page.getByRole("button", { name: "Filter" }).click();
    const table = page.getByRole("table", { name: "Tasks" });
    const titles = () => table.locator(".row-link").allTextContents();
    // The URL changes before the table does, and the unfiltered list starts with the same tasks.
    await table.getByRole("link", { name: "Updated" }).and(table.locator("[href*='tag=']")).click();
    await table.getByRole("link", { name: "Chair 52", exact: true }).waitFor();
    await expect.poll(titles).toHaveLength(50);

    await page.getByRole("link", { name: "Next page" }).click();
    await table.getByRole("link", { name: "Chair 2", exact: true }).waitFor();
    await expect.poll(titles).toEqual(["Chair 2", "Chair 1"]);
    await page.getByRole("link", { name: "Previous page" }).click();
    await table.getByRole("link", { name: "Chair 52", exact: true }).waitFor();

    await table.getByRole("link", { name: "Number" }).click(); // the newest first
    await table.locator('[aria-sort="descending"]').getByRole("link", { name: "Number" }).waitFor();
    await table.getByRole("link", { name: "Number" }).click();
    await page.waitForURL(/sort=number-asc/);
    await table.getByRole("link", { name: "Chair 1", exact: true }).waitFor();
    expect((await titles())[0]).toBe("Chair 1");

    await page.getByRole("searchbox", { name: "Search tasks" }).fill(`"chair 17"`);
    await page.getByRole("searchbox", { name: "Search tasks" }).press("Enter");
    await expect.poll(titles).toEqual(["Chair 17"]);
    expect(page.url()).toContain("q=%22chair");
  });
});
