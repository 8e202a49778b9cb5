import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAgent, aRequester, aTask } from "../support/factories";
import { saveFields } from "../support/task-fields";

const DAY = 86_400_000;

describe.each(JAVASCRIPT_MODES)("the status of a task, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });
  const fields = (page: Page) => page.getByRole("form", { name: "Task" });
  const history = (page: Page) => page.getByRole("region", { name: "History" });
  const status = (page: Page) => page.locator(".task-line .status");

  test("an agent snoozes a task until tomorrow, and its page and the list show it", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { title: "Order a chair" });
    const page = await pageOf(ada, `/tasks/${id}`);
    expect(await fields(page).getByLabel("Snoozed until").isVisible()).toBe(false);
    await fields(page).getByLabel("Status").selectOption("On hold");
    const choice = fields(page).getByLabel("Snoozed until");
    const label = await choice.getByRole("option", { name: /^Tomorrow/ }).textContent();
    await choice.selectOption({ label: label ?? "" });
    await saveFields(page);
    const day = /\((.+)\)/.exec(label ?? "")?.[1] ?? "no day";
    await page.locator(".task-line").getByText(`snoozed until ${day}`).waitFor();

    await page.goto("/tasks?q=is:snoozed");
    await page
      .getByRole("row", { name: /Order a chair/ })
      .getByText(`snoozed until ${day}`)
      .waitFor();

    await page.goto(`/tasks/${id}`);
    await fields(page).getByLabel("Status").selectOption("In progress");
    await saveFields(page);
    await history(page).getByText("ended the snooze").waitFor();
    expect(await page.locator(".task-line").textContent()).not.toContain("snoozed");
  });

  test("an agent is asked before resolving a task with an unticked item, and can resolve it anyway", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { assignee: ada });
    await server.db.insertInto("checklist_item").values({ task_id: id, position: 1, text: "Call them" }).execute();
    const page = await pageOf(ada, `/tasks/${id}`);
    const reply = page.getByRole("form", { name: "Reply" });
    await reply.getByRole("textbox", { name: "Your reply" }).fill("We are done.");
    await reply.getByLabel("Status after the reply").selectOption("Resolved");
    await reply.getByRole("button", { name: "Send reply" }).click();
    await reply.getByText("1 checklist item isn't ticked. Nothing is saved yet.").waitFor();
    expect(await reply.getByRole("textbox", { name: "Your reply" }).inputValue()).toBe("We are done.");
    await reply.getByRole("button", { name: "Send and resolve anyway" }).click();
    await status(page).getByText("Resolved").waitFor();
  });

  test("a requester says that a request isn't solved, then that it is, and rates it", async () => {
    const [ada, rita] = [await anAgent(server.db, { name: "Ada" }), await aRequester(server.db, { name: "Rita" })];
    const { id } = await aTask(server.db, { requester: rita, assignee: ada, status: "resolved", at: Date.now() - DAY });
    const hers = await pageOf(rita, `/tasks/${id}`);
    await hers.getByText(/We'll close it on \d+ \w+ unless you reply\./).waitFor();
    await hers.getByRole("button", { name: "It is not solved" }).click();
    await status(hers).getByText("In progress").waitFor();
    await hers.getByText("You told us it isn't solved. We're looking into it again.").waitFor();
    await hers.waitForLoadState("domcontentloaded"); // without scripts, the form would come later
    expect(await hers.getByRole("form", { name: "Rating" }).count()).toBe(0);
    await hers.getByRole("button", { name: "It is solved" }).click();
    await status(hers).getByText("Resolved").waitFor();
    await hers.getByRole("button", { name: "Thanks, it is solved" }).click();
    await status(hers).getByText("Closed").waitFor();
    await hers.getByText(/Reply by \d+ \w+( \d+)? to reopen it/).waitFor();

    const rating = hers.getByRole("form", { name: "Rating" });
    await rating.getByRole("button", { name: "Bad" }).click();
    await rating.getByLabel("Comment (optional)").fill("It took a week.");
    await rating.getByRole("button", { name: "Save comment" }).click();
    await hers.locator('[data-type="success"]', { hasText: "Comment saved" }).first().waitFor();
    await rating.getByRole("button", { name: "Bad", pressed: true }).waitFor();
    await rating.getByRole("button", { name: "Good" }).click(); // the comment stays
    await hers.locator('[data-type="success"]', { hasText: "Thanks for your rating" }).first().waitFor();

    const desk = await pageOf(ada, `/tasks/${id}`);
    await desk.getByRole("region", { name: "Rating" }).getByText("It took a week.").waitFor();
    await history(desk).getByText("Good: It took a week.").waitFor();
  });
});
