import { describe, expect, test } from "vitest";
import { WAYS } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAgent, aRequester, aTask } from "../support/factories";

describe.each(WAYS)("searching, $way on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  test("an agent mends a query, finds a task and its requester, and opens the task", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const ana = await aRequester(server.db, { name: "Ana Drucker" });
    const { id } = await aTask(server.db, { title: "Störung am Drucker", requester: ana, status: "resolved" });
    await aTask(server.db, { title: "Drucker leer", requester: ana });

    const page = await pageOf(ada, "/search");
    const box = page.getByRole("searchbox", { name: "Search", exact: true });

    await box.fill("druck status:resovled");
    await box.press("Enter");
    await page.getByRole("alert").filter({ hasText: "Did you mean “resolved”?" }).waitFor();
    expect(await box.inputValue()).toBe("druck status:resovled");

    await box.fill("druck stauts:resolved");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("status").getByRole("link", { name: "Search for druck status:resolved" }).click();
    const tasks = page.getByRole("table", { name: "Tasks" });
    await tasks.getByRole("link", { name: "Störung am Drucker" }).waitFor();
    expect(await tasks.getByRole("row").count()).toBe(2); // the heading and one task
    expect(await box.inputValue()).toBe("druck status:resolved");

    await box.fill("ana");
    await box.press("Enter");
    await page.getByRole("link", { name: "Ana Drucker" }).waitFor();

    await box.fill(`#${id}`);
    await box.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Störung am Drucker" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/tasks/${id}`);
  });
});
