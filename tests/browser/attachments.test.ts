import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openForm } from "../support/composer";
import { openDesk } from "../support/desk";
import { anAgent, aRequester, aTask } from "../support/factories";
import { aPng } from "../support/pictures";

const text = (name: string, content = `content of ${name}`) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
});
const picture = (name: string) => ({ name, mimeType: "image/png", buffer: aPng(120, 60) });

describe.each(JAVASCRIPT_MODES)("domain A18: attachments, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({
    engine,
    javaScriptEnabled,
    serviceWorkers: "allow",
    settings: { ATTACHMENT_MIB: "1" },
  });

  const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
  const attached = (page: Page, form: string) =>
    page.getByRole("form", { name: form }).getByRole("list", { name: "Attached files" });

  test("a requester and an agent exchange files; a file on a note stays hidden from the requester", async () => {
    const [rita, ada] = [await aRequester(server.db, { name: "Rita" }), await anAgent(server.db, { name: "Ada" })];
    const hers = await pageOf(rita, "/tasks/new");
    await hers.getByLabel("Title").fill("The screen flickers");
    await hers.getByLabel("Description").fill("See the picture.");
    await hers.getByLabel("Attach files").setInputFiles([picture("screen.png"), text("lög; v=2.txt")]);
    if (javaScriptEnabled) await attached(hers, "New request").getByRole("link", { name: "screen.png" }).waitFor();
    await hers.getByRole("button", { name: "Create request" }).click();
    const shown = conversation(hers).getByRole("img", { name: "screen.png" });
    await shown.waitFor();
    expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(120);
    const path = new URL(hers.url()).pathname;

    const desk = await pageOf(ada, path);
    const download = desk.waitForEvent("download");
    await conversation(desk).getByRole("link", { name: "lög; v=2.txt" }).click();
    expect((await download).suggestedFilename()).toBe("lög; v=2.txt");

    const note = desk.getByRole("form", { name: "Internal note" });
    await openForm(desk, "Internal note");
    await note.getByRole("textbox").fill("Between us.");
    await note.getByLabel("Attach files").setInputFiles([text("internal.txt")]);
    await note.getByRole("button", { name: "Add note" }).click();
    await conversation(desk).getByRole("link", { name: "internal.txt" }).waitFor();

    const reply = desk.getByRole("form", { name: "Reply" });
    await openForm(desk, "Reply");
    await reply.getByRole("textbox").fill("Please read this.");
    await reply.getByLabel("Attach files").setInputFiles([text("manual.txt")]);
    await reply.getByRole("button", { name: "Send reply" }).click();
    await conversation(desk).getByRole("link", { name: "manual.txt" }).waitFor();

    await hers.goto(path);
    await conversation(hers).getByRole("link", { name: "manual.txt" }).waitFor();
    expect(await hers.content()).not.toContain("internal.txt");
  });

  test("a refused file is named; the text and the other files stay, and files can be removed", async () => {
    const { id, requester } = await aTask(server.db);
    const page = await pageOf(requester, `/tasks/${id}`);
    const reply = page.getByRole("form", { name: "Reply" });
    const large = text("video.mp4", "x".repeat(1_100_000));
    await reply.getByRole("textbox").fill("All of it.");
    await reply.getByLabel("Attach files").setInputFiles([text("small.txt"), large, text("nothing.txt", "")]);
    if (!javaScriptEnabled) await reply.getByRole("button", { name: "Send reply" }).click();
    await reply
      .getByText("“video.mp4” wasn't attached: it's too large. Files can be up to 1 MiB each.")
      .first()
      .waitFor();
    await reply.getByText("“nothing.txt” wasn't attached: it's empty.").first().waitFor();
    await attached(page, "Reply").getByRole("link", { name: "small.txt" }).waitFor();
    expect(await reply.getByRole("textbox").inputValue()).toBe("All of it.");
    expect(await conversation(page).getByRole("article").count()).toBe(1);

    if (javaScriptEnabled) {
      expect(await reply.getByRole("button", { name: /^Try / }).count()).toBe(0);
      await reply.getByRole("button", { name: "Remove video.mp4" }).click();
      await reply.getByRole("button", { name: "Remove nothing.txt" }).click();
      await reply.getByRole("button", { name: "Remove small.txt" }).click();
      await attached(page, "Reply").waitFor({ state: "detached" });
    } else await reply.getByRole("checkbox", { name: "Remove small.txt" }).check();
    await reply.getByLabel("Attach files").setInputFiles([text("instead.txt")]);
    await reply.getByRole("button", { name: "Send reply" }).click();
    await conversation(page).getByRole("link", { name: "instead.txt" }).waitFor();
    expect(await page.content()).not.toContain("small.txt");
  });

  test.runIf(javaScriptEnabled)(
    "a refused or failed file uses no slot and blocks sending until its author leaves it out",
    async () => {
      const { id, requester } = await aTask(server.db);
      const page = await pageOf(requester, undefined, { serviceWorkers: "block" });
      await page.goto(`/tasks/${id}`);
      const reply = page.getByRole("form", { name: "Reply" });
      const links = attached(page, "Reply").getByRole("link");
      const choose = (...names: string[]) => reply.getByLabel("Attach files").setInputFiles(names.map((n) => text(n)));
      await reply.getByRole("textbox").fill("Ten of them.");
      await reply.getByLabel("Attach files").setInputFiles([text("nothing.txt", "")]);
      await reply.getByText("“nothing.txt” wasn't attached: it's empty.").first().waitFor();
      await choose("1", "2", "3", "4", "5", "6", "7", "8");
      await expect.poll(() => links.count()).toBe(8);
      await page.route("**/uploads", (route) => route.abort());
      await choose("lost", "adrift");
      await expect.poll(() => reply.getByRole("button", { name: /^Try / }).count()).toBe(2);
      await page.unroute("**/uploads");
      await choose("9", "10", "11");
      await expect.poll(() => links.count()).toBe(10);
      await reply.getByText("“11” wasn't attached: a message can have up to 10 files.").first().waitFor();

      await reply.getByRole("button", { name: "Send reply" }).click();
      const again = reply.getByRole("button", { name: "Try lost again" });
      await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
      expect(await conversation(page).getByRole("article").count()).toBe(1);
      await reply.getByRole("button", { name: "Remove lost" }).click();
      await reply.getByRole("button", { name: "Remove adrift" }).click();
      await reply.getByRole("button", { name: "Send reply", exact: true }).dblclick();
      await reply.getByText("Not sent yet: “nothing.txt” and “11” weren't attached.").first().waitFor();
      await reply.getByRole("button", { name: "Save draft" }).click();
      await reply.getByText("Draft saved").waitFor();
      expect(await conversation(page).getByRole("article").count()).toBe(1);
      await reply.getByRole("button", { name: "Send reply without the files" }).click();
      await conversation(page).getByText("Ten of them.").waitFor();
      const files = conversation(page).getByRole("list", { name: "Files" }).getByRole("link");
      await expect.poll(() => files.allInnerTexts()).toEqual(Array.from({ length: 10 }, (_, n) => String(n + 1)));
      await attached(page, "Reply").waitFor({ state: "detached" });
    },
  );

  test("a draft keeps its files", async () => {
    const { id, requester } = await aTask(server.db);
    const page = await pageOf(requester, `/tasks/${id}`);
    const reply = page.getByRole("form", { name: "Reply" });
    await reply.getByRole("textbox").fill("Later.");
    await reply.getByLabel("Attach files").setInputFiles([text("later.txt")]);
    await reply.getByRole("button", { name: "Save draft" }).click();
    await reply.getByText("Draft saved").waitFor();
    await attached(page, "Reply").getByRole("link", { name: "later.txt" }).waitFor(); // the text may be saved earlier
    await page.goto(`/tasks/${id}`);
    await attached(page, "Reply").getByRole("link", { name: "later.txt" }).waitFor();
    expect(await reply.getByRole("textbox").inputValue()).toBe("Later.");
  });

  test.runIf(javaScriptEnabled)("a pasted picture goes into the text, a dropped file into the list", async () => {
    const { id, requester } = await aTask(server.db);
    const page = await pageOf(requester, `/tasks/${id}`);
    const area = page.getByRole("form", { name: "Reply" }).getByRole("textbox");
    await area.fill("Look:");
    const bytes = [...aPng(40, 30)];
    await area.evaluate((element, content) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content)], "image.png", { type: "image/png" }));
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, bytes);
    await expect.poll(() => area.inputValue()).toMatch(/^Look:\n\n!\[image\]\(\/attachments\/\d+\)\n\n$/);
    await area.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["dropped"], "dropped.txt"));
      for (const type of ["dragover", "drop"])
        element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    });
    await attached(page, "Reply").getByRole("link", { name: "dropped.txt" }).waitFor();
    await page.getByRole("button", { name: "Send reply" }).click();
    const shown = conversation(page).locator(".message-body img");
    await shown.waitFor();
    expect(await shown.evaluate((image: HTMLImageElement) => [image.width, image.height, image.alt])).toEqual([
      40,
      30,
      "image",
    ]);
    expect(await conversation(page).getByRole("figure").count()).toBe(0); // the text already shows it
    await conversation(page).getByRole("link", { name: "dropped.txt" }).waitFor();
  });

  test.runIf(javaScriptEnabled)(
    "an upload shows its progress, can be cancelled and retried, and holds the form back",
    async () => {
      const { id, requester } = await aTask(server.db);
      const page = await pageOf(requester);
      let answer: (() => void) | undefined;
      await page.route("**/uploads", async (route) => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        await route.continue().catch(() => {}); // cancelled
      });
      await page.goto(`/tasks/${id}`);
      const reply = page.getByRole("form", { name: "Reply" });
      await reply.getByRole("textbox").fill("Wait for it.");
      await reply.getByLabel("Attach files").setInputFiles([text("cancelled.txt"), text("slow.txt")]);
      await reply.getByRole("progressbar", { name: "Uploading cancelled.txt" }).waitFor();
      await reply.getByRole("button", { name: "Cancel cancelled.txt" }).click();
      await expect.poll(() => answer).toBeDefined();
      await page.unroute("**/uploads");
      await page.route("**/uploads", (route) => route.abort());
      answer?.();
      await reply
        .getByRole("button", { name: "Remove slow.txt" })
        .or(reply.getByRole("button", { name: "Try slow.txt again" }))
        .first()
        .waitFor();
      if (await reply.getByRole("button", { name: "Try slow.txt again" }).count()) {
        await page.unroute("**/uploads");
        await reply.getByRole("button", { name: "Try slow.txt again" }).click();
      }
      await reply.getByRole("button", { name: "Send reply" }).click();
      await conversation(page).getByRole("link", { name: "slow.txt" }).waitFor();
      expect(await page.content()).not.toContain("cancelled.txt");
    },
  );

  test("no unfinished uploads remain on disk", async () => {
    await expect.poll(() => readdir(join(server.dataDir, "files", "incoming"))).toEqual([]);
  });
});
