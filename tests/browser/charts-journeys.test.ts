import { expect, test } from "vitest";
import { DAY_MS } from "~/lib/durations";
import { openDesk } from "../support/desk";
import { anAgent, aRequester, aTask } from "../support/factories";

const { server, pageOf } = openDesk();

/** Adds two tasks created yesterday and one resolved today; returns the agent. */
async function aDesk() {
  const ada = await anAgent(server.db);
  const now = Date.now();
  await aTask(server.db, { title: "Yesterday's printer", at: now - DAY_MS });
  await aTask(server.db, { title: "Yesterday's scanner", at: now - DAY_MS });
  await aTask(server.db, { title: "Solved by now", at: now - 3 * DAY_MS, status: "resolved" });
  await server.db.updateTable("task").set({ resolved_at: now }).where("title", "=", "Solved by now").execute();
  return ada;
}

test('the charts of an empty desk say "No data yet"', async () => {
  const page = await pageOf(await anAgent(server.db), "/charts");
  await page.getByText("No data yet").waitFor();
  expect(await page.locator("svg rect").count()).toBe(0);
});

test("the start page loads the charts when they scroll into view, and a bar opens its tasks", async () => {
  const page = await pageOf(await aDesk(), "/");
  const place = page.getByRole("region", { name: "The last 14 days" });
  await place.scrollIntoViewIfNeeded();
  const opened = place.getByRole("region", { name: "Created and resolved" });
  expect(await opened.getByText("created (above the line)").innerText()).toBe(
    "3 created (above the line), 1 resolved (below it)",
  );
  // The last four links are the bars of two days, each day's upper bar first.
  await opened.locator("svg a").nth(-4).click();
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  const titles = await page.getByRole("table", { name: "Tasks" }).locator(".task-title .row-link").allInnerTexts();
  expect(titles.sort()).toEqual(["Yesterday's printer", "Yesterday's scanner"]);
});

test("each part of a chart is clickable at its centre, and a bar in its whole column", async () => {
  const page = await pageOf(await anAgent(server.db), "/charts");
  const links = page.locator("svg a");
  await links.first().waitFor();
  const missed = await links.evaluateAll((all) =>
    all.flatMap((link) => {
      link.scrollIntoView({ block: "center" });
      const { x, y, width, height } = link.getBoundingClientRect();
      return link.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ? [] : [link.outerHTML];
    }),
  );
  expect(missed).toEqual([]);
  // No task was created ten days ago, so that bar has the least height.
  const low = page.getByRole("region", { name: "Created and resolved" }).locator("svg a").nth(6);
  const { x, y, width } = (await low.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.click(x + width / 2, y + 10);
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  await page.getByText("No tasks here").waitFor();
});

test("without scripts, a link opens the charts and their tables link to the tasks", async () => {
  const page = await pageOf(await anAgent(server.db), "/", { javaScriptEnabled: false });
  await page.getByRole("link", { name: /^Charts of created/ }).click();
  const opened = page.getByRole("region", { name: "Created and resolved" });
  await opened.getByText("Show as table").click();
  const today = opened.getByRole("row").last();
  await expect.poll(() => today.getByRole("cell").allInnerTexts()).toEqual(["0", "1"]);
  await today.getByRole("link", { name: "1" }).click();
  await page.getByRole("link", { name: "Solved by now" }).waitFor();
});

test("a requester neither sees nor opens the charts", async () => {
  const rita = await aRequester(server.db);
  const page = await pageOf(rita, "/");
  expect(await page.getByRole("region", { name: "The last 14 days" }).count()).toBe(0);
  expect((await page.goto("/charts"))?.status()).toBe(403);
  expect((await page.goto("/charts/_payload.json"))?.status()).toBe(403);
});
