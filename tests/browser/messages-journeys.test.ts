import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import { insertMessage } from "~/features/conversation/insert-message.server";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openForm } from "../support/composer";
import { openDesk } from "../support/desk";
import { anAgent, aRequester, aTask, NOON } from "../support/factories";

describe.each(JAVASCRIPT_MODES)("messages, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
  const form = (page: Page, name: string) => page.getByRole("form", { name });

  test("domain B1: the preview shows a reply as its readers will see it and keeps the form's values", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    const reply = form(page, "Reply");
    await reply.getByRole("textbox").fill("It is **fixed**. <b>Really</b>, @Ada.");
    await reply.getByLabel("Status after the reply").selectOption("Resolved");
    await reply.getByRole("button", { name: "Preview" }).click();
    const preview = reply.getByRole("region", { name: "Preview" });
    await preview.locator("strong", { hasText: "fixed" }).waitFor();
    await expect.poll(() => preview.innerText()).toContain("It is fixed. <b>Really</b>, @Ada.");
    expect(await preview.locator(".mention").innerText()).toBe("@Ada");
    expect(await reply.getByRole("textbox").inputValue()).toBe("It is **fixed**. <b>Really</b>, @Ada.");
    expect(await reply.getByLabel("Status after the reply").inputValue()).toBe("resolved");
    expect(await server.db.selectFrom("message").select("id").where("task_id", "=", id).execute()).toHaveLength(1);
    if (javaScriptEnabled) {
      await reply.getByRole("textbox").fill("It is *not* fixed.");
      await reply.getByRole("button", { name: "Preview", expanded: true }).click();
      await preview.locator("em", { hasText: "not" }).waitFor();
      await reply.getByRole("button", { name: "Preview", expanded: true }).click();
      await preview.waitFor({ state: "hidden" });
      await reply.getByRole("button", { name: "Preview", expanded: false }).waitFor();
    }
  });

  test("the preview is in view, even below a long conversation", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db, { body: "It burns.\n\n".repeat(80) });
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
    ]) {
      const page = await pageOf(ada, `/tasks/${id}`, { viewport });
      await form(page, "Reply").getByRole("textbox").fill("Water is on its way.");
      await form(page, "Reply").getByRole("button", { name: "Preview" }).click();
      const preview = page.getByRole("region", { name: "Preview" });
      await preview.getByText("Water is on its way.").waitFor();
      const isHit = () =>
        preview.evaluate((element) => {
          const { x, y } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(x + 5, y + 5));
        });
      await expect.poll(isHit).toBe(true);
    }
  });

  test("the preview of a requester's new request doesn't turn an @name into a mention", async () => {
    await anAgent(server.db, { name: "Bob" });
    const page = await pageOf(await aRequester(server.db), "/tasks/new");
    await page.getByLabel("Title").fill("Printer");
    await page.getByLabel("Description").fill("- [x] off\n- [ ] on @Bob");
    await page.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByRole("checkbox").first().waitFor();
    expect(await preview.locator(".mention").count()).toBe(0);
    expect(await page.getByLabel("Title").inputValue()).toBe("Printer");
  });

  test("domain B4: a note that mentions a person without access is refused and keeps its text", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { requester: await aRequester(server.db, { name: "Rita Ray" }) });
    const page = await pageOf(ada, `/tasks/${id}`);
    const note = form(page, "Internal note");
    await openForm(page, "Internal note");
    await note.getByRole("textbox").fill("Ask @rita ray");
    await note.getByRole("button", { name: "Add note" }).click();
    await note.getByText("Rita Ray can't access this task").first().waitFor();
    expect(await note.getByRole("textbox").inputValue()).toBe("Ask @rita ray");
    await note.getByRole("textbox").fill("Ask Rita Ray");
    await note.getByRole("button", { name: "Add note" }).click();
    await conversation(page).getByText("Ask Rita Ray").waitFor();
  });

  test("a note opens from its tab, keeps its text while the reply is open, and clears once added", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
    ]) {
      const page = await pageOf(ada, `/tasks/${id}`, { viewport });
      const [reply, note] = [form(page, "Reply"), form(page, "Internal note")];
      const text = `Third time, ${viewport.width}.`; // the same text twice would ask for confirmation
      const tab = (name: string) => page.getByRole("tab", { name });
      expect(await note.isVisible()).toBe(!javaScriptEnabled);
      if (!javaScriptEnabled) {
        expect(await tab("Reply").count()).toBe(0);
        expect(await reply.getByRole("button", { name: "Send reply" }).isVisible()).toBe(true);
        continue;
      }
      expect(await reply.getByRole("button", { name: "Send reply" }).isVisible()).toBe(false);
      await tab("Internal note").click();
      await note.getByRole("textbox").and(page.locator(":focus")).waitFor();
      await page.keyboard.type(text);
      await tab("Reply").click();
      expect(await note.isVisible()).toBe(false);
      await page.keyboard.type("We look into it.");
      await tab("Reply").focus();
      await page.keyboard.press("ArrowRight");
      await tab("Internal note").and(page.locator(":focus")).waitFor();
      expect(await note.getByRole("textbox").inputValue()).toBe(text);
      await note.getByRole("button", { name: "Add note" }).click();
      await conversation(page).getByText(text).waitFor();
      await expect.poll(() => note.getByRole("textbox").inputValue()).toBe("");
      await page.reload();
      await expect.poll(() => reply.getByRole("textbox").inputValue()).toBe("We look into it."); // a draft opens its form
      await reply.getByRole("button", { name: "Send reply" }).waitFor();
      await reply.getByRole("button", { name: "Delete draft" }).click();
      await page.getByText("was deleted").last().waitFor();
      await expect.poll(() => reply.getByRole("textbox").inputValue()).toBe("");
    }
  });

  describe.runIf(javaScriptEnabled)("a long conversation", () => {
    const said = (page: Page, text: string) => conversation(page).getByText(text, { exact: true });
    const isInSight = (what: Locator) =>
      what.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    async function opensAtItsEnd(page: Page) {
      for (const what of [said(page, "We come."), form(page, "Reply").getByRole("textbox")])
        await expect.poll(() => isInSight(what)).toBe(true);
    }
    async function aLongTask() {
      const ada = await anAgent(server.db);
      const { id } = await aTask(server.db, { title: "The mill burns", body: "It burns.\n\n".repeat(60) });
      await inTransaction(server.db, async (tx) => {
        const message = { taskId: id, authorId: ada.id, kind: "public", side: "agent", body: "We come." } as const;
        await insertMessage(tx, message, NOON + 1_000);
      });
      return { id, page: await pageOf(ada, undefined, { viewport: { width: 1280, height: 800 } }) };
    }

    test("opens at its newest message and the composer, and shows a sent reply", async () => {
      const { id, page } = await aLongTask();
      await page.goto(`/tasks/${id}`);
      await opensAtItsEnd(page);
      await page.keyboard.press("r");
      await page.keyboard.type("Almost there.");
      await page.keyboard.press("Control+Enter");
      await said(page, "Almost there.").waitFor();
      await expect.poll(() => isInSight(said(page, "Almost there."))).toBe(true);
    });

    test("opens at its end from a list, and keeps its scroll position on reload and Forward", async () => {
      const { id, page } = await aLongTask();
      await page.goto("/tasks?sort=number-desc");
      await page.getByRole("link", { name: "The mill burns" }).first().click();
      await opensAtItsEnd(page);
      const leftAt = 40;
      await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), leftAt);
      const isLive = () => page.locator(".composers.is-live").waitFor();
      const scrolled = () => page.evaluate(() => scrollY);
      await page.reload();
      await isLive();
      expect(await scrolled()).toBe(leftAt);
      await page.goBack();
      await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
      await page.goForward();
      await isLive();
      await expect.poll(scrolled).toBe(leftAt);

      await page.goto(`/tasks/${id}#fields`);
      await isLive();
      expect(await isInSight(said(page, "We come."))).toBe(false);
    });
  });

  test("the 'Write a reply' link stays at the bottom of the window until the reply is in view", async () => {
    const { id, requester } = await aTask(server.db, { body: "It burns.\n\n".repeat(80) });
    for (const who of [requester]) {
      for (const viewport of [
        { width: 1280, height: 720 },
        { width: 390, height: 844 },
      ]) {
        const page = await pageOf(who, `/tasks/${id}`, { viewport });
        const way = page.getByRole("link", { name: "Write a reply" });
        const box = await way.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(viewport.height, 0);
        await way.click();
        const field = form(page, "Reply").getByLabel("Your reply");
        await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
        const top = (await field.boundingBox())?.y ?? -1;
        expect(top).toBeGreaterThan(0);
        expect(top).toBeLessThan(viewport.height);
        // Beneath the reply it takes no press, but keyboard focus still makes it visible.
        const isHit = () =>
          way.evaluate((element) => {
            const { x, y } = element.getBoundingClientRect();
            return element.contains(document.elementFromPoint(x + 20, y + 20));
          });
        await page.keyboard.press("Escape");
        await way.evaluate((element) => element.closest(".task-main")?.scrollIntoView({ block: "end" }));
        expect(await isHit()).toBe(false);
        await page.keyboard.press("Shift+Tab");
        while (!(await way.evaluate((element) => element === document.activeElement)))
          await page.keyboard.press("Shift+Tab");
        expect(await isHit()).toBe(true);
      }
    }
  });

  test("a long conversation opens at its last page, pages back, and links to each message", async () => {
    const [ada, rita] = [await anAgent(server.db, { name: "Ada" }), await aRequester(server.db)];
    const { id } = await aTask(server.db, { requester: rita, body: "message 0." });
    await inTransaction(server.db, async (tx) => {
      for (let n = 1; n < 120; n++) {
        const kind = n === 30 ? "internal" : "public";
        const message = { taskId: id, authorId: ada.id, kind, side: "agent", body: `message ${n}.` } as const;
        await insertMessage(tx, message, NOON + n * 1_000);
      }
    });
    const page = await pageOf(rita, `/tasks/${id}`);
    const said = (n: number) => conversation(page).getByText(`message ${n}.`, { exact: true });
    await said(119).waitFor();
    expect(await conversation(page).getByRole("listitem").count()).toBe(50);
    await page.getByRole("link", { name: "Show older messages" }).click();
    await said(69).waitFor();
    await said(29).waitFor();
    expect(await said(30).count()).toBe(0); // the note
    await page.getByRole("link", { name: "Show older messages" }).click();
    await said(0).waitFor();
    expect(await page.getByRole("link", { name: "Show older messages" }).count()).toBe(0);
    await page.getByRole("link", { name: "Show newer messages" }).click();
    await said(50).waitFor();

    const address = await conversation(page)
      .getByRole("listitem")
      .filter({ hasText: "message 50." })
      .getByRole("link")
      .getAttribute("href");
    expect(address).toMatch(/^\/tasks\/\d+\?message=\d+#message-\d+$/);
    await page.goto("/tasks");
    await page.goto(address ?? "");
    await said(50).waitFor();
    expect(await conversation(page).locator("[aria-current]").innerText()).toContain("message 50.");
    expect(await said(50).isVisible()).toBe(true);

    // A reply sent from an older page goes through and leads back to the end.
    await form(page, "Reply").getByRole("textbox").fill("Thank you.");
    await page.getByRole("button", { name: "Send reply" }).click();
    await conversation(page).getByText("Thank you.").waitFor();
    await said(119).waitFor();
  });
});

describe("domain B4: the list of colleagues after an @", () => {
  const { server, pageOf } = openDesk();

  test("works with the keyboard alone, and Escape closes it without changing the text", async () => {
    const ada = await anAgent(server.db, { name: "Ada Lovelace" });
    await anAgent(server.db, { name: "Adam Smith" });
    await anAgent(server.db, { name: "Zoë Díaz" });
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    await openForm(page, "Internal note");
    const text = page.getByRole("form", { name: "Internal note" }).getByRole("textbox");
    const list = page.getByRole("listbox", { name: "Colleagues" });

    await text.focus();
    await page.keyboard.type("Hello @ad");
    await list.getByRole("option", { name: "Adam Smith" }).waitFor();
    await expect.poll(() => list.getByRole("option").count()).toBe(2); // the answer to "@" alone has more
    const active = () =>
      text.evaluate((area) => document.getElementById(area.getAttribute("aria-activedescendant") ?? "")?.innerText);
    await expect.poll(active).toContain("Ada Lovelace");
    await page.getByRole("status").getByText("2 colleagues to mention").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowDown");
    await list.getByRole("option", { name: "Adam Smith", selected: true }).waitFor();
    await expect.poll(active).toContain("Adam Smith");
    await page.keyboard.press("Enter");
    expect(await text.inputValue()).toBe("Hello @Adam Smith ");
    await list.waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    expect(await text.inputValue()).toBe("Hello @ad");

    await text.fill("");
    await page.keyboard.type("@zoe");
    await list.getByRole("option", { name: "Zoë Díaz" }).click();
    expect(await text.inputValue()).toBe("@Zoë Díaz ");
    expect(await text.evaluate((area) => area === document.activeElement)).toBe(true);

    await page.keyboard.type("and @ad");
    await list.waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.keyboard.type("a\n");
    expect(await text.inputValue()).toBe("@Zoë Díaz and @ada\n");
    expect(await list.count()).toBe(0);
    expect(await text.getAttribute("aria-activedescendant")).toBeNull();

    await page.getByRole("button", { name: "Add note" }).click();
    const conversation = page.getByRole("region", { name: "Conversation" });
    await conversation.locator(".mention", { hasText: "@Zoë Díaz" }).waitFor();
  });

  test("is closed while an input method composes characters", async () => {
    const ada = await anAgent(server.db, { name: "山田太郎" });
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    await openForm(page, "Internal note");
    const text = page.getByRole("form", { name: "Internal note" }).getByRole("textbox");
    const list = page.getByRole("listbox", { name: "Colleagues" });
    await text.focus();
    await page.keyboard.type("@");
    await list.waitFor();
    const input = await page.context().newCDPSession(page);
    await input.send("Input.imeSetComposition", { text: "山", selectionStart: 1, selectionEnd: 1 });
    await list.waitFor({ state: "detached" });
    await input.send("Input.insertText", { text: "山" });
    await list.getByRole("option", { name: "山田太郎" }).waitFor();
    expect(await list.getByRole("option").count()).toBe(1);
  });
});
