import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import type { Viewer } from "~/features/users/user-schema";
import { useBrowser } from "../support/browser";
import { anAdmin } from "../support/factories";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

/** The built product for the tests of one file, and somebody who is signed in to it. */
export function useDesk() {
  const newPage = useBrowser();
  let server: TestServer;
  let ada: Viewer;
  beforeAll(async () => {
    server = await startServer("sqlite", { BUILD_CHECK_SECONDS: "1", LOG_LEVEL: "silent" });
    ada = await anAdmin(server.db);
  });
  afterAll(() => server.stop());

  /** A page as she sees it. The service worker stays out, for it would answer what these tests intercept. */
  async function open(
    path: string,
    options: BrowserContextOptions = {},
    before: (page: Page) => Promise<unknown> = async () => {},
  ) {
    const page = await newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", ...options });
    await before(page);
    const [name = "", value = ""] = (await cookieOf(server.db, ada)).split("=");
    await page.context().addCookies([{ name, value, url: server.origin }]);
    await page.goto(server.origin + path);
    if (options.javaScriptEnabled !== false) await page.waitForSelector("html[data-session]");
    return page;
  }
  return { open, newPage, desk: () => server };
}

export const bar = (page: Page) => page.getByRole("progressbar", { name: "Loading" });
export const menu = (page: Page) => page.getByRole("button", { name: "Menu" });
export const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
