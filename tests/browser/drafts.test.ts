import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openForm } from "../support/composer";
import { holdRequests, openDesk, waitForScripts } from "../support/desk";
import { aKey, anAgent, aRequester, aTask } from "../support/factories";
import { saveFields } from "../support/task-fields";

/* domain A1, B12 "Drafts": nothing typed is ever lost. */

/** The script that a form loads when it is first touched. */
const LATE_SCRIPTS = /\/autosave-form-draft-[^/]*\.js$/;

describe("nothing typed is lost", () => {
  const form = (page: Page, name: string) => page.getByRole("form", { name, exact: true });
  const text = (page: Page, name: string) => form(page, name).getByRole("textbox").first();
  const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
  const press = (page: Page, name: string, button: string) =>
    form(page, name).getByRole("button", { name: button }).click();

  describe.each(JAVASCRIPT_MODES)("drafts, $mode on $engine", ({ engine, javaScriptEnabled }) => {
    const { server, pageOf, stalePageOf } = openDesk({ engine, javaScriptEnabled });

    test("of a reply and a note show up on another device, and disappear once sent", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const page = await pageOf(ada, `/tasks/${id}`);
      await text(page, "Reply").fill("We look into it.");
      await form(page, "Reply").getByLabel("Status after the reply").selectOption("On hold");
      await press(page, "Reply", "Save draft");
      await form(page, "Reply").getByText("Draft saved").waitFor();
      await openForm(page, "Internal note");
      await text(page, "Internal note").fill("Third time this week.");
      await press(page, "Internal note", "Save draft");
      await form(page, "Internal note").getByText("Draft saved").waitFor();

      const phone = await pageOf(ada, `/tasks/${id}`);
      expect(await text(phone, "Reply").inputValue()).toBe("We look into it.");
      expect(await form(phone, "Reply").getByLabel("Status after the reply").inputValue()).toBe("on_hold");
      await openForm(phone, "Internal note");
      expect(await text(phone, "Internal note").inputValue()).toBe("Third time this week.");
      await openForm(phone, "Reply");
      await press(phone, "Reply", "Send reply");
      await conversation(phone).getByText("We look into it.").waitFor();
      await expect.poll(() => text(phone, "Reply").inputValue()).toBe("");
      await phone.reload();
      await openForm(phone, "Reply");
      await expect.poll(() => text(phone, "Reply").inputValue()).toBe("");
      await openForm(phone, "Internal note");
      expect(await text(phone, "Internal note").inputValue()).toBe("Third time this week.");
    });

    test("from a stale page overwrite nothing: both texts show, and the next save decides", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      for (const [path, name] of [
        [`/tasks/${id}`, "Reply"],
        ["/tasks/new", "New task"],
      ] as const) {
        const [desk, phone] = [await stalePageOf(ada, path), await pageOf(ada, path)];
        await desk.route("**/api/drafts", (route) => route.abort()); // autosave would report the conflict before the press
        const field = (page: Page) => form(page, name).getByLabel(/^(?:Your reply|Description)$/);
        await field(phone).fill("On the phone");
        await press(phone, name, "Save draft");
        await form(phone, name).getByText("Draft saved").waitFor();
        await field(desk).fill("At the desk");
        await press(desk, name, "Save draft");
        await form(desk, name).getByText("You saved another version of this draft").waitFor();
        await form(desk, name).getByRole("blockquote").getByText("On the phone").waitFor();
        expect(await field(desk).inputValue()).toBe("At the desk");
        await phone.reload();
        expect(await field(phone).inputValue()).toBe("On the phone");

        await press(desk, name, "Save draft");
        const drafts = server.db.selectFrom("draft").select("body").where("user_id", "=", ada.id).orderBy("id", "desc");
        await expect.poll(async () => (await drafts.executeTakeFirst())?.body).toBe("At the desk");
        await phone.reload();
        await expect.poll(() => field(phone).inputValue()).toBe("At the desk");
      }
    });

    test("are listed on their author's start page until they are sent", async () => {
      const ada = await anAgent(server.db);
      const [mine, other] = [await aTask(server.db, { title: "The lift hums" }), await aTask(server.db)];
      for (const [who, words] of [
        [ada, "We look into it"],
        [mine.requester, "It hums at night"],
      ] as const) {
        const page = await pageOf(who, "/");
        // A line of links for agents, a table for requesters.
        const begun = page.getByRole(who === ada ? "navigation" : "region", { name: "Drafts" });
        expect(await begun.count()).toBe(0);
        await page.goto(`/tasks/${mine.id}`);
        await text(page, "Reply").fill(words);
        await press(page, "Reply", "Save draft");
        await form(page, "Reply").getByText("Draft saved").waitFor();
        await page.goto("/");
        await begun.getByRole("link", { name: "The lift hums" }).waitFor();
        expect(await begun.locator(`a[href="/tasks/${other.id}"]`).count()).toBe(0);
        if (who === ada) await page.goto("/tasks?q=has:draft&status=any");
        else await begun.getByRole("link", { name: /^Show all/ }).click();
        await page.getByRole("table", { name: "Tasks" }).getByRole("link", { name: "The lift hums" }).waitFor();
        expect(await page.locator(`a[href="/tasks/${other.id}"]`).count()).toBe(0);
        await page.getByRole("link", { name: "The lift hums" }).click();
        await press(page, "Reply", "Send reply");
        await conversation(page).getByText(words).waitFor();
        await page.goto("/");
        await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
        expect(await begun.count()).toBe(0);
      }
    });

    test("can be shared with a colleague, who sees the text as typed and takes it over", async () => {
      const [ada, bob] = [await anAgent(server.db, { name: "Ada" }), await anAgent(server.db)];
      const { id } = await aTask(server.db);
      const [hers, his] = [await pageOf(ada), await pageOf(bob)];
      await hers.goto(`/tasks/${id}`);
      await text(hers, "Reply").fill("Turn <b>it</b> off.");
      await press(hers, "Reply", "Share draft");
      await form(hers, "Reply").getByRole("button", { name: "Stop sharing" }).waitFor();
      expect(await text(hers, "Reply").inputValue()).toBe("Turn <b>it</b> off.");

      await his.goto(`/tasks/${id}`);
      const shared = his.getByRole("group").filter({ hasText: "Ada's draft" });
      await shared.getByText("Turn <b>it</b> off.").waitFor();
      await text(his, "Reply").fill("And on again.");
      await press(his, "Reply", "Save draft");
      await form(his, "Reply")
        .getByText(/^(Draft saved|Saved)/)
        .first()
        .waitFor();
      await shared.getByRole("button", { name: "Take over Ada's draft" }).click();
      await expect.poll(() => text(his, "Reply").inputValue()).toBe("Turn <b>it</b> off.\n\nAnd on again.");

      await press(hers, "Reply", "Stop sharing");
      await form(hers, "Reply").getByRole("button", { name: "Share draft" }).waitFor();
      await his.reload();
      expect(await shared.count()).toBe(0);
    });

    test("of a new task keep every field", async () => {
      const page = await pageOf(await anAgent(server.db), "/tasks/new");
      await page.getByLabel("Title").fill("A desk");
      await page.getByLabel("Priority").selectOption("High");
      await page.getByLabel("Tags").fill("oak, not a ^ tag");
      const kept = () => server.db.selectFrom("draft").select("fields").where("kind", "=", "task").execute();
      // With scripts, wait for autosave: its request must not collide with the button's.
      if (javaScriptEnabled) await expect.poll(async () => JSON.stringify(await kept())).toContain("oak, not");
      await press(page, "New task", "Save draft");
      // Wait for the button's own answer: autosave may have run in a pause between two fields.
      await page.locator(".toast, .flash-line").filter({ hasText: "Draft saved" }).waitFor();
      await page.goto("/tasks/new");
      expect(await page.getByLabel("Title").inputValue()).toBe("A desk");
      expect(await page.getByLabel("Priority").inputValue()).toBe("high");
      expect(await page.getByLabel("Tags").inputValue()).toBe("oak, not a ^ tag");
    });

    test("can be deleted, and restored with Undo", async () => {
      const rita = await aRequester(server.db);
      const { id } = await aTask(server.db, { requester: rita });
      const page = await pageOf(rita, `/tasks/${id}`);
      await text(page, "Reply").fill("Well, you see");
      await press(page, "Reply", "Save draft");
      await text(page, "Reply").fill("Well, you see: it burns");
      await press(page, "Reply", "Delete draft");
      await page.getByText("was deleted").waitFor();
      await expect.poll(() => text(page, "Reply").inputValue()).toBe("");
      await page.getByRole("button", { name: "Undo: restore" }).click();
      await form(page, "Reply").getByText("Draft saved").waitFor();
      await expect.poll(() => text(page, "Reply").inputValue()).toBe("Well, you see: it burns");
    });
  });

  describe.each(JAVASCRIPT_MODES)("a deleted draft, $mode on $engine", ({ engine, javaScriptEnabled }) => {
    const { server, pageOf } = openDesk({ engine, javaScriptEnabled });
    const files = (page: Page, name: string) => form(page, name).getByRole("list", { name: "Attached files" });
    const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("What I saw") };

    /** With scripts the file uploads at once; without, the next button sends it. */
    async function attach(page: Page, name: string) {
      await form(page, name).getByLabel("Attach files").setInputFiles([notes]);
      if (javaScriptEnabled) await files(page, name).getByRole("link", { name: "notes.txt" }).waitFor();
    }

    test.runIf(javaScriptEnabled)("stays deleted when Delete is pressed during a save", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const page = await pageOf(ada, `/tasks/${id}`);
      await text(page, "Reply").fill("first");
      await page.getByText("Draft saved").waitFor(); // by autosave: only now is there a draft to delete
      await page.route(/\.data/, async (route) => {
        await new Promise((answered) => setTimeout(answered, 500)); // a slow network
        await route.continue();
      });
      await press(page, "Reply", "Save draft");
      await press(page, "Reply", "Delete draft");
      await page.getByText("was deleted").waitFor();
      await expect.poll(() => text(page, "Reply").inputValue()).toBe("");
    });

    test.runIf(javaScriptEnabled)("stays deleted when Delete is pressed the moment a save ends", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const page = await pageOf(ada, `/tasks/${id}`);
      await text(page, "Reply").fill("first");
      await page.getByText("Draft saved").waitFor();
      await server.db.updateTable("task").set({ title: "Renamed" }).where("id", "=", id).execute();
      await form(page, "Reply").evaluate((form) => {
        const button = (what: string) => form.querySelector<HTMLButtonElement>(`button[value="${what}"]`);
        // The answer brings the new title, and observers run before React's effects.
        const observer = new MutationObserver(() => {
          if (document.querySelector("h1")?.textContent !== "Renamed") return;
          observer.disconnect();
          button("delete-draft")?.click();
        });
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
        button("save-draft")?.click();
      });
      await page.getByText("was deleted").waitFor();
      await expect.poll(() => text(page, "Reply").inputValue()).toBe("");
    });

    test.each([
      ["Reply", "Send reply"],
      ["Internal note", "Add note"],
    ])("takes along the files in the %s form, and Undo restores them", async (name, send) => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const page = await pageOf(ada, `/tasks/${id}`);
      await openForm(page, name);
      await text(page, name).fill("first");
      await attach(page, name);
      await press(page, name, "Save draft");
      await form(page, name).getByText("Draft saved").waitFor();
      await press(page, name, "Delete draft");
      await page.getByText("was deleted").waitFor();
      await files(page, name).waitFor({ state: "detached" });
      await expect.poll(() => text(page, name).inputValue()).toBe("");

      await page.getByRole("button", { name: "Undo: restore" }).click();
      await files(page, name).getByRole("link", { name: "notes.txt" }).waitFor();
      await expect.poll(() => text(page, name).inputValue()).toBe("first");

      await press(page, name, "Delete draft");
      await page.getByText("was deleted").waitFor();
      await files(page, name).waitFor({ state: "detached" });
      await text(page, name).fill("second");
      await press(page, name, send);
      await conversation(page).getByText("second").waitFor();
      expect(await conversation(page).getByText("notes.txt").count()).toBe(0);
    });

    test("of a new task empties every field, and Undo restores them all", async () => {
      const page = await pageOf(await anAgent(server.db), "/tasks/new");
      const fields = [
        [page.getByLabel("Title"), "A desk", ""],
        [page.getByLabel("Description"), "For the new colleague.", ""],
        [page.getByLabel("Type"), "question", "incident"],
        [page.getByLabel("Priority"), "high", "normal"],
        [page.getByLabel("Tags"), "oak", ""],
        [page.getByLabel("Due"), "2031-05-06", ""],
      ] as const;
      const standing = () => Promise.all(fields.map(([field]) => field.inputValue()));
      expect(await standing()).toEqual(fields.map(([, , empty]) => empty));
      for (const [field, value] of fields) {
        const isList = (await field.evaluate(({ tagName }) => tagName)) === "SELECT";
        await (isList ? field.selectOption(value) : field.fill(value));
      }
      await attach(page, "New task");
      await press(page, "New task", "Save draft");
      await page.locator(".toast, .flash-line").filter({ hasText: "Draft saved" }).waitFor();
      await page.reload(); // the page now starts with the draft
      await files(page, "New task").getByRole("link", { name: "notes.txt" }).waitFor();

      await press(page, "New task", "Delete draft");
      await page.getByText("was deleted").waitFor();
      await files(page, "New task").waitFor({ state: "detached" });
      await expect.poll(standing).toEqual(fields.map(([, , empty]) => empty));

      await page.getByRole("button", { name: "Undo: restore" }).click();
      await files(page, "New task").getByRole("link", { name: "notes.txt" }).waitFor();
      await expect.poll(standing).toEqual(fields.map(([, value]) => value));
      await page.getByRole("button", { name: "Create task" }).click();
      await conversation(page).getByRole("link", { name: "notes.txt" }).waitFor();
    });

    test("of a request leaves no file to the request written next", async () => {
      const page = await pageOf(await aRequester(server.db), "/tasks/new");
      await page.getByLabel("Title").fill("A desk");
      await attach(page, "New request");
      await press(page, "New request", "Save draft");
      await page.locator(".toast, .flash-line").filter({ hasText: "Draft saved" }).waitFor();
      await press(page, "New request", "Delete draft");
      await page.getByText("was deleted").waitFor();
      await files(page, "New request").waitFor({ state: "detached" });
      await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("");
      await page.getByLabel("Title").fill("A chair");
      await page.getByLabel("Description").fill("To sit on.");
      await page.getByRole("button", { name: "Create request" }).click();
      await conversation(page).getByText("To sit on.").waitFor();
      expect(await conversation(page).getByText("notes.txt").count()).toBe(0);
    });
  });

  describe("autosave, with JavaScript", () => {
    const { server, pageOf } = openDesk({ fresh: true });
    const bodyOf = async (userId: number) =>
      (
        await server.db
          .selectFrom("draft")
          .select("body")
          .where("user_id", "=", userId)
          .where("deleted_at", "is", null)
          .execute()
      ).map(({ body }) => body);
    const copies = (page: Page) => page.evaluate(() => localStorage.getItem("app:writing"));

    test("a reply kept only in this browser asks before it goes to a different requester", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const otto = await aRequester(server.db, { name: "Otto" });
      const page = await pageOf(ada, `/tasks/${id}`);
      await page.context().route("**/api/drafts", (route) => route.abort());
      await text(page, "Reply").pressSequentially("Only for you.");
      await expect.poll(() => copies(page)).toContain("Only for you.");
      await server.db.updateTable("task").set({ requester_id: otto.id }).where("id", "=", id).execute();

      await page.context().unroute("**/api/drafts");
      await page.goto("/");
      await page.goto(`/tasks/${id}`);
      await expect.poll(() => text(page, "Reply").inputValue()).toBe("Only for you.");
      await press(page, "Reply", "Send reply");
      await form(page, "Reply").getByText("Your reply now goes to").waitFor();
      expect(await text(page, "Reply").inputValue()).toBe("Only for you.");
    });

    test("saves the text when typing pauses", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const page = await pageOf(ada, `/tasks/${id}`);
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.context().route("**/api/drafts", (route) => released.then(() => route.continue()));
      await text(page, "Reply").pressSequentially("We look into it");
      expect(await copies(page)).toContain("We look into it"); // the browser keeps it at once
      release();
      await form(page, "Reply")
        .getByText(/^Saved \d/)
        .waitFor();
      await expect.poll(() => bodyOf(ada.id)).toEqual(["We look into it"]); // a pause in the typing saves its start first
      await expect.poll(() => copies(page)).toBeNull(); // the server has it

      const phone = await pageOf(ada, `/tasks/${id}`);
      expect(await text(phone, "Reply").inputValue()).toBe("We look into it");
    });

    test("the text survives an unreachable server and moves to a new page", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const page = await pageOf(ada, `/tasks/${id}`);
      await page.context().route("**/api/drafts", (route) => route.abort());
      await openForm(page, "Internal note");
      await text(page, "Internal note").fill("Third time");
      await form(page, "Internal note").getByText("Not saved: the server can't be reached.").first().waitFor();
      const later = await page.context().newPage(); // the first page never unloads
      await later.goto(`/tasks/${id}`);
      await form(later, "Internal note").getByText("Not saved: the server can't be reached.").first().waitFor();
      expect(await text(later, "Internal note").inputValue()).toBe("Third time");
      expect(await bodyOf(ada.id)).toEqual([]);
      await page.context().unroute("**/api/drafts");
      await later.evaluate(() => window.dispatchEvent(new Event("online")));
      await form(later, "Internal note")
        .getByText(/^Saved \d/)
        .waitFor();
      expect(await bodyOf(ada.id)).toEqual(["Third time"]);
    });

    test("input from before the autosave script loads is saved as well", async () => {
      const page = await pageOf(await anAgent(server.db), "/tasks/new");
      const come = await holdRequests(page, LATE_SCRIPTS);
      await page.getByLabel("Title").fill("An early desk");
      await page.getByLabel("Tags").fill("oak");
      come();
      const kept = () => server.db.selectFrom("draft").select("fields").where("kind", "=", "task").execute();
      await expect.poll(async () => JSON.stringify(await kept())).toContain("An early desk");
    });

    test("the text survives a page whose autosave script never loads", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const page = await pageOf(ada);
      await page.route(LATE_SCRIPTS, (route) => route.abort());
      await page.goto(`/tasks/${id}`);
      await text(page, "Reply").fill("We look");
      expect(await copies(page)).toContain("We look");
      const next = await page.context().newPage(); // the first page never unloads
      await next.goto(`/tasks/${id}`);
      await form(next, "Reply")
        .getByText(/^Saved \d/)
        .waitFor();
      expect(await text(next, "Reply").inputValue()).toBe("We look");
      expect(await bodyOf(ada.id)).toEqual(["We look"]);
    });

    test("a sent note doesn't come back after the server was unreachable for a moment", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const page = await pageOf(ada, undefined, { serviceWorkers: "block" });
      await page.route(LATE_SCRIPTS, (route) => route.abort()); // autosave never learns that it was sent
      await page.goto(`/tasks/${id}`);
      await openForm(page, "Internal note");
      await text(page, "Internal note").fill("Said and done");
      await form(page, "Internal note").getByRole("button", { name: "Add note" }).click();
      await page.getByRole("article").filter({ hasText: "Said and done" }).first().waitFor();
      expect(await copies(page)).toContain("Said and done");

      await page.unroute(LATE_SCRIPTS);
      await page.route("**/api/drafts", (route) => route.abort());
      await page.reload();
      await form(page, "Internal note").getByText("Not saved: the server can't be reached.").first().waitFor();
      await page.unroute("**/api/drafts");
      await page.reload();
      await expect.poll(() => copies(page)).toBeNull();
      await openForm(page, "Internal note");
      expect(await text(page, "Internal note").inputValue()).toBe("");
      expect(await bodyOf(ada.id)).toEqual([]);
    });

    describe("a sent note that the browser restores into the form isn't saved again", () => {
      /**
       * Stores a note whose answer never reaches its page, then goes Back. The browser refills the form before autosave
       * loads.
       */
      async function leftUnanswered(ada: { id: number }, isSaved: boolean) {
        const { id } = await aTask(server.db);
        const page = await pageOf(ada, "/tasks", { serviceWorkers: "block" });
        await page.goto(`/tasks/${id}`);
        if (!isSaved) await page.route("**/api/drafts", (route) => route.abort());
        await openForm(page, "Internal note");
        await text(page, "Internal note").fill("Said and done");
        if (isSaved) await expect.poll(() => bodyOf(ada.id)).toEqual(["Said and done"]);
        await page.route(`**/tasks/${id}.data*`, async (route) => {
          if (route.request().method() === "GET") return route.continue();
          await route.fetch();
        });
        await form(page, "Internal note").getByRole("button", { name: "Add note" }).click();
        await expect
          .poll(() => server.db.selectFrom("message").select("body").where("task_id", "=", id).execute())
          .toContainEqual({ body: "Said and done" });
        await page.route(LATE_SCRIPTS, async (route) => {
          await page.waitForLoadState("load");
          await route.continue();
        });
        await page.goto("/tasks");
        await page.goBack();
        return page;
      }

      test("after Back", async () => {
        const ada = await anAgent(server.db);
        const page = await leftUnanswered(ada, true);
        await page.getByRole("article").filter({ hasText: "Said and done" }).first().waitFor();
        await page.waitForTimeout(2_000); // long enough for an autosave
        await openForm(page, "Internal note");
        expect(await text(page, "Internal note").inputValue()).toBe("");
        expect(await bodyOf(ada.id)).toEqual([]);
      });

      test("after a second Back, from a page that couldn't reach the server", async () => {
        const ada = await anAgent(server.db);
        const page = await leftUnanswered(ada, false);
        const unsaved = form(page, "Internal note").getByText("Not saved: the server can't be reached.").first();
        await unsaved.waitFor();
        await page.goto("/tasks");
        await page.goBack();
        await unsaved.waitFor();
        expect(await text(page, "Internal note").inputValue()).toBe("Said and done");
        await page.unroute("**/api/drafts");
        await page.reload();
        await expect.poll(() => copies(page)).toBeNull();
        await openForm(page, "Internal note");
        await expect.poll(() => text(page, "Internal note").inputValue()).toBe("");
        expect(await bodyOf(ada.id)).toEqual([]);
      });
    });

    test("text typed after an autosave is still there after a reload", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const page = await pageOf(ada, `/tasks/${id}`);
      await text(page, "Reply").fill("The first half");
      await form(page, "Reply")
        .getByText(/^Saved \d/)
        .waitFor();
      let isOff = true;
      await page.route("**/api/drafts", (route) => (isOff ? route.abort() : route.fallback()));
      await text(page, "Reply").fill("The first half, and the second");
      await page.reload({ waitUntil: "commit" });
      isOff = false;
      await expect.poll(() => text(page, "Reply").inputValue()).toBe("The first half, and the second");
      await form(page, "Reply")
        .getByText(/^Saved \d/)
        .waitFor();
      expect(await form(page, "Reply").getByText("Another draft was saved").count()).toBe(0);
      expect(await bodyOf(ada.id)).toEqual(["The first half, and the second"]);
    });

    test("two devices don't overwrite each other: the second is offered the first's text", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const [desk, phone] = [await pageOf(ada), await pageOf(ada)];
      await desk.goto(`/tasks/${id}`);
      await phone.goto(`/tasks/${id}`);
      await text(phone, "Reply").fill("On the phone");
      await form(phone, "Reply")
        .getByText(/^Saved \d/)
        .waitFor();
      await text(desk, "Reply").fill("At the desk");
      await form(desk, "Reply").getByText("Another draft was saved").waitFor();
      expect(await text(desk, "Reply").inputValue()).toBe("At the desk");
      await form(desk, "Reply").getByRole("button", { name: "Use that draft" }).click();
      await expect.poll(() => text(desk, "Reply").inputValue()).toBe("On the phone");
      await form(desk, "Reply").getByRole("button", { name: "Use that draft" }).click();
      await expect.poll(() => text(desk, "Reply").inputValue()).toBe("At the desk");
      await form(desk, "Reply").getByRole("button", { name: "Keep this draft" }).click();
      await form(desk, "Reply")
        .getByText(/^Saved \d/)
        .waitFor();
      await expect.poll(() => bodyOf(ada.id)).toEqual(["At the desk"]);
    });

    test("a draft deleted in another tab drops its files here, and more typing starts a new one", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const here = await pageOf(ada, `/tasks/${id}`);
      const files = form(here, "Reply").getByRole("list", { name: "Attached files" });
      await text(here, "Reply").fill("See this");
      await form(here, "Reply")
        .getByLabel("Attach files")
        .setInputFiles([{ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("What I saw") }]);
      await files.getByRole("link", { name: "notes.txt" }).waitFor();
      await expect.poll(() => bodyOf(ada.id)).toEqual(["See this"]);

      const there = await here.context().newPage();
      await there.goto(`/tasks/${id}`);
      await press(there, "Reply", "Delete draft");
      await there.getByText("was deleted").waitFor();
      await text(here, "Reply").fill("See this, or not");
      await form(here, "Reply").getByText("the draft was deleted elsewhere").first().waitFor();
      await files.waitFor({ state: "detached" });
      expect(await bodyOf(ada.id)).toEqual([]);
      expect(await text(here, "Reply").inputValue()).toBe("See this, or not");
      await here.getByRole("button", { name: "Undo: restore" }).waitFor();

      await text(here, "Reply").fill("See that");
      await expect.poll(() => bodyOf(ada.id)).toEqual(["See that"]);
      await there.reload();
      await press(there, "Reply", "Delete draft");
      await there.getByText("was deleted").last().waitFor();
      await expect.poll(() => bodyOf(ada.id)).toEqual([]);
      await here.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))); // as on returning to the tab
      await expect.poll(() => here.getByRole("button", { name: "Undo: restore" }).count()).toBe(2);
      expect(await text(here, "Reply").inputValue()).toBe("See that");
    });

    test("a sent reply leaves no draft on the server, in the browser or in its history", async () => {
      const rita = await aRequester(server.db);
      const { id } = await aTask(server.db, { requester: rita });
      const page = await pageOf(rita, "/tasks");
      await page.goto(`/tasks/${id}`);
      await text(page, "Reply").fill("It burns again");
      await form(page, "Reply")
        .getByText(/^Saved \d/)
        .waitFor();
      await form(page, "Reply").getByRole("button", { name: "Send reply" }).dblclick();
      await conversation(page).getByText("It burns again").waitFor();
      await expect.poll(() => text(page, "Reply").inputValue()).toBe("");
      await page.goBack();
      await page.goForward();
      await conversation(page).getByText("It burns again").waitFor();
      await expect.poll(() => text(page, "Reply").inputValue()).toBe("");
      expect(await bodyOf(rita.id)).toEqual([]);
      expect(await copies(page)).toBeNull();
      expect(await conversation(page).getByText("It burns again").count()).toBe(1);
    });

    test("an author who lost access still sees their unsent text on the not-found page", async () => {
      const [ada, bob] = [await anAgent(server.db), await anAgent(server.db)];
      const { id } = await aTask(server.db);
      const under = (await aTask(server.db, { parent: id })).id;
      const page = await pageOf(ada, `/tasks/${id}`);
      const all = await pageOf(ada, `/tasks/${id}/children`);
      await server.db.updateTable("task").set({ confidential: 1 }).where("id", "in", [id, under]).execute();
      await server.db.deleteFrom("team_member").where("user_id", "in", [ada.id, bob.id]).execute();
      await text(page, "Reply").fill("Turn it off.");
      await form(page, "Reply").getByText("this page was deleted or you lost access").first().waitFor();
      await openForm(page, "Internal note");
      await text(page, "Internal note").fill("Again.");
      await form(page, "Internal note").getByText("this page was deleted or you lost access").first().waitFor();
      await page.reload();
      await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
      await expect.poll(() => page.getByLabel("Your reply").inputValue()).toBe("Turn it off.");
      await expect.poll(() => page.getByLabel("Your note").inputValue()).toBe("Again.");

      await all.getByLabel("Your reply").fill("It is mended.");
      await all.reload();
      await expect.poll(() => all.getByLabel("Your reply to all sub-tasks").inputValue()).toBe("It is mended.");

      const his = await pageOf(bob, `/tasks/${id}`);
      await waitForScripts(his);
      expect(await his.getByText("Saved only in this browser").count()).toBe(0);
    });

    test("signing out removes the text from the browser", async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const page = await pageOf(ada, `/tasks/${id}`);
      await page.route("**/api/drafts", (route) => route.abort());
      await text(page, "Reply").fill("My secret quokka");
      expect(await copies(page)).toContain("quokka");
      await page.getByLabel(/^Account: /).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL("**/login**");
      expect(await copies(page)).toBeNull();
    });

    test("changed fields survive what happens in the page's other forms", async () => {
      const ada = await anAgent(server.db);
      const { id, requester } = await aTask(server.db);
      const page = await pageOf(ada, `/tasks/${id}`);
      const fields = form(page, "Task");
      await fields.getByLabel("Tags").fill("fire");
      await text(page, "Reply").fill("Try again.");
      await replyToTask(server.db, requester, id, { body: "Never mind!", requestKey: aKey() }, Date.now());
      await form(page, "Reply").getByRole("button", { name: "Send reply" }).click();
      await form(page, "Reply").getByText("A new message arrived above").waitFor();
      expect(await fields.getByLabel("Tags").inputValue()).toBe("fire");

      await page.getByRole("button", { name: "Assign to me" }).click();
      await page.getByRole("region", { name: "History" }).getByText("set Assignee to").waitFor();
      await expect.poll(() => fields.getByLabel("Status", { exact: true }).inputValue()).toBe("in_progress");
      expect(await fields.getByLabel("Tags").inputValue()).toBe("fire");

      await fields.getByLabel("Requester").fill("not a known name");
      await saveFields(page);
      await fields.getByText("No one has this name.").first().waitFor();
      await press(page, "Reply", "Send anyway"); // the earlier refusal still shows
      await conversation(page).getByText("Try again.").waitFor();
      expect(await fields.getByLabel("Tags").inputValue()).toBe("fire");
      expect(await fields.getByLabel("Requester").inputValue()).toBe("not a known name");
    });

    test("fields follow the task through two changes at once", async () => {
      const ada = await anAgent(server.db);
      const { id, requester } = await aTask(server.db);
      const page = await pageOf(ada, `/tasks/${id}`);
      const fields = form(page, "Task");
      const standsAndBegan = () =>
        fields.evaluate((fields: HTMLFormElement) => [fields.status.value, fields.was_status.value]);
      // The reply's optimistic status shows, rolls back on refusal, and the assignment changes it again.
      await text(page, "Reply").fill("Try again.");
      await replyToTask(server.db, requester, id, { body: "Never mind!", requestKey: aKey() }, Date.now());
      await page.evaluate(() =>
        new MutationObserver((_, refused) => {
          if (!document.body.textContent?.includes("A new message arrived above")) return;
          refused.disconnect();
          [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Assign to me")?.click();
        }).observe(document.body, { subtree: true, childList: true }),
      );
      await form(page, "Reply").getByRole("button", { name: "Send reply" }).click();
      await page.getByRole("region", { name: "History" }).getByText("set Assignee to").waitFor();
      await expect.poll(standsAndBegan).toEqual(["in_progress", "in_progress"]);
    });
  });
});
