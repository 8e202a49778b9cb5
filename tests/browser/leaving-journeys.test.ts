import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { addNote } from "~/features/conversation/task-reply.server";
import { openDesk } from "../support/desk";
import { aCustomField, aKey, anAgent, aTask } from "../support/factories";
import { pickFromMenu, saveFields } from "../support/task-fields";

/* Leaving a page asks before unsaved input is lost (domain A1). Without scripts, nothing can ask. */
describe("leaving a page with something unsaved", () => {
  const { server, pageOf } = openDesk();

  /** Answers the browser's dialogs as `leave` says, and records their types. */
  function answering(page: Page) {
    const asked: string[] = [];
    const answers = { leave: false, asked };
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      return answers.leave ? dialog.accept() : dialog.dismiss();
    });
    return answers;
  }

  /** Blocks every POST, so input stays unsaved. */
  const unsent = (page: Page) =>
    page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  const isUnsent = (page: Page) =>
    page.locator(".toast", { hasText: "The server couldn't be reached." }).first().waitFor();

  const fields = (page: Page) => page.getByRole("form", { name: "Task", exact: true });
  const priority = (page: Page) => fields(page).getByLabel("Priority");
  const toTasks = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tasks" });
  const list = (page: Page) => page.getByRole("heading", { level: 1, name: "Tasks" });

  test("changed fields of a task ask before a link, Back or a reload", async () => {
    const { id } = await aTask(server.db);
    const page = await pageOf(await anAgent(server.db), "/tasks");
    const answers = answering(page);
    await page
      .getByRole("link", { name: /Printer on fire/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "Printer on fire" }).waitFor();
    await unsent(page);
    await priority(page).selectOption("High");
    await isUnsent(page);

    await toTasks(page).click();
    await expect.poll(() => answers.asked).toEqual(["confirm"]);
    await page.evaluate(() => history.back());
    await expect.poll(() => answers.asked).toEqual(["confirm", "confirm"]);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/tasks/${id}`);
    await page.evaluate(() => location.reload());
    await expect.poll(() => answers.asked).toEqual(["confirm", "confirm", "beforeunload"]);
    expect(await priority(page).inputValue()).toBe("high");

    answers.leave = true;
    await toTasks(page).click();
    await list(page).waitFor();
    expect(answers.asked).toHaveLength(4);
  });

  test("a changed custom field asks before a link", async () => {
    await aCustomField(server.db, { key: "room", label: "Room" });
    await aCustomField(server.db, { key: "lift", label: "Lift", kind: "boolean" });
    const { id } = await aTask(server.db);
    const page = await pageOf(await anAgent(server.db), `/tasks/${id}`);
    const answers = answering(page);
    await unsent(page);
    await fields(page).getByLabel("Room").fill("4.12");
    await toTasks(page).click();
    await expect.poll(() => answers.asked).toEqual(["confirm"]);
    expect(await fields(page).getByLabel("Room").inputValue()).toBe("4.12");
    await fields(page).getByLabel("Room").fill("");
    await fields(page).getByRole("group", { name: "Lift" }).getByRole("checkbox").check();
    await toTasks(page).click();
    await expect.poll(() => answers.asked).toEqual(["confirm", "confirm"]);
  });

  test("saved fields, button actions and drafts let the agent leave without asking", async () => {
    const { id } = await aTask(server.db);
    const page = await pageOf(await anAgent(server.db), `/tasks/${id}`);
    const { asked } = answering(page);
    await page.getByRole("button", { name: "Assign to me" }).click(); // also sets the status, which the agent didn't choose
    await expect.poll(() => fields(page).getByLabel("Status", { exact: true }).inputValue()).toBe("in_progress");
    await toTasks(page).click();
    await list(page).waitFor();

    await page.goto(`/tasks/${id}`);
    await priority(page).selectOption("High");
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    await page.getByRole("button", { name: "Unwatch" }).waitFor();
    expect(await priority(page).inputValue()).toBe("high"); // other buttons leave it as it is
    await saveFields(page);
    await page
      .getByRole("region", { name: "History" })
      .getByText(/changed Priority/)
      .first()
      .waitFor();
    await page.getByRole("form", { name: "Reply" }).getByRole("textbox").fill("I shall come back to this.");
    await toTasks(page).click();
    await list(page).waitFor();
    expect(asked).toEqual([]);
  });

  test("a link clicked in the same frame as a form's button waits for the form's answer", async () => {
    const { id } = await aTask(server.db);
    const ben = await anAgent(server.db);
    const page = await pageOf(ben, `/tasks/${id}`);
    const assignee = () => server.db.selectFrom("task").select("assignee_id").where("id", "=", id).executeTakeFirst();
    await page.getByRole("button", { name: "Assign to me" }).waitFor();
    await page.evaluate(() => {
      [...document.querySelectorAll("button")].find((button) => button.textContent === "Assign to me")?.click();
      document.querySelector<HTMLElement>("nav a[href='/tasks']")?.click();
    });
    await list(page).waitFor();
    expect(await assignee()).toEqual({ assignee_id: ben.id });
    expect(new URL(page.url()).pathname).toBe("/tasks");
  });

  test("a changed note asks before Cancel and before signing out", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    await addNote(server.db, ada, id, { body: "Call the plumer.", requestKey: aKey() }, Date.now());
    const page = await pageOf(ada, `/tasks/${id}`);
    const answers = answering(page);
    const edit = async () => {
      await pickFromMenu(page, "Edit");
      await page.getByRole("heading", { level: 1, name: `Edit note on #${id}` }).waitFor();
    };
    await edit();
    await page.getByRole("link", { name: "Cancel" }).click(); // nothing is changed yet
    await edit();
    await page.getByLabel("Your note").fill("Call the plumber.");
    expect(answers.asked).toEqual([]);

    await page.getByRole("link", { name: "Cancel" }).click();
    await expect.poll(() => answers.asked).toEqual(["confirm"]);
    await page.getByLabel(/^Account:/).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect.poll(() => answers.asked).toEqual(["confirm", "confirm"]);
    expect(await page.getByLabel("Your note").inputValue()).toBe("Call the plumber.");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByRole("region", { name: "Conversation" }).getByText("Call the plumber.").waitFor();
    expect(answers.asked).toHaveLength(2);
  });
});
