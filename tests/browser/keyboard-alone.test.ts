import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { saveMacro } from "~/features/macros/macros.server";
import { openDesk, waitForScripts } from "../support/desk";
import { aKey, anAdmin, anAgent, aTask, NOON } from "../support/factories";
import { quickHashOf } from "../support/password";
import { aPng } from "../support/pictures";
import { SAVED } from "../support/task-fields";

/*
 * Whole journeys without a mouse: every step is a real key press. At each stop the focused element is in view,
 * uncovered, and shows its focus (WCAG 2.4.3, 2.4.7, 2.4.11).
 */

const URGENT = 4;
const PASSWORD = "correct horse battery";
const focused = (page: Page) => page.locator(":focus");
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

const offered = (page: Page) => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option").allInnerTexts();

/** The fault of the focused element, or an empty string. */
const wrongWithPlace = (page: Page) =>
  page.evaluate(async () => {
    const place = document.activeElement as HTMLElement | null;
    if (!place || place === document.body) return "nothing has the focus";
    const name = `${place.tagName} ${place.id || place.getAttribute("aria-label") || place.textContent?.trim().slice(0, 40)}`;
    if (place.id === "content") return ""; // focused when a page opens
    if (place.matches("[type=date]:not(:focus-visible)")) return ""; // its inner button, drawn by the browser
    const drawn = [place, ...place.querySelectorAll("*"), ...(place.closest("label")?.children ?? [])];
    const isOutlined = [...drawn, place.nextElementSibling].some(
      (one) =>
        one &&
        [null, "::before", "::after"].some((part) => {
          const { outlineStyle, boxShadow } = getComputedStyle(one, part);
          return outlineStyle !== "none" || boxShadow !== "none";
        }),
    );
    if (!isOutlined) return `${name} does not show that it has the focus`;
    // Browsers scroll there smoothly, or in the next frame.
    for (let frame = 0; frame < 60; frame++) {
      const { left, right, top, bottom } = place.getBoundingClientRect();
      const seen = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)),
      );
      if (seen.some((there) => there && (place.contains(there) || there.contains(place)) && there !== document.body))
        return "";
      await new Promise(requestAnimationFrame);
    }
    return `${name} is off screen or covered`;
  });

async function stands(page: Page) {
  expect(await wrongWithPlace(page)).toBe("");
}

/** Presses Tab until `target` has the focus, checking each stop on the way. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  await target.first().waitFor();
  for (let stop = 0; stop < 120; stop++) {
    await page.keyboard.press(key);
    await stands(page);
    if (await target.first().evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`${key} doesn't reach ${target}`);
}

async function pressed(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  await tabTo(page, target, key);
  await page.keyboard.press("Enter");
}

describe("WCAG 2.1.1: with the keyboard alone", () => {
  const { server, newPage, pageOf } = openDesk({ viewport: { width: 1280, height: 800 } });
  const toast = (page: Page, text: string | RegExp) => page.locator(".toast", { hasText: text });
  const region = (page: Page, name: string) => page.getByRole("region", { name });

  async function somebody(name: string) {
    const email = `${name.toLowerCase().replace(" ", ".")}@example.org`;
    return anAgent(server.db, { name, email, passwordHash: quickHashOf(PASSWORD) });
  }

  async function signedIn(page: Page, email: string | null) {
    await page.goto("/login");
    await page.getByLabel("Email").and(focused(page)).waitFor();
    await page.keyboard.type(email ?? "");
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await title(page, "Home").waitFor();
  }

  test("an agent signs in, works on a task from the list, and signs out", async () => {
    const ada = await somebody("Ada Key");
    await aTask(server.db, { title: "The lift hums" });
    await aTask(server.db, { title: "The gate squeaks" });
    const page = await newPage();
    await signedIn(page, ada.email);
    await waitForScripts(page);
    await tabTo(page, page.getByRole("link", { name: "Skip to content" }));
    await page.keyboard.press("Enter");
    await page.locator("main").and(focused(page)).waitFor();
    await pressed(
      page,
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tasks" }),
      "Shift+Tab",
    );
    await title(page, "Tasks").waitFor();
    await page.locator("main").and(focused(page)).waitFor();

    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.locator(".row-link:focus").waitFor();
    await stands(page);
    const name = await focused(page).innerText();
    await page.keyboard.press("Enter");
    await title(page, name).waitFor();
    await page.locator("main").and(focused(page)).waitFor();

    // Its fields: assign, rename, add tags and remove one again.
    await page.keyboard.press("i");
    await page.getByRole("button", { name: "Assign to me" }).waitFor({ state: "detached" });
    await expect.poll(() => wrongWithPlace(page)).toBe("");
    const fields = page.getByRole("form", { name: "Task" });
    await page.keyboard.press("e");
    await fields.getByLabel("Title").and(focused(page)).waitFor();
    await stands(page);
    await page.keyboard.press("End");
    await page.keyboard.type(" loudly");
    await tabTo(page, fields.getByLabel("Tags"), "Shift+Tab");
    await page.keyboard.type("lift, noise");
    await page.keyboard.press("Enter");
    await title(page, `${name} loudly`).waitFor();
    await page.locator(".task-line").getByRole("link", { name: "noise" }).waitFor();
    await fields.getByLabel("Tags").and(focused(page)).waitFor();
    await stands(page);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("lift");
    await page.keyboard.press("Enter");
    await toast(page, "set to lift").waitFor(); // the server has answered
    await page.locator(".task-line").getByRole("link", { name: "noise" }).waitFor({ state: "detached" });
    await stands(page);

    await page.keyboard.press("Tab"); // out of the field, which would take the letter
    await stands(page);
    await page.keyboard.press("s");
    await fields.getByLabel("Status").and(focused(page)).waitFor();
    await page.keyboard.type("On hold");
    await page.keyboard.press("Enter");
    await page.locator(".task-line").getByText("On hold").waitFor();
    await stands(page);

    // Preferences and sign-out, from the account menu.
    const menu = page.getByLabel("Account: Ada Key");
    await pressed(page, menu, "Shift+Tab");
    await pressed(page, page.getByRole("link", { name: "Preferences" }));
    await title(page, "Preferences").waitFor();
    await tabTo(page, page.getByLabel("Theme"));
    await page.keyboard.type("Dark");
    await pressed(page, page.getByRole("button", { name: "Save preferences" }));
    await page.keyboard.press("Alt+t"); // before the toast appears: it stays while it has the focus
    await toast(page, "Preferences saved").waitFor();
    await pressed(page, toast(page, "Preferences saved").getByRole("button", { name: "Close toast" }));
    await toast(page, "Preferences saved").waitFor({ state: "detached" });
    await expect.poll(() => wrongWithPlace(page)).toBe("");
    await pressed(page, menu, "Shift+Tab");
    await pressed(page, page.getByRole("button", { name: "Sign out" }));
    await page.getByLabel("Email").or(page.getByLabel("Password")).and(focused(page)).waitFor();
  });

  test("an agent mentions a colleague, attaches a file, and runs commands by typing their names", async () => {
    const ada = await somebody("Ada Pen");
    await somebody("Boris Ink");
    const { id } = await aTask(server.db, { title: "The pump leaks" });
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    await page.keyboard.press("n");
    const note = page.getByRole("form", { name: "Internal note" });
    await note.getByLabel("Your note").and(focused(page)).waitFor();
    await stands(page);
    await page.keyboard.type("To be seen by @bor", { delay: 20 });
    await page.getByRole("listbox").getByText("Boris Ink").waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => note.getByLabel("Your note").inputValue()).toContain("@Boris Ink");
    await tabTo(page, note.getByLabel("Attach files"));
    const chooser = page.waitForEvent("filechooser");
    await stands(page); // gives the listener time to attach
    await page.keyboard.press("Enter");
    await (await chooser).setFiles({ name: "pump.png", mimeType: "image/png", buffer: aPng(4, 4) });
    await note.getByText("pump.png").first().waitFor();
    await stands(page);
    await pressed(page, note.getByRole("button", { name: "Add note" }));
    await region(page, "Conversation").getByText("@Boris Ink").waitFor();
    await note.locator(":focus").waitFor();
    await stands(page);

    await page.keyboard.press("Control+k");
    await page.keyboard.type("status on hold", { delay: 20 });
    await expect.poll(() => offered(page)).toEqual(["Status: On hold"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".task-line").getByText("On hold").waitFor();
    await toast(page, SAVED).waitFor(); // until it arrives, leaving the page asks first
    await stands(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("peop", { delay: 20 });
    await expect.poll(() => offered(page)).toEqual(["People"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await title(page, "People").waitFor();
    await page.locator("main").and(focused(page)).waitFor();
  });

  test("an agent merges a duplicate found by its title, and replies with a macro", async () => {
    const ada = await somebody("Ada Keys");
    const form = { name: "Ask for the label", scope: "personal", team: null, kind: "reply", actions: {} } as const;
    await saveMacro(server.db, ada, { ...form, text: "Which label is on it?", requestKey: aKey() }, NOON);
    const { id: kept } = await aTask(server.db, { title: "The zebra printer jams" });
    const { id } = await aTask(server.db, { title: "Zebra printer again" });
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    await pressed(page, page.getByRole("link", { name: "Merge", exact: true }));
    const dialog = page.getByRole("dialog", { name: `Merge #${id}` });
    await dialog.getByLabel(`Merge #${id} into`, { exact: true }).and(focused(page)).waitFor();
    await page.keyboard.type("zebra jams");
    await pressed(page, dialog.getByRole("link", { name: "The zebra printer jams" }));
    await pressed(page, dialog.getByRole("button", { name: `Merge #${id} into #${kept}` }));
    await title(page, "The zebra printer jams").waitFor();

    await pressed(page, page.getByRole("link", { name: "Use a macro" }));
    await page
      .getByRole("dialog", { name: "Use a macro" })
      .getByRole("link", { name: "Ask for the label" })
      .and(focused(page))
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("Your reply").and(focused(page)).waitFor();
    await page.keyboard.press("Control+Enter");
    await region(page, "Conversation").getByText("Which label is on it?").waitFor();
  });

  test("an admin sets up a desk: its name, the people, a team and the types", async () => {
    const page = await pageOf(await anAdmin(server.db, { name: "Root" }), "/");
    await waitForScripts(page);
    const step = (name: string) => pressed(page, page.getByRole("list").getByRole("link", { name, exact: true }));
    const button = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
    await step("Name and logo");
    await tabTo(page, page.getByLabel("Name", { exact: true }));
    await page.keyboard.type("Acme IT");
    await pressed(page, button("Save site"));
    await title(page, "Home").waitFor();
    await step("Invite people");
    await tabTo(page, page.getByLabel("People", { exact: true }));
    await page.keyboard.type("Kim Berg <kim@acme.example>");
    await tabTo(page, page.getByLabel("Role"));
    await page.keyboard.type("Ag");
    await pressed(page, button("Invite people"));
    await title(page, "1 person invited").waitFor();
    await pressed(page, page.getByRole("link", { name: "Back to Home" }));
    await step("Teams");
    await tabTo(page, page.getByLabel("Name", { exact: true }));
    await page.keyboard.type("Network");
    await tabTo(page, page.getByLabel("Kim Berg"));
    await page.keyboard.press("Space");
    await pressed(page, button("Add team"));
    await page.getByRole("listitem").filter({ hasText: "Network" }).filter({ hasText: "Kim Berg" }).waitFor();
    await pressed(page, page.getByRole("link", { name: "Back to Home" }));
    await step("Types");
    await tabTo(page, page.getByRole("group", { name: "Question" }).getByLabel("Available"));
    await page.keyboard.press("Space");
    await pressed(page, button("Save types"));
    await title(page, "Home").waitFor();
    await page.getByText(/ of 6 done/).waitFor();
  });

  test("an agent changes many tasks and undoes it, saves a view, and reorders the sidebar", async () => {
    const ada = await somebody("Ada List");
    for (const place of ["north", "south"])
      await aTask(server.db, { title: `The ${place} lamp flickers`, tags: ["lamp"] });
    const page = await pageOf(ada, "/tasks?q=tag:lamp");
    await waitForScripts(page);
    for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
    await page.getByText("2 selected").waitFor();
    await stands(page);
    await pressed(page, page.getByRole("button", { name: "Change tasks" }));
    const change = page.getByRole("form", { name: "Change tasks" });
    await change.waitFor();
    await tabTo(page, change.getByLabel("Priority"));
    await page.keyboard.type("Urgent");
    await pressed(page, change.getByRole("button", { name: "Change tasks" }));
    await page.getByText("2 tasks").first().waitFor();
    await expect.poll(() => wrongWithPlace(page)).toBe("");
    await pressed(page, page.getByRole("button", { name: /^Undo/ }));
    await expect
      .poll(() => server.db.selectFrom("task").select("id").where("priority", "=", URGENT).execute())
      .toEqual([]);
    await expect.poll(() => wrongWithPlace(page)).toBe("");

    await page.goto("/tasks?q=tag:lamp");
    await waitForScripts(page);
    await pressed(page, page.getByRole("link", { name: "Save as view" }));
    await title(page, "New view").waitFor();
    await tabTo(page, page.getByLabel("Name"));
    await page.keyboard.type("Lamps");
    await page.keyboard.press("Enter");
    await title(page, "Lamps").waitFor();
    await expect.poll(() => wrongWithPlace(page)).toBe("");

    await page.goto("/tasks/views");
    await waitForScripts(page);
    const pins = page.locator(".sidebar-pin");
    for (const [name, count] of [
      ["Overdue", 1],
      ["Lamps", 2],
    ] as const) {
      await pressed(page, page.getByRole("button", { name: `Pin ${name}`, exact: true }));
      await expect.poll(() => pins.count()).toBe(count);
      await expect.poll(() => wrongWithPlace(page)).toBe("");
    }
    await pressed(page, page.getByRole("button", { name: "Move Lamps up in the sidebar" }));
    await expect.poll(() => pins.first().innerText()).toContain("Lamps");
    await page.getByRole("button", { name: "Move Lamps up in the sidebar" }).and(focused(page)).waitFor();
    await stands(page);
  });

  test("a checklist item that moves up or down keeps the focus", async () => {
    const ada = await somebody("Ada Step");
    const { id } = await aTask(server.db, { title: "The ramp" });
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    const list = region(page, "Checklist");
    await list.getByLabel("New item").focus();
    for (const item of ["First", "Second", "Third"]) {
      await page.keyboard.type(item);
      await page.keyboard.press("Enter");
      await list.getByRole("button", { name: item, exact: true }).waitFor();
      await expect.poll(() => list.getByLabel("New item").inputValue()).toBe("");
    }
    const texts = () => list.locator(".checklist-text").allInnerTexts();
    await list.locator("summary", { hasText: "First" }).focus();
    await page.keyboard.press("Enter");
    const item = list.getByRole("listitem").filter({ hasText: "First" });
    await pressed(page, item.getByRole("button", { name: "Move down" }));
    await expect.poll(texts).toEqual(["Second", "First", "Third"]);
    await item.getByRole("button", { name: "Move down" }).and(focused(page)).waitFor();
    await pressed(page, item.getByRole("button", { name: "Move up" }), "Shift+Tab");
    await expect.poll(texts).toEqual(["First", "Second", "Third"]);
    await expect.poll(() => wrongWithPlace(page)).toBe("");
  });

  test("without JavaScript an agent signs in, replies and signs out", async () => {
    const ada = await somebody("Ada Plain");
    const { id } = await aTask(server.db, { title: "The sign is gone" });
    const page = await newPage(undefined, { javaScriptEnabled: false });
    await signedIn(page, ada.email);
    await pressed(page, page.getByRole("link", { name: "Skip to content" }));
    await page.locator("main").and(focused(page)).waitFor();
    await page.goto(`/tasks/${id}`);
    const reply = page.getByRole("form", { name: "Reply" });
    await tabTo(page, reply.getByLabel("Your reply"));
    await page.keyboard.type("A new one is ordered.");
    await pressed(page, reply.getByRole("button", { name: "Send reply" }));
    await region(page, "Conversation").getByText("A new one is ordered.").waitFor();
    await pressed(page, page.getByLabel("Account: Ada Plain"));
    await pressed(page, page.getByRole("button", { name: "Sign out" }));
    await page.getByRole("button", { name: "Sign in" }).waitFor();
  });

  test("in a narrow window floating parts never cover the focused element", async () => {
    const ada = await somebody("Ada Small");
    const { id } = await aTask(server.db, { title: "The tap drips", body: "It drips.\n\n".repeat(40) });
    const page = await pageOf(ada, `/tasks/${id}`, { viewport: { width: 390, height: 700 } });
    for (const path of [`/tasks/${id}`, "/tasks"]) {
      await page.goto(path);
      await waitForScripts(page);
      const passed = new Set<string>();
      for (const key of ["Tab", "Shift+Tab"]) {
        for (let stop = 0; stop < 45; stop++) {
          await page.keyboard.press(key);
          const isAround = await page.evaluate(() => document.activeElement === document.body); // from the last element to the address bar
          if (!isAround) passed.add(await wrongWithPlace(page));
        }
      }
      expect([...passed]).toEqual([""]);
    }
  });
});
