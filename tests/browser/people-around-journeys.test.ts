import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { holdScripts, openDesk, stopWaitingForScripts } from "../support/desk";
import { anAgent, aRequester, aTask } from "../support/factories";
import { SAVED, saveFields } from "../support/task-fields";

/* The people around a task: requester, assignee, people in copy, watchers and agents viewing it. */
describe.each(JAVASCRIPT_MODES)(
  "people around a task, $mode on $engine (B2, B5, B6, B12)",
  ({ engine, javaScriptEnabled }) => {
    const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

    /** A toast, or the line that replaces it without scripts. */
    const message = (page: Page, text: string | RegExp) =>
      page.locator("[data-type]", { hasText: text }).and(page.locator(".toast, .flash-line"));
    const inCopy = (page: Page) => page.getByRole("region", { name: "In copy" });
    const watchers = (page: Page) => page.getByRole("region", { name: "Watchers" });
    const fields = (page: Page) => page.getByRole("form", { name: "Task" });
    /** With scripts, the text field that replaces the select, not the select itself, which has the same role. */
    const assigneeOf = (place: Page | Locator) =>
      place.locator("input").and(place.getByRole("combobox", { name: "Assignee" }));
    const row = (id: number) => server.db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

    test("an agent adds a requester in copy, who sees the task, replies and leaves", async () => {
      const [ada, cora] = [await anAgent(server.db), await aRequester(server.db, { name: "Cora Lee" })];
      const { id } = await aTask(server.db, { title: "The lift hums" });
      const desk = await pageOf(ada, `/tasks/${id}`);
      await inCopy(desk).locator("summary", { hasText: "Add people" }).click();
      await inCopy(desk).getByLabel("People").fill("Cora Lee");
      await inCopy(desk).getByRole("button", { name: "Add" }).click();
      await message(desk, "Added in copy: Cora Lee").waitFor();

      const copied = await pageOf(cora, "/tasks");
      await copied.getByRole("link", { name: /The lift hums/ }).click();
      await copied.getByText("in copy on").first().waitFor();
      await copied
        .getByRole("form", { name: /reply|answer/i })
        .getByRole("textbox")
        .fill("It hums on my floor as well.");
      await copied.getByRole("button", { name: /^Send/ }).click();
      await copied.getByRole("region", { name: "Conversation" }).getByText("It hums on my floor").waitFor();
      await desk.reload();
      await desk.getByRole("region", { name: "Conversation" }).getByText("It hums on my floor").waitFor();

      await copied.getByRole("button", { name: "Leave" }).click();
      await message(copied, "You're no longer in copy").waitFor();
      expect(new URL(copied.url()).pathname).toBe("/tasks");
      expect((await copied.goto(`/tasks/${id}`))?.status()).toBe(404);
    });

    test("the toast undoes adding a person in copy, and the history undoes that undo", async () => {
      const ada = await anAgent(server.db);
      await aRequester(server.db, { name: "Dana Wood" });
      const { id } = await aTask(server.db);
      const page = await pageOf(ada, `/tasks/${id}`);
      await inCopy(page).locator("summary", { hasText: "Add people" }).click();
      await inCopy(page).getByLabel("People").fill("Dana Wood");
      await inCopy(page).getByRole("button", { name: "Add" }).click();
      await message(page, "Added in copy: Dana Wood").getByRole("button", { name: "Undo" }).click();
      await message(page, "Undone: In copy.").waitFor();
      expect(await inCopy(page).getByText("Dana Wood").count()).toBe(0);
      await page.getByRole("region", { name: "History" }).getByRole("button", { name: "Undo In copy" }).last().click();
      await inCopy(page).getByText("Dana Wood").waitFor();
    });

    test("a requester adds a person by address and doesn't learn their name", async () => {
      const rita = await aRequester(server.db);
      await aRequester(server.db, { name: "Known Person", email: `known-${javaScriptEnabled}@example.org` });
      const { id } = await aTask(server.db, { requester: rita });
      const page = await pageOf(rita, `/tasks/${id}`);
      await inCopy(page).getByText("Add a person").click();
      await inCopy(page).getByLabel("Email address").fill(`known-${javaScriptEnabled}@example.org`);
      await inCopy(page).getByRole("button", { name: "Add" }).click();
      await message(page, `Added in copy: known-${javaScriptEnabled}@example.org`).waitFor();
      await inCopy(page).getByRole("listitem").getByText(`known-${javaScriptEnabled}@example.org`).waitFor();
      expect(await page.content()).not.toContain("Known Person");
      expect(
        await inCopy(page)
          .getByRole("button", { name: /Take|Leave/ })
          .count(),
      ).toBe(0);
      await inCopy(page)
        .getByRole("button", { name: `Remove known-${javaScriptEnabled}@example.org from copy` })
        .click();
      await message(page, `known-${javaScriptEnabled}@example.org is no longer in copy`).waitFor();
      expect(await inCopy(page).getByRole("listitem").count()).toBe(0);
    });

    test("an agent watches a task, adds a colleague and stops watching", async () => {
      const [ada] = [await anAgent(server.db, { name: "Ada" }), await anAgent(server.db, { name: "Walter Watch" })];
      const { id } = await aTask(server.db);
      const page = await pageOf(ada, `/tasks/${id}`);
      await watchers(page).getByRole("button", { name: "Watch" }).click();
      await message(page, "You're watching this task").waitFor();
      await watchers(page).getByText("Add a watcher").click();
      await watchers(page).getByLabel("Agent").fill("Walter Watch");
      await watchers(page).getByRole("button", { name: "Add" }).click();
      await message(page, "Walter Watch now watches this task").waitFor();
      // The toast shows before the list is updated.
      await expect
        .poll(() => watchers(page).getByRole("listitem").allInnerTexts())
        .toEqual([expect.stringContaining("Ada"), expect.stringContaining("Walter Watch")]);
      await watchers(page).getByRole("button", { name: "Unwatch" }).click();
      await watchers(page).getByRole("button", { name: "Watch", exact: true }).waitFor();
      expect(await watchers(page).getByRole("listitem").count()).toBe(1);
    });

    test("an agent who would lose access by marking a task confidential is warned first", async () => {
      const ada = await anAgent(server.db);
      await server.db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
      const { id } = await aTask(server.db);
      const page = await pageOf(ada, `/tasks/${id}`);
      await fields(page).getByLabel("Confidential").check();
      await saveFields(page);
      await fields(page).getByText("You'll lose access. Among agents, only the task's team").first().waitFor();
      expect(await row(id)).toMatchObject({ confidential: 0 });
      await page.getByRole("button", { name: "Save and lose access" }).click();
      await message(page, "You no longer have access to it.").waitFor();
      expect(await row(id)).toMatchObject({ confidential: 1 });
      expect((await page.goto(`/tasks/${id}`))?.status()).toBe(404);
    });

    test("two agents on one task see each other", async () => {
      const [ada, bob] = [
        await anAgent(server.db, { name: "Ada Here" }),
        await anAgent(server.db, { name: "Bob There" }),
      ];
      const { id } = await aTask(server.db);
      if (!javaScriptEnabled) {
        // Pages announce their agent by script. Without scripts, a page shows who was there when it loaded.
        const row = { task_id: id, user_id: bob.id, writing: 1 as const, expires_at: Date.now() + 30_000 };
        await server.db.insertInto("presence").values(row).execute();
        const page = await pageOf(ada, `/tasks/${id}`);
        await page.getByText(/Bob There is writing/).waitFor();
        return;
      }
      const first = await pageOf(ada, undefined, { fresh: true });
      await first.clock.install(); // it polls every 15 seconds, and the test moves the clock
      await first.goto(`/tasks/${id}`);
      const second = await pageOf(bob, `/tasks/${id}`);
      await second
        .getByText(/Ada Here/)
        .first()
        .waitFor();
      const seen = () => first.locator(".presence").innerText();
      const later = () => first.clock.fastForward(15_000).then(seen);
      await expect.poll(later, { interval: 500 }).toContain("Bob There");

      await second.getByRole("form", { name: "Reply" }).getByRole("textbox").fill("I am at it.");
      const backAtTheTab = () => first.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))).then(seen);
      await expect.poll(backAtTheTab, { interval: 500 }).toContain("Bob There is writing");
    });

    test("an agent takes a task over from a colleague", async () => {
      const [ada, bob] = [await anAgent(server.db), await anAgent(server.db, { name: "Bob Busy" })];
      const { id } = await aTask(server.db, { assignee: bob });
      const page = await pageOf(ada, `/tasks/${id}`);
      await page.getByRole("button", { name: "Take over from Bob Busy" }).click();
      await message(page, "Task assigned to you").waitFor();
      expect(await row(id)).toMatchObject({ assignee_id: ada.id });
    });

    test("part of a requester's name brings up a suggestion, and one press fills it in", async () => {
      const ada = await anAgent(server.db);
      const quinn = await aRequester(server.db, { name: `Quinn ${javaScriptEnabled ? "Able" : "Best"}` });
      const { id } = await aTask(server.db);
      const page = await pageOf(ada, `/tasks/${id}`);
      await fields(page).getByLabel("Requester").fill(quinn.name.slice(0, 8));
      await saveFields(page);
      await fields(page).getByText("Did you mean").waitFor();
      await fields(page)
        .getByRole("button", { name: new RegExp(quinn.name) })
        .click();
      await fields(page).getByText("Did you mean").waitFor({ state: "detached" });
      expect(await fields(page).getByLabel("Requester").inputValue()).toContain(quinn.name);
      if (javaScriptEnabled) await fields(page).getByLabel("Requester").and(page.locator(":focus")).waitFor();
      expect(await row(id)).not.toMatchObject({ requester_id: quinn.id }); // nothing is saved yet
      await saveFields(page);
      await message(page, SAVED).waitFor();
      expect(await row(id)).toMatchObject({ requester_id: quinn.id });
    });

    test("unknown names get suggestions in a new task, in copy and among the watchers too", async () => {
      const mark = javaScriptEnabled ? "Able" : "Best";
      const [wanda, walt] = [
        await anAgent(server.db, { name: `Wanda ${mark}` }),
        await anAgent(server.db, { name: `Walt ${mark}` }),
      ];
      const page = await pageOf(await anAgent(server.db), "/tasks/new");
      const form = page.getByRole("form", { name: "New task" });
      await form.getByLabel("Title").fill(`For whom ${mark}`);
      await form.getByLabel("Description").fill("A lamp.");
      await form.getByLabel("Requester").fill(`Wand ${mark}`);
      await form.getByText("More fields").click();
      await form.getByLabel("In copy").fill(`Nobody-${mark}@example.org, Wal ${mark}`);
      await form.getByRole("button", { name: "Create task" }).click();
      await form.getByText(`“Wal ${mark}”: No one has this name.`).first().waitFor(); // both fields show an error
      await form.getByRole("button", { name: new RegExp(wanda.name) }).click();
      await form.getByText("Did you mean").first().waitFor({ state: "detached" });
      expect(await form.getByLabel("Requester").inputValue()).toContain(wanda.name);
      expect(await form.getByLabel("Title").inputValue()).toBe(`For whom ${mark}`);
      const made = server.db.selectFrom("task").select("requester_id").where("title", "=", `For whom ${mark}`);
      expect(await made.execute()).toEqual([]); // picking a suggestion creates nothing
      await form.getByRole("button", { name: "Create task" }).click();
      await form.getByRole("button", { name: new RegExp(walt.name) }).click();
      await form.getByText("Did you mean").waitFor({ state: "detached" });
      expect(await form.getByLabel("In copy").inputValue()).toMatch(
        new RegExp(`^Nobody-${mark}@example.org, ${walt.name} <.*>$`),
      );
      await form.getByRole("button", { name: "Create task" }).click();
      await page.getByRole("heading", { level: 1, name: `For whom ${mark}` }).waitFor();
      expect(await made.execute()).toEqual([{ requester_id: wanda.id }]);

      for (const [region, opens, field, button] of [
        ["In copy", "Add people", "People", "Add people"],
        ["Watchers", "Add a watcher", "Agent", "Add watcher"],
      ] as const) {
        const part = page.getByRole("region", { name: region });
        await part.locator("summary", { hasText: opens }).click();
        await part.getByLabel(field).fill(`Wand ${mark}`);
        await part.getByRole("button", { name: button }).click();
        await part.getByRole("button", { name: new RegExp(wanda.name) }).click();
        await part.getByText("Did you mean").waitFor({ state: "detached" });
        expect(await part.getByLabel(field).inputValue()).toContain(wanda.name);
      }
    });

    test("an agent chooses the assignee by keyboard alone", async () => {
      const [ada, zoe] = [
        await anAgent(server.db),
        await anAgent(server.db, { name: "Zoë Zimmer", email: `switchboard-${javaScriptEnabled}@example.org` }),
      ];
      const { id } = await aTask(server.db);
      const page = await pageOf(ada, `/tasks/${id}`);
      const assignee = fields(page).getByLabel("Assignee");
      if (!javaScriptEnabled) {
        await assignee.selectOption("Zoë Zimmer");
        await saveFields(page);
      } else {
        const combobox = assigneeOf(fields(page));
        const list = fields(page).getByRole("listbox", { name: "Assignee" });
        await combobox.focus();
        expect(await combobox.inputValue()).toBe("Unassigned");
        await page.keyboard.press("ArrowDown");
        await list.getByRole("option", { name: "Unassigned" }).waitFor();
        await page.keyboard.press("Escape");
        await list.waitFor({ state: "detached" });
        await page.keyboard.type("nobody knows");
        await page.keyboard.press("Enter"); // no match, so nothing is sent
        await page.keyboard.press("Escape");
        await page.keyboard.press("Tab");
        expect(await combobox.inputValue()).toBe("Unassigned");

        await combobox.focus();
        await page.keyboard.type(`switchboard-${javaScriptEnabled}`); // by address
        await list.getByRole("option", { name: "Zoë Zimmer", selected: true }).waitFor();
        const active = () =>
          combobox.evaluate(
            (input) => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.innerText,
          );
        await expect.poll(active).toContain("Zoë Zimmer");
        await page.keyboard.press("Enter");
        await list.waitFor({ state: "detached" });
        expect(await combobox.inputValue()).toBe("Zoë Zimmer");
      }
      await message(page, SAVED).waitFor();
      expect(await row(id)).toMatchObject({ assignee_id: zoe.id });

      if (!javaScriptEnabled) await assignee.selectOption("Unassigned");
      else {
        await assignee.fill("");
        await page.keyboard.press("Tab");
      }
      await saveFields(page);
      await expect.poll(async () => (await row(id)).assignee_id).toBeNull();
    });

    test.runIf(javaScriptEnabled)(
      "an unknown assignee shows an error, stays in the field and isn't sent as another person",
      async () => {
        const [ada, bob] = [await anAgent(server.db), await anAgent(server.db, { name: "Bob Stone" })];
        const { id } = await aTask(server.db, { assignee: bob });
        const page = await pageOf(ada, `/tasks/${id}`);
        const { version } = await row(id);
        const combobox = assigneeOf(fields(page));
        await combobox.fill("qqq");
        await fields(page).getByText("No people found").filter({ visible: true }).last().waitFor();
        await page.keyboard.press("Tab");
        await fields(page).getByText("“qqq” wasn't chosen from the list.").waitFor();
        expect(await combobox.inputValue()).toBe("qqq");
        expect(await combobox.getAttribute("aria-invalid")).toBe("true");
        await fields(page).getByLabel("Priority").selectOption("High");
        await message(page, SAVED).waitFor();
        expect(await combobox.inputValue()).toBe("qqq");
        expect(await row(id)).toMatchObject({ assignee_id: bob.id, priority: 3, version: version + 1 });

        await fields(page).getByRole("button", { name: "Keep Bob Stone" }).click();
        expect(await combobox.inputValue()).toBe("Bob Stone");
        expect(await row(id)).toMatchObject({ assignee_id: bob.id, version: version + 1 });
      },
    );

    test.runIf(javaScriptEnabled)(
      "focus on the assignee select moves to the field that replaces it once scripts load",
      async () => {
        const ada = await anAgent(server.db);
        const { id } = await aTask(server.db);
        const page = await pageOf(ada);
        const release = await holdScripts(page);
        await stopWaitingForScripts(page);
        await page.goto(`/tasks/${id}`, { waitUntil: "commit" });
        const list = fields(page).locator("select[name=assignee]");
        await list.focus();
        expect(await list.evaluate((field) => document.activeElement === field)).toBe(true);
        release();
        await assigneeOf(fields(page)).and(page.locator(":focus")).waitFor();
      },
    );

    test.runIf(javaScriptEnabled)(
      "the assignee field finds a name typed while its list is being inserted",
      async () => {
        const [ada, zed] = [await anAgent(server.db), await anAgent(server.db, { name: "Zed Early" })];
        const { id } = await aTask(server.db);
        const page = await pageOf(ada, `/tasks/${id}`);
        const combobox = assigneeOf(fields(page));
        // The list doesn't listen yet while it's being inserted into the page.
        await combobox.evaluate((input: HTMLInputElement) => {
          const box = input.closest(".choice-field") as Element;
          const put = box.appendChild;
          box.appendChild = (node) => {
            input.value = "Zed Early";
            input.dispatchEvent(new InputEvent("input", { bubbles: true }));
            box.appendChild = put;
            return put.call(box, node) as typeof node;
          };
          input.focus();
        });
        await page.getByRole("option", { name: zed.name }).click();
        await saveFields(page);
        await expect.poll(async () => (await row(id)).assignee_id).toBe(zed.id);
      },
    );

    test("an agent chooses the assignee of a new task with the pointer", async () => {
      const ada = await anAgent(server.db);
      const zed = await anAgent(server.db, { name: `Zed ${javaScriptEnabled ? "One" : "Two"}` });
      const page = await pageOf(ada, "/tasks/new");
      await page.getByLabel("Title").fill("A desk for two");
      await page.getByLabel("Description").fill("Please.");
      if (!javaScriptEnabled) await page.getByLabel("Assignee").selectOption(zed.name);
      else {
        await assigneeOf(page).click();
        await page.keyboard.type("zed one");
        await page.getByRole("option", { name: zed.name }).click();
      }
      await page.getByRole("button", { name: "Create task" }).click();
      await page.getByRole("heading", { level: 1, name: "A desk for two" }).waitFor();
      expect(await row(Number(new URL(page.url()).pathname.split("/").pop()))).toMatchObject({ assignee_id: zed.id });
    });

    test("the Tags field completes tags in use as an agent types", async () => {
      const ada = await anAgent(server.db);
      await aTask(server.db, { tags: ["printer", "print-room", "network"] });
      const { id } = await aTask(server.db);
      const page = await pageOf(ada, `/tasks/${id}`);
      const tags = fields(page).getByLabel("Tags");
      if (!javaScriptEnabled) await tags.fill("network, printer");
      else {
        const list = fields(page).getByRole("listbox", { name: "Tags" });
        await tags.focus();
        await page.keyboard.type("net");
        await list.getByRole("option", { name: "network", selected: true }).waitFor();
        await page.keyboard.press("Enter");
        expect(await tags.inputValue()).toBe("network, ");
        await page.keyboard.type("prin");
        await list.getByRole("option", { name: "print-room", selected: true }).waitFor();
        await page.keyboard.press("ArrowDown");
        await list.getByRole("option", { name: "printer", selected: true }).waitFor();
        await page.keyboard.press("Enter");
        expect(await tags.inputValue()).toBe("network, printer, ");
      }
      await saveFields(page);
      await message(page, SAVED).waitFor();
      const stored = await server.db
        .selectFrom("task_tag")
        .select("tag")
        .where("task_id", "=", id)
        .orderBy("tag")
        .execute();
      expect(stored.map(({ tag }) => tag)).toEqual(["network", "printer"]);
    });
  },
);
