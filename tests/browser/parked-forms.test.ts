import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { aUser, PASSWORD } from "../features/auth/visitor";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openForm } from "../support/composer";
import { openDesk } from "../support/desk";
import { aTask } from "../support/factories";
import { pickFromMenu, saveFields } from "../support/task-fields";

/* domain B6 "Sessions", B18.1. */

describe.each(JAVASCRIPT_MODES)(
  "a session that ends while a user writes, $mode on $engine",
  ({ engine, javaScriptEnabled }) => {
    // Live updates would report the ended session and cover the page before its form can be sent.
    const { server, stalePageOf: pageOf } = openDesk({ engine, javaScriptEnabled });

    let people = 0;
    async function aPerson(role: "agent" | "requester" = "agent") {
      const email = `person${++people}@example.org`;
      const id = await aUser(server.db, { name: `Person ${people}`, email, role });
      return { id, email, name: `Person ${people}`, role };
    }
    const endSessions = ({ id }: { id: number }) => server.db.deleteFrom("session").where("user_id", "=", id).execute();

    async function signIn(page: Page, email: string, password = PASSWORD) {
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    }
    const reply = (page: Page) => page.getByRole("form", { name: "Reply", exact: true });

    test("a reply comes back unchanged after signing in again, and is sent once", async () => {
      const ada = await aPerson();
      const { id } = await aTask(server.db);
      const page = await pageOf(ada, `/tasks/${id}`, { serviceWorkers: "allow" });
      const text = "Turn it off,\n\nand **on** again. ¿Ça va?";
      await reply(page).getByRole("textbox").first().fill(text);
      await reply(page).getByLabel("Status after the reply").selectOption("On hold");
      await endSessions(ada);
      await reply(page).getByRole("button", { name: "Send reply" }).click();
      await page.waitForURL("**/login");
      await page.getByText("Sign in to get your text back.").first().waitFor();

      await signIn(page, ada.email, "not the password");
      await page.getByText("The email or password is not right.").waitFor();
      await signIn(page, ada.email);
      await reply(page).getByText("Your session ended before this was sent. Check it and send it again.").waitFor();
      expect(await reply(page).getByRole("textbox").first().inputValue()).toBe(text);
      expect(await reply(page).getByLabel("Status after the reply").inputValue()).toBe("on_hold");
      const sent = () =>
        server.db.selectFrom("message").select("body").where("task_id", "=", id).orderBy("id").execute();
      expect(await sent()).toHaveLength(1);

      await reply(page).getByRole("button", { name: "Send reply" }).dblclick();
      await page.getByRole("region", { name: "Conversation" }).getByText("again. ¿Ça va?").waitFor();
      expect(await sent()).toEqual([{ body: "It burns." }, { body: text }]);
      await page.reload();
      expect(await reply(page).getByRole("textbox").first().inputValue()).toBe("");
      expect(await page.getByText("Your session ended before this was sent").count()).toBe(0);
    });

    test("a reply to all sub-tasks and the title of a split come back too", async () => {
      const ada = await aPerson();
      const { id: parent } = await aTask(server.db);
      const children = [await aTask(server.db, { title: "Call" }), await aTask(server.db, { title: "Wait" })];
      for (const { id } of children)
        await server.db.updateTable("task").set({ parent_id: parent }).where("id", "=", id).execute();
      const page = await pageOf(ada, `/tasks/${parent}/children`);
      await page.getByLabel("Your reply").fill("The power is back.");
      await page.getByRole("checkbox", { name: "Wait" }).uncheck();
      await endSessions(ada);
      await page.getByRole("button", { name: "Send to selected" }).click();
      await page.waitForURL("**/login");
      await signIn(page, ada.email);
      await page.getByText("Your session ended before this was sent. Check it and send it again.").waitFor();
      expect(await page.getByLabel("Your reply").inputValue()).toBe("The power is back.");
      expect(await page.getByRole("checkbox", { name: "Wait" }).isChecked()).toBe(false);
      await page.getByRole("button", { name: "Send to selected" }).click();
      await page
        .getByText(/^Sending your reply to 1 sub-task in|^Reply sent: 1 sub-task/)
        .first()
        .waitFor();
      const said = server.db.selectFrom("message").select(["task_id", "body"]).where("body", "like", "The power%");
      expect(await said.execute()).toEqual([{ task_id: children[0]?.id, body: "The power is back." }]);
      await page.goto(`/tasks/${parent}/children`);
      expect(await page.getByText("Your session ended before this was sent").count()).toBe(0);
      expect(await page.getByLabel("Your reply").inputValue()).toBe("");

      await page.goto(`/tasks/${parent}/split`);
      await page.getByLabel("Title of the new task").fill("Another matter");
      await page.getByRole("checkbox").first().check();
      await endSessions(ada);
      await page.getByRole("button", { name: "Split", exact: false }).last().click();
      await page.waitForURL("**/login");
      await signIn(page, ada.email);
      await page.getByText("Your session ended before this was sent. Check it and send it again.").waitFor();
      expect(await page.getByLabel("Title of the new task").inputValue()).toBe("Another matter");
      expect(await page.getByRole("checkbox").first().isChecked()).toBe(true);
    });

    test("a new task, a note and changed fields come back too", async () => {
      const ada = await aPerson();
      const { id } = await aTask(server.db);
      const page = await pageOf(ada, "/tasks/new");
      await page.getByLabel("Title").fill("A desk");
      await page.getByLabel("Description").fill("Oak.");
      await page.getByLabel("Priority").selectOption("High");
      await endSessions(ada);
      await page.getByRole("button", { name: "Create task" }).click();
      await page.waitForURL("**/login");
      await signIn(page, ada.email);
      await page.getByText("Your session ended before this was sent.").waitFor();
      expect(await page.getByLabel("Priority").inputValue()).toBe("high");
      await page.getByRole("button", { name: "Create task" }).click();
      await page.getByRole("heading", { level: 1, name: "A desk" }).waitFor();

      await page.goto(`/tasks/${id}`);
      await openForm(page, "Internal note");
      await page.getByRole("form", { name: "Internal note" }).getByRole("textbox").first().fill("Third time.");
      await endSessions(ada);
      await page.getByRole("button", { name: "Add note" }).click();
      await page.waitForURL("**/login");
      await signIn(page, ada.email);
      await page.getByText("Your session ended before this was sent.").waitFor();
      await page.getByRole("button", { name: "Add note" }).click();
      await page.getByRole("region", { name: "Conversation" }).getByText("Third time.").waitFor();

      const fields = page.getByRole("form", { name: "Task", exact: true });
      await fields.getByLabel("Tags").fill("fire");
      await endSessions(ada);
      // Another user's change.
      await server.db.updateTable("task").set({ priority: 4, version: 9 }).where("id", "=", id).execute();
      await saveFields(page);
      await page.waitForURL("**/login");
      await signIn(page, ada.email);
      await page.getByText("Your session ended before this was sent.").waitFor();
      expect(await fields.getByLabel("Tags").inputValue()).toBe("fire");
      expect(await fields.getByLabel("Priority").inputValue()).toBe("urgent");
      await saveFields(page);
      await page.getByRole("region", { name: "History" }).getByText("fire").waitFor();
      const task = await server.db.selectFrom("task").select("priority").where("id", "=", id).executeTakeFirstOrThrow();
      expect(task.priority).toBe(4);
      await page.reload();
      expect(await page.getByText("Your session ended before this was sent").count()).toBe(0);
    });

    test("a rating, a person in copy, a checklist item and an edited note come back too", async () => {
      const [rita, ada] = [await aPerson("requester"), await aPerson()];
      const { id } = await aTask(server.db, { requester: { ...rita, email: rita.email }, status: "resolved" });
      const page = await pageOf(rita);
      async function sentTwice(form: Locator, button: string, who: { id: number; email: string }) {
        await endSessions(who);
        await form.getByRole("button", { name: button, exact: true }).click();
        await form.page().waitForURL("**/login");
        await signIn(form.page(), who.email);
        await form.getByText("Your session ended before this was sent.").waitFor();
        await form.getByRole("button", { name: button, exact: true }).click();
      }
      await page.goto(`/tasks/${id}`);
      const rating = page.getByRole("form", { name: "Rating" });
      await sentTwice(rating, "Good", rita);
      await page.getByText("Your session ended before this was sent").waitFor({ state: "detached" });
      await rating.getByRole("button", { name: "Good", pressed: true }).waitFor();
      await rating.getByLabel("Comment").fill("Quick.");
      await sentTwice(rating, "Save comment", rita);
      await page.getByText("Your session ended before this was sent").waitFor({ state: "detached" });
      const comment = server.db.selectFrom("task").select("rating_comment").where("id", "=", id);
      await expect.poll(() => comment.execute()).toEqual([{ rating_comment: "Quick." }]);

      const desk = await pageOf(ada, `/tasks/${id}`);
      const step = desk.getByRole("form", { name: "Add item" });
      await step.getByLabel("New item").fill("Look twice");
      await sentTwice(step, "Add item", ada);
      await desk.getByRole("button", { name: "Look twice", exact: true }).waitFor();
      await desk.locator("summary", { hasText: "Add people" }).click();
      const copy = desk.getByRole("form", { name: "In copy" });
      await copy.getByLabel("People").fill("nina@example.org");
      await sentTwice(copy, "Add people", ada);
      await desk.getByRole("link", { name: "nina" }).waitFor();

      const note = desk.getByRole("form", { name: "Internal note" });
      await openForm(desk, "Internal note");
      await note.getByRole("textbox").first().fill("First");
      await note.getByRole("button", { name: "Add note" }).click();
      await pickFromMenu(desk, "Edit");
      await desk.waitForURL("**/edit"); // the task's page has a field of that name, too
      const edit = desk.locator("form.composer-note");
      await edit.getByLabel("Your note").fill("Second");
      await sentTwice(edit, "Save note", ada);
      await desk.getByRole("region", { name: "Conversation" }).getByText("Second").first().waitFor();
    });

    test("an agent can discard the changed fields instead", async () => {
      const ada = await aPerson();
      const { id } = await aTask(server.db);
      const page = await pageOf(ada, `/tasks/${id}`);
      const fields = page.getByRole("form", { name: "Task", exact: true });
      await fields.getByLabel("Title").fill("Something else");
      await endSessions(ada);
      await saveFields(page);
      await page.waitForURL("**/login");
      await signIn(page, ada.email);
      await fields.getByText("Your session ended before this was sent.").waitFor();
      await fields.getByRole("button", { name: "Discard" }).click();
      await fields.getByText("Your session ended before this was sent.").waitFor({ state: "detached" });
      expect(await fields.getByLabel("Title").inputValue()).not.toBe("Something else");
      await page.reload();
      expect(await page.getByText("Your session ended before this was sent").count()).toBe(0);
    });

    test("another user who signs in there sees none of the text", async () => {
      const [rita, otto] = [await aPerson("requester"), await aPerson("requester")];
      const { id } = await aTask(server.db, { requester: { ...rita, email: rita.email } });
      const page = await pageOf(rita, `/tasks/${id}`);
      await reply(page).getByRole("textbox").first().fill("My secret quokka");
      await endSessions(rita);
      await reply(page).getByRole("button", { name: "Send reply" }).click();
      await page.waitForURL("**/login");
      await signIn(page, otto.email);
      await page.getByRole("heading", { level: 1, name: "Not Found" }).waitFor();
      for (const path of [`/tasks/${id}`, "/tasks/new", "/"]) {
        await page.goto(path);
        expect(await page.content()).not.toContain("quokka");
      }
    });
  },
);
