import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { addNote } from "~/features/tasks/task-reply.server";
import { openDesk } from "../support/desk";
import { aKey, anAdmin, anAgent, aTask } from "../support/factories";

/* With scripts the page stays where it is when a form is refused: what is wrong has to be found from its button, far below. */
describe("a form that is refused", () => {
  const { server, pageOf } = openDesk();

  /** What takes the focus says what is wrong, and is on the screen. */
  async function saysWhatIsWrong(page: Page, sentence: string | RegExp) {
    const notice = page.getByRole("alert").and(page.locator(":focus"));
    await notice.getByText(sentence).waitFor();
    const isInSight = () =>
      notice.evaluate((it) => it.getBoundingClientRect().top >= 0 && it.getBoundingClientRect().bottom <= innerHeight);
    await expect.poll(isInSight).toBe(true);
  }

  test("a new task, once and again: what is said leads to the field", async () => {
    const page = await pageOf(await anAgent(server.db), "/tasks/new", { viewport: { width: 1280, height: 420 } });
    const create = page.getByRole("button", { name: "Create task" });
    await page.getByLabel("Title").fill("A lamp");
    await page.getByLabel("Description").fill("Bright.");
    await page.getByLabel("Requester").fill("Nobody at all");
    for (let time = 1; time <= 2; time++) {
      await create.click();
      await saysWhatIsWrong(page, "Nobody has this name.");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByLabel("Requester").and(page.locator(":focus")).waitFor();
      await page.getByRole("alert").getByText("Nobody has this name.").waitFor(); // still there to be read
    }
  });

  test("a person, and a password", async () => {
    const taken = await anAgent(server.db);
    const page = await pageOf(await anAdmin(server.db), "/users/new");
    await page.getByLabel("Name").fill("Somebody");
    await page.getByLabel("Email").fill(taken.email ?? "");
    await page.getByRole("button", { name: "Create person" }).click();
    await saysWhatIsWrong(page, "Somebody else has this e-mail address.");

    const other = await anAgent(server.db);
    await page.goto(`/users/${other.id}/edit`);
    await page.getByLabel("Email").fill(taken.email ?? "");
    await page.getByRole("button", { name: "Save person" }).click();
    await saysWhatIsWrong(page, "Somebody else has this e-mail address.");

    await page.goto(`/users/${other.id}/password`);
    await page.getByLabel("New password").fill(other.email ?? "");
    await page.getByRole("button", { name: "Save password" }).click();
    await saysWhatIsWrong(page, /e-mail address/);
  });

  test("splitting and merging a task", async () => {
    const ada = await anAgent(server.db);
    const [{ id }, into] = [await aTask(server.db), await aTask(server.db)];
    const page = await pageOf(ada, `/tasks/${id}/split`);
    await page.getByRole("button", { name: "Split into a new task" }).click();
    await saysWhatIsWrong(page, /message/);

    await page.goto(`/tasks/${id}/merge?into=${into.id}`);
    await addNote(server.db, ada, id, { body: "Later.", requestKey: aKey() }, Date.now());
    await page.getByRole("button", { name: `Merge #${id} into #${into.id}` }).click();
    await saysWhatIsWrong(page, /Somebody has changed one of these tasks/);
  });
});
