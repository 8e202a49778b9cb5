import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { holdRequests, openDesk, waitForScripts } from "../support/desk";
import { anAdmin, anAgent, aRequester, aTask } from "../support/factories";
import { countPresses } from "../support/presses";

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const focused = (page: Page) => page.locator(":focus");
const field = (page: Page) => page.locator("dialog[open]").getByRole("combobox", { name: "Search and commands" });
const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name, exact: true });

describe("presses to find and open a task by words", () => {
  const { server, pageOf } = openDesk();

  test.each(["/tasks", "/search", "/users", "/settings/display", "a task page"])("takes 2 from %s", async (from) => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { title: `The gate at ${from.replace(/\W/g, "")} squeaks` });
    const page = await pageOf(ada, from === "a task page" ? `/tasks/${(await aTask(server.db)).id}` : from);
    await waitForScripts(page);
    const presses = countPresses(page);
    await presses.press("Control+k");
    await presses.type(`gate ${from.replace(/\W/g, "")}`);
    await page.getByRole("option", { name: new RegExp(`^#${id} The gate`), selected: true }).waitFor();
    await presses.press("Enter");
    await title(page, "The gate at").waitFor();
    expect([presses.count, new URL(page.url()).pathname]).toEqual([2, `/tasks/${id}`]);
  });

  test("takes 4 without scripts, on the search page", async () => {
    const { id } = await aTask(server.db, { title: "The awning flaps" });
    const page = await pageOf(await anAgent(server.db), "/settings/display", { javaScriptEnabled: false });
    const presses = countPresses(page);
    await presses.click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }));
    await presses.click(page.getByRole("searchbox", { name: "Search" }));
    await presses.type("awning");
    await presses.press("Enter");
    await presses.click(page.getByRole("link", { name: "The awning flaps" }));
    await title(page, "The awning flaps").waitFor();
    expect([presses.count, new URL(page.url()).pathname]).toEqual([4, `/tasks/${id}`]);
  });
});

describe("domain B15: the palette of a page without a search field", () => {
  const { server, pageOf } = openDesk({ fresh: true });

  test("keeps text typed before its list loads, and an Enter pressed before results arrive", async () => {
    const { id } = await aTask(server.db, { title: "The skylight drips" });
    const page = await pageOf(await anAgent(server.db));
    const load = await holdRequests(page, /\/command-list-/);
    await page.goto("/settings/display");
    await waitForScripts(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("skylight");
    await field(page).and(focused(page)).waitFor();
    load();
    await option(page, /^#\d+ The skylight drips/).waitFor();

    const answer = await holdRequests(page, /\/search\/palette/);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(`#${id}`);
    await page.keyboard.press("Enter");
    answer();
    await title(page, "The skylight drips").waitFor();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  });

  test("lists the page's commands with keys, then recent tasks; Escape returns the focus", async () => {
    const ada = await anAdmin(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { title: "The lift hums" });
    const page = await pageOf(ada, `/tasks/${id}`);
    await page.goto("/notifications");
    await waitForScripts(page);
    await page.getByRole("link", { name: "Home" }).focus();
    await page.keyboard.press("/");
    await option(page, "New task").waitFor();
    expect(await option(page, "New task").getAttribute("aria-keyshortcuts")).toBe("c");
    await page.getByRole("group", { name: "Recently viewed" }).getByText("The lift hums").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.getByRole("option", { selected: true }).and(page.getByRole("option").last()).waitFor();
    await page.keyboard.press("Home");
    await page.getByRole("option", { selected: true }).and(page.getByRole("option").first()).waitFor();
    await page.keyboard.type("statu");
    await page.getByRole("group", { name: "Settings" }).getByText("Statuses").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Home" }).and(focused(page)).waitFor();

    await page.context().setOffline(true);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("preferen");
    await page.getByRole("option", { name: "Preferences", selected: true }).waitFor();
    await page.context().setOffline(false);
    await page.keyboard.press("Enter");
    await title(page, "Preferences").waitFor();
  });

  test("finds only a requester's own requests and settings", async () => {
    const lea = await aRequester(server.db, { name: "Lea" });
    await aTask(server.db, { title: "The awning of a neighbour" });
    await aTask(server.db, { title: "My awning", requester: lea });
    const page = await pageOf(lea, "/tasks/new");
    await waitForScripts(page);
    await page.keyboard.press("Meta+k");
    await option(page, "New request").waitFor();
    await page.keyboard.type("awning");
    await page.getByRole("group", { name: "Requests" }).getByText("My awning").waitFor();
    // The other is the search page. An earlier answer, for the first letters, may have more.
    await expect.poll(() => page.getByRole("dialog").getByRole("option").count()).toBe(2);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("notification s");
    await option(page, "Notification settings").waitFor();
  });
});
