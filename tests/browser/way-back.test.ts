import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { holdRequests, openDesk, waitForScripts } from "../support/desk";
import { anAgent, aTask, NOON } from "../support/factories";

const { server, pageOf, signIn } = openDesk({ viewport: { width: 1280, height: 500 } });

/** Holds back all of a page's data from now on; `goOn` releases it. */
async function withoutAnswers(page: Page) {
  const asked = new Set<string>();
  const data = /\.data|_payload\.json/;
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (data.test(pathname)) asked.add(`${pathname} ${searchParams.get("_routes")}`);
  });
  return { asked, goOn: await holdRequests(page, data) };
}

const task = (page: Page, title: string) =>
  page.getByRole("table", { name: "Tasks" }).getByRole("link", { name: title });
const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
const y = (page: Page) => page.evaluate(() => window.scrollY);

let ada: Viewer;
beforeAll(async () => {
  ada = await anAgent(server.db);
  for (let n = 1; n <= 30; n++)
    await aTask(server.db, { title: `Printer ${n} is quiet`, at: NOON + n, tags: ["quiet"] });
});

/** Opens the list and goes to a task far down in it. */
async function toATask(page: Page) {
  await page.goto("/tasks?tag=quiet");
  await waitForScripts(page);
  await task(page, "Printer 9 is quiet").scrollIntoViewIfNeeded();
  const place = await y(page);
  expect(place).toBeGreaterThan(200);
  const session = page.waitForResponse(/\/tasks\/\d+\.data/); // requested in the background
  await task(page, "Printer 9 is quiet").click();
  await conversation(page).waitFor();
  await session;
  return place;
}

describe("Back", () => {
  test("shows the page before the server answers, with its scroll position and focus, then updates it", async () => {
    const page = await pageOf(ada);
    const place = await toATask(page);
    await server.db
      .updateTable("task")
      .set({ title: "Printer 8 is loud" })
      .where("title", "=", "Printer 8 is quiet")
      .execute();
    const { asked, goOn } = await withoutAnswers(page);
    await page.goBack();
    await task(page, "Printer 9 is quiet").waitFor();
    expect(await y(page)).toBe(place);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Printer 9 is quiet");
    expect(await task(page, "Printer 8 is quiet").count()).toBe(1);
    // The session and the tasks. The pointer rests on a task, whose payload may be requested as well.
    const pages = () => [...asked].filter((path) => path.startsWith("/tasks.data ")).sort();
    await expect.poll(pages).toEqual(["/tasks.data root", "/tasks.data routes/_app.tasks._index"]);
    // Scrolling done meanwhile isn't reset.
    await page.evaluate(() => window.scrollTo(0, 50));
    goOn();
    await task(page, "Printer 8 is loud").waitFor();
    expect(await y(page)).toBe(50);

    await page.unrouteAll();
    const forth = await withoutAnswers(page);
    await page.goForward();
    await conversation(page).waitFor();
    forth.goOn();
  });

  test("shows a page the requester can no longer access only until the server answers", async () => {
    const { id, requester } = await aTask(server.db, { title: "The payroll" });
    const page = await pageOf(requester, `/tasks/${id}`);
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await page.getByRole("heading", { name: "Search" }).waitFor();
    await server.db.updateTable("task").set({ requester_id: ada.id }).where("id", "=", id).execute();
    const { goOn } = await withoutAnswers(page);
    await page.goBack();
    await page.getByRole("heading", { name: "The payroll" }).waitFor();
    goOn();
    await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
    expect(await page.locator("#content").getByText("The payroll").count()).toBe(0);
  });

  test("requests a page again if a draft was written on it", async () => {
    const { id } = await aTask(server.db, { title: "The lift hums" });
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    const saved = page.waitForResponse("**/api/drafts");
    await page.getByLabel("Your reply").fill("Have you tried the stairs?");
    await saved;
    await page.getByRole("link", { name: "People", exact: true }).click();
    await page.getByRole("table", { name: "People" }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel("Your reply").inputValue()).toBe("Have you tried the stairs?");
  });

  test("shows nothing from the cache once the session has ended in another tab", async () => {
    const page = await pageOf(ada);
    await toATask(page);
    await server.db.deleteFrom("session").where("user_id", "=", ada.id).execute();
    await page.evaluate(() => window.dispatchEvent(new StorageEvent("storage", { key: "app:session" })));
    await page.locator('html[data-session="unauthenticated"]').waitFor();
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => document.querySelector("table.tasks") && seen.push("tasks")).observe(document, {
        childList: true,
        subtree: true,
      });
    });
    const { asked, goOn } = await withoutAnswers(page);
    await page.goBack();
    await expect.poll(() => asked.size).toBeGreaterThan(0);
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
    goOn();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await signIn(page, ada);
  });
});
