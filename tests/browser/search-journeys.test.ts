import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { aCustomField, anAgent, aRequester, aTask } from "../support/factories";

describe.each(JAVASCRIPT_MODES)("search, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  test("a list and a view link to the search help, which covers custom fields", async () => {
    await aCustomField(server.db, { key: "pier", label: "Pier of the boat" });
    const page = await pageOf(await anAgent(server.db), "/tasks");
    for (const place of ["/tasks", "/tasks/views/new"]) {
      await page.goto(place);
      await page.getByRole("link", { name: "How to search" }).click();
      await page.getByText("assignee:me").waitFor();
      await page.getByText("field.pier:any").waitFor();
      await page.getByText("in the Pier of the boat field").waitFor();
      expect(new URL(page.url()).pathname).toBe("/search");
    }
  });

  test("an agent corrects a query, finds a task and its requester, and opens the task", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const ana = await aRequester(server.db, { name: "Ana Drucker" });
    const { id } = await aTask(server.db, { title: "Störung am Drucker", requester: ana, status: "resolved" });
    await aTask(server.db, { title: "Drucker leer", requester: ana });

    const page = await pageOf(ada, "/");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
    const box = page.getByRole("searchbox", { name: "Search", exact: true });
    await page.getByText("awaiting:us").waitFor();
    await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true);

    await box.fill("druck status:resovled");
    await box.press("Enter");
    await page.getByRole("alert").filter({ hasText: "Did you mean “resolved”?" }).waitFor();
    expect(await box.inputValue()).toBe("druck status:resovled");
    await page.getByRole("alert").getByRole("link", { name: "Search for druck status:resolved" }).click();
    await page.getByRole("link", { name: "Störung am Drucker" }).waitFor();
    expect(await box.inputValue()).toBe("druck status:resolved");
    await page.goto("/tasks?q=druck+is:opne&tag=none");
    await page.getByRole("alert").getByRole("link", { name: "Search for druck is:open" }).click();
    await page.getByRole("link", { name: "Drucker leer" }).waitFor();
    expect(new URL(page.url()).searchParams.get("tag")).toBe("none");
    await page.goto("/search");
    await box.fill("druck stauts:resolved");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("status").getByRole("link", { name: "Search for druck status:resolved" }).click();
    const tasks = page.getByRole("table", { name: "Tasks" });
    await tasks.getByRole("link", { name: "Störung am Drucker" }).waitFor();
    expect(await tasks.getByRole("row").count()).toBe(2); // the heading and one task
    expect(await box.inputValue()).toBe("druck status:resolved");

    if (javaScriptEnabled) {
      // Completed with the keyboard alone. Until a suggestion is selected, Enter searches for the typed text.
      await box.fill("");
      await page.keyboard.type("druck stat", { delay: 20 });
      await page.getByRole("option", { name: "status:" }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name: "Resolved" }).waitFor();
      await page.keyboard.type("resol", { delay: 20 });
      await page.getByRole("option", { name: "open", exact: true }).waitFor({ state: "detached" });
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      expect(await page.locator("#search").inputValue()).toBe("druck status:Resolved ");
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.searchParams.get("q") === "druck status:Resolved ");
      await tasks.getByRole("link", { name: "Störung am Drucker" }).waitFor();
    }

    await box.fill("ana");
    await box.press("Enter");
    await page.getByRole("link", { name: "Ana Drucker" }).waitFor();

    await box.fill(`#${id}`);
    await box.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Störung am Drucker" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/tasks/${id}`);
  });
});
