import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAgent, aRequester, aTask } from "../support/factories";

const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
const reply = (page: Page) => page.getByRole("form", { name: "Reply" });
const message = (page: Page, text: string) => conversation(page).getByRole("article").filter({ hasText: text });
const said = (page: Page, text: string) =>
  page.locator('[data-type="success"], [data-type="error"]', { hasText: text }).first().waitFor(); // a toast, or a line without scripts

async function send(page: Page, text: string, status = "Waiting for requester") {
  await reply(page).getByRole("textbox").fill(text);
  await reply(page).getByLabel("Status after the reply").selectOption(status);
  await reply(page).getByRole("button", { name: "Send reply" }).click();
  await message(page, text).getByText("Not sent yet").waitFor();
}

describe.each(JAVASCRIPT_MODES)("domain B4: the sending window, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({
    engine,
    javaScriptEnabled,
    settings: { SENDING_WINDOW_SECONDS: "60" },
  });

  /** Ends the window of every held message now; the server sends them within a second or two. */
  async function windowEnds() {
    await server.db.updateTable("job").set({ run_at: Date.now() }).where("kind", "=", "send_message").execute();
    await expect
      .poll(() => server.db.selectFrom("message").select("id").where("send_after", "is not", null).execute())
      .toEqual([]);
  }

  test("an agent withdraws, corrects and sends a reply; the requester sees it only then", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id, requester } = await aTask(server.db, { title: "Held back" });
    const allowed = { serviceWorkers: "allow" } as const;
    const [desk, hers] = [await pageOf(ada, undefined, allowed), await pageOf(requester, undefined, allowed)];
    await desk.goto(`/tasks/${id}`);
    await send(desk, "Please turn it of and on", "Resolved");
    await said(desk, "Your reply will be sent in 60 seconds");
    await message(desk, "turn it of")
      .getByText(javaScriptEnabled ? /Sends in \d\d? s/ : /Sends at \d\d:\d\d:\d\d UTC/)
      .waitFor();
    await expect.poll(() => reply(desk).getByRole("textbox").inputValue()).toBe("");
    await hers.goto(`/tasks/${id}`);
    expect(await hers.content()).not.toContain("turn it of");

    await message(desk, "turn it of").getByRole("button", { name: "Withdraw" }).click();
    await said(desk, "Not sent: your reply is a draft again");
    await expect.poll(() => reply(desk).getByRole("textbox").inputValue()).toBe("Please turn it of and on");
    expect(await message(desk, "turn it of").count()).toBe(0);
    expect(await reply(desk).getByLabel("Status after the reply").inputValue()).toBe("resolved");

    await send(desk, "Please turn it off and on", "Resolved");
    await windowEnds();
    if (!javaScriptEnabled) await desk.reload();
    else await desk.goto(`/tasks/${id}`);
    await message(desk, "turn it off").waitFor();
    expect(await desk.getByText("Not sent yet").count()).toBe(0);
    await expect.poll(() => reply(desk).getByRole("textbox").inputValue()).toBe("");
    await hers.reload();
    await message(hers, "turn it off").waitFor();
    await hers.locator(".task-line").getByText("Resolved").waitFor();
  });

  test("the toast withdraws a reply as the button does; text typed meanwhile stays below it", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db);
    const desk = await pageOf(ada, `/tasks/${id}`);
    await send(desk, "One thing");
    await desk.locator('[data-type="success"]').getByRole("button", { name: "Withdraw" }).click();
    await said(desk, "Not sent: your reply is a draft again");
    await expect.poll(() => reply(desk).getByRole("textbox").inputValue()).toBe("One thing");

    await send(desk, "Another thing");
    await reply(desk).getByRole("textbox").fill("Written meanwhile");
    await message(desk, "Another thing").getByRole("button", { name: "Withdraw" }).click();
    await said(desk, "Not sent: your reply is a draft again");
    await expect // the earlier toast may still be there
      .poll(() => reply(desk).getByRole("textbox").inputValue())
      .toBe("Another thing\n\nWritten meanwhile");
  });

  test("a reply isn't withdrawn while the agent's current text is too long for a draft", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    await send(page, "Held back");
    const text = reply(page).getByRole("textbox");
    await expect.poll(() => text.inputValue()).toBe("");
    const long = "okapi ".repeat(11_000);
    await text.fill(long);
    await message(page, "Held back").getByRole("button", { name: "Withdraw" }).click();
    const sentence = "Not withdrawn: your current text is too long for a draft.";
    if (javaScriptEnabled) {
      await said(page, sentence);
      expect(await text.inputValue()).toBe(long);
      await message(page, "Held back").getByText("Not sent yet").waitFor();
    } else {
      await page.getByRole("heading", { name: "Content Too Large" }).waitFor();
      await page.getByText(sentence).waitFor();
      expect(await page.getByLabel("Your text").inputValue()).toBe(long);
      await page.goto(`/tasks/${id}`);
      await message(page, "Held back").getByText("Not sent yet").waitFor();
    }
    await windowEnds();
  });

  test("two replies withdrawn one after the other both end up in the form, in either order", async () => {
    for (const order of [
      ["The first", "The second"],
      ["The second", "The first"],
    ] as const) {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const desk = await pageOf(ada, `/tasks/${id}`);
      await send(desk, "The first");
      await send(desk, "The second");
      for (const text of order) {
        await message(desk, text).getByRole("button", { name: "Withdraw" }).click();
        await message(desk, text).waitFor({ state: "detached" });
      }
      await expect.poll(() => reply(desk).getByRole("textbox").inputValue()).toBe([...order].reverse().join("\n\n"));
    }
  });

  test.runIf(javaScriptEnabled)(
    "a form submitted while another is being sent waits for it, and both are processed",
    async () => {
      const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
      const desk = await pageOf(ada, `/tasks/${id}`);
      await send(desk, "The first");
      await send(desk, "The second");
      await reply(desk).getByRole("textbox").fill("The third");
      const asked: string[] = [];
      await desk.route(/\.data/, async (route) => {
        if (route.request().method() === "POST") {
          asked.push(route.request().url());
          // A slow network: all buttons are pressed before it answers.
          await new Promise((answered) => setTimeout(answered, 500));
        }
        await route.continue();
      });
      await message(desk, "The first").getByRole("button", { name: "Withdraw" }).dblclick();
      await message(desk, "The second").getByRole("button", { name: "Withdraw" }).click();
      await desk.getByRole("button", { name: "Watch", exact: true }).click();
      await message(desk, "The first").waitFor({ state: "detached" });
      await message(desk, "The second").waitFor({ state: "detached" });
      await desk.getByRole("button", { name: "Unwatch" }).waitFor();
      expect(asked).toHaveLength(3);
      await expect.poll(() => reply(desk).getByRole("textbox").inputValue()).toContain("The third");
      expect(
        await server.db
          .selectFrom("message")
          .select("id")
          .where("task_id", "=", id)
          .where("kind", "=", "public")
          .execute(),
      ).toHaveLength(1);
    },
  );

  test("Send now sends a reply at once; after that it can't be withdrawn", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db);
    const [desk, late] = [await pageOf(ada), await pageOf(ada)];
    await desk.goto(`/tasks/${id}`);
    await send(desk, "Right away");
    await late.goto(`/tasks/${id}`);
    await message(desk, "Right away").getByRole("button", { name: "Send now" }).click();
    await said(desk, "Reply sent");
    await desk.waitForLoadState("domcontentloaded"); // without scripts, that line comes before the conversation
    expect(await desk.getByText("Not sent yet").count()).toBe(0);
    await late.getByRole("button", { name: "Withdraw" }).click();
    await said(late, "That reply was already sent.");
    await message(late, "Right away").waitFor();
  });

  test("domain B18, 2: a double click, a reload and Back leave one message", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db);
    const desk = await pageOf(ada, "/tasks");
    await desk.goto(`/tasks/${id}`);
    await reply(desk).getByRole("textbox").fill("Clicked twice");
    await reply(desk).getByRole("button", { name: "Send reply" }).dblclick();
    await message(desk, "Clicked twice").getByText("Not sent yet").waitFor();
    await desk.reload();
    await desk.goBack();
    await desk.goForward();
    await message(desk, "Clicked twice").waitFor(); // the page shows before it's reloaded
    await desk.reload();
    await message(desk, "Clicked twice").getByText("Not sent yet").waitFor();
    expect(await message(desk, "Clicked twice").count()).toBe(1);
    await expect.poll(() => reply(desk).getByRole("textbox").inputValue()).toBe("");
  });

  test("domain B12: sending the same reply again, as after Back, asks for confirmation", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db);
    const desk = await pageOf(ada, `/tasks/${id}`);
    await send(desk, "Said once");
    const text = reply(desk).getByRole("textbox");
    if (javaScriptEnabled) await text.fill("Said once");
    else await desk.goBack();
    await expect.poll(() => text.inputValue()).toBe("Said once");
    await reply(desk).getByRole("button", { name: "Send reply" }).click();
    const asked = "You already sent this reply";
    await reply(desk).getByRole("status").filter({ hasText: asked }).waitFor();
    if (javaScriptEnabled) await reply(desk).locator(":focus", { hasText: asked }).waitFor();
    expect(await text.inputValue()).toBe("Said once");
    expect(await message(desk, "Said once").count()).toBe(1);

    await text.fill("Said once, and more");
    await reply(desk).getByRole("button", { name: "Send anyway" }).click();
    await message(desk, "Said once, and more").waitFor();
    expect(await message(desk, "Said once").count()).toBe(2);
  });

  test("a requester who loses access to a task while writing keeps their text", async () => {
    const { id, requester } = await aTask(server.db);
    const page = await pageOf(requester, `/tasks/${id}`);
    const text = reply(page).getByRole("textbox");
    await text.fill("It is the black cable.");
    const otto = await aRequester(server.db);
    await server.db.updateTable("task").set({ requester_id: otto.id }).where("id", "=", id).execute();
    await reply(page).getByRole("button", { name: "Send reply" }).click();
    if (javaScriptEnabled) {
      await said(
        page,
        "This no longer exists, or you don't have access. What you typed is still here. Copy it before you leave this page.",
      );
      await reply(page).getByText("Not saved: this page was deleted or you lost access.").first().waitFor();
      expect(await text.inputValue()).toBe("It is the black cable.");
    } else {
      await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
      expect(await page.getByLabel("Your text").inputValue()).toBe("It is the black cable.");
    }
  });

  test("colleagues see that a reply isn't sent yet, but can't withdraw it", async () => {
    const [ada, bob] = [await anAgent(server.db, { name: "Ada" }), await anAgent(server.db, { name: "Bob" })];
    const { id } = await aTask(server.db);
    const [desk, other] = [await pageOf(ada), await pageOf(bob)];
    await desk.goto(`/tasks/${id}`);
    await send(desk, "Mine alone");
    await other.goto(`/tasks/${id}`);
    const held = message(other, "Mine alone");
    await held.getByText("Not sent yet").waitFor();
    await held.getByText("Ada can still withdraw it").waitFor();
    expect(await held.getByRole("button").count()).toBe(0);
  });
});

describe("domain B12: a lost response", () => {
  const { server, pageOf } = openDesk();

  /** Lets the server receive the page's first form, but drops its response. */
  async function loseAnAnswer(desk: Page) {
    let isLost = false;
    await desk.route(/\/tasks\/\d+\.data/, async (route) => {
      if (isLost || route.request().method() !== "POST") return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
  }

  async function sendAndLose(desk: Page) {
    await loseAnAnswer(desk);
    const text = reply(desk).getByRole("textbox");
    await text.fill("Once only");
    await text.press("Control+Enter");
    const unsent = desk.getByRole("region", { name: "Notifications" }).getByText("The server couldn't be reached.");
    await unsent.hover(); // a toast stays while the pointer is over it
    return { text, unsent };
  }

  test("sending the reply again leaves one message and removes the error toast", async () => {
    const { id } = await aTask(server.db);
    const desk = await pageOf(await anAgent(server.db), `/tasks/${id}`);
    const { text, unsent } = await sendAndLose(desk);
    await text.press("Control+Enter");
    await expect.poll(() => text.inputValue()).toBe("");
    await unsent.waitFor({ state: "detached" });
    expect(await message(desk, "Once only").count()).toBe(1);
  });

  test("the page finds that the reply arrived, and removes its text and the error toast", async () => {
    const { id } = await aTask(server.db);
    const desk = await pageOf(await anAgent(server.db), `/tasks/${id}`);
    const { text, unsent } = await sendAndLose(desk);
    await expect.poll(() => text.inputValue()).toBe("");
    await unsent.waitFor({ state: "detached" });
    expect(await message(desk, "Once only").count()).toBe(1);
  });

  test("a reply changed before the retry is sent too, once its author confirms", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db);
    const desk = await pageOf(ada, `/tasks/${id}`);
    await loseAnAnswer(desk);
    const text = reply(desk).getByRole("textbox");
    const sends = reply(desk).getByRole("button", { name: "Send reply" });
    await text.fill("Half a thought");
    await sends.click();
    await said(desk, "The server couldn't be reached.");
    await text.fill("A whole thought");
    let arrives = () => {};
    const later = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    await desk.route(/\/tasks\/\d+\.data/, async (route) => {
      if (route.request().method() === "GET") await later;
      return route.fallback();
    });
    await sends.click();
    await reply(desk).getByText("something else was already sent from this page").waitFor();
    expect(await text.inputValue()).toBe("A whole thought");
    await sends.click(); // at once, while the page's data is still loading
    arrives();
    await message(desk, "A whole thought").waitFor();
    expect(await message(desk, "Half a thought").count()).toBe(1);
    await expect.poll(() => text.inputValue()).toBe("");
  });
});

describe("domain B4: the countdown", () => {
  const { server, pageOf } = openDesk({ settings: { SENDING_WINDOW_SECONDS: "2" } });

  test("runs out, and the page shows the reply as sent and keeps text typed meanwhile", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db);
    const desk = await pageOf(ada, `/tasks/${id}`);
    await send(desk, "On its way");
    await reply(desk).getByRole("textbox").fill("The next one");
    await message(desk, "On its way").getByText("Not sent yet").waitFor({ state: "detached" });
    await message(desk, "On its way").waitFor();
    expect(await reply(desk).getByRole("textbox").inputValue()).toBe("The next one");
    await desk.locator(".task-line").getByText("Waiting for requester").waitFor();
  });
});
