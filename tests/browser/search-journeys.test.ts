import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useBrowser, WAYS } from "../support/browser";
import { anAgent, aRequester, aTask } from "../support/factories";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

describe.each(WAYS)("searching, $way", ({ javaScriptEnabled }) => {
  let server: TestServer;
  const newPage = useBrowser();
  beforeAll(async () => {
    server = await startServer("sqlite", { LOG_LEVEL: "silent" });
  });
  afterAll(() => server.stop());

  test("an agent mends a query, finds a task and its requester, and opens the task", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const ana = await aRequester(server.db, { name: "Ana Drucker" });
    const { id } = await aTask(server.db, { title: "Störung am Drucker", requester: ana, status: "resolved" });
    await aTask(server.db, { title: "Drucker leer", requester: ana });

    const page = await newPage({ javaScriptEnabled, baseURL: server.origin, serviceWorkers: "block" });
    const [name = "", value = ""] = (await cookieOf(server.db, ada)).split("=");
    await page.context().addCookies([{ name, value, url: server.origin }]);
    await page.goto("/search");
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
