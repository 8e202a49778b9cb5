import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { addNote } from "~/features/conversation/task-reply.server";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { aKey, anAdmin, anAgent, aTask } from "../support/factories";
import { pickFromMenu } from "../support/task-fields";

describe.each(JAVASCRIPT_MODES)("domain B4: correcting messages, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled, viewport: { width: 390, height: 800 } });

  const message = (page: Page, text: string) =>
    page.getByRole("region", { name: "Conversation" }).getByRole("article").filter({ hasText: text });

  test("an agent edits a note; a refused edit keeps the text, and the earlier version stays readable", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db);
    await addNote(server.db, ada, id, { body: "Call the plumer.", requestKey: aKey() }, Date.now());
    const page = await pageOf(ada, `/tasks/${id}`);
    await pickFromMenu(message(page, "Call the plumer."), "Edit");
    await page.getByRole("heading", { level: 1, name: `Edit note on #${id}` }).waitFor();
    const field = page.getByLabel("Your note");
    expect(await field.inputValue()).toBe("Call the plumer.");
    await field.fill("x".repeat(65_537));
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("A message can have at most 65,536 characters.").first().waitFor();
    await expect.poll(async () => (await field.inputValue()).length).toBe(65_537); // the page may still be loading the text
    await field.fill("Call the plumber.");
    await page.getByRole("button", { name: "Save note" }).click();
    const note = message(page, "Call the plumber.");
    await note.getByText("Edited").click();
    await note.getByRole("list", { name: "Earlier versions" }).getByText("Call the plumer.").waitFor();
  });

  test("an admin redacts a message after a confirmation page", async () => {
    const [ada, root] = [await anAgent(server.db), await anAdmin(server.db, { name: "Root" })];
    const { id } = await aTask(server.db, { body: "My password is okapi" });
    const [desk, page] = [await pageOf(ada), await pageOf(root)];
    await desk.goto(`/tasks/${id}`);
    expect(await desk.getByRole("link", { name: "Redact" }).count()).toBe(0);

    await page.goto(`/tasks/${id}`);
    await pickFromMenu(message(page, "okapi"), "Redact");
    await page.getByText("You can't undo this.").waitFor();
    await page.getByRole("button", { name: "Redact this message" }).click();
    await message(page, "Redacted by Root on").waitFor();
    await page.reload(); // after navigating by script, the source still holds the first page
    expect(await page.content()).not.toContain("okapi");
    await desk.reload();
    expect(await desk.content()).not.toContain("okapi");
  });

  test("an admin redacts one file of a message, and the message stays", async () => {
    const root = await anAdmin(server.db, { name: "Root" });
    const { id } = await aTask(server.db, { body: "Two files" });
    const { id: messageId } = await server.db
      .selectFrom("message")
      .select("id")
      .where("task_id", "=", id)
      .executeTakeFirstOrThrow();
    const file = { task_id: id, message_id: messageId, declared_type: "text/plain", size: 1, created_at: 1 };
    const names = ["okapi.txt", "zebra.txt"];
    await server.db
      .insertInto("attachment")
      .values(names.map((name) => ({ ...file, name })))
      .execute();
    const page = await pageOf(root, `/tasks/${id}/messages/${messageId}/redaction`);
    await page.getByRole("button", { name: "Redact these files" }).click();
    await page.getByRole("alert").getByText("Choose at least one file.").waitFor();
    await page.getByLabel("okapi.txt").check();
    await page.getByRole("button", { name: "Redact these files" }).click();
    const redacted = message(page, "Two files");
    await redacted.getByText("A file was removed").waitFor();
    await redacted.getByRole("link", { name: "zebra.txt" }).waitFor();
    await page.goto(`/tasks/${id}`);
    expect(await page.content()).not.toContain("okapi");
    await page.getByText("redacted files in a message").first().waitFor({ state: "attached" });
  });
});
