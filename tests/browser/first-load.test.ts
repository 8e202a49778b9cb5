import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useBrowser } from "../support/browser";
import { anAgent, aTask } from "../support/factories";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

const KIB = 1024;

describe("the first load of the list of tasks", () => {
  const newPage = useBrowser();
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  test("with 50 rows transfers at most 130 KiB, payloads in advance included", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    for (let n = 1; n <= 50; n++) {
      await aTask(server.db, {
        title: `Printer ${n} on floor ${n % 7} prints blank pages since the update`,
        tags: ["printer"],
      });
    }
    const page = await newPage();
    const [name = "", value = ""] = (await cookieOf(server.db, ada)).split("=");
    await page.context().addCookies([{ name, value, url: server.origin }]);

    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    const sizes: number[] = [];
    network.on("Network.loadingFinished", ({ encodedDataLength }) => sizes.push(encodedDataLength));
    await page.goto(`${server.origin}/tasks`, { waitUntil: "networkidle" });
    // The build's own manifest is read about a second after the page is ready; with it everything has come.
    await page.waitForTimeout(1_500);

    expect(await page.getByRole("table", { name: "Tasks" }).getByRole("row").count()).toBe(51);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(60 * KIB);
    expect(total).toBeLessThanOrEqual(130 * KIB);
    expect(sizes.length).toBeLessThanOrEqual(16);
  });
});
