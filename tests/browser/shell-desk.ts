import type { BrowserContextOptions, Page } from "playwright";
import { beforeAll } from "vitest";
import type { Viewer } from "~/features/users/user-schema";
import { openDesk, waitForScripts } from "../support/desk";
import { anAdmin } from "../support/factories";

/** The built product as seen by Ada, an admin. */
export function openShell() {
  const { server, newPage, signIn } = openDesk({
    fresh: true, // some pages get a fake clock
    settings: { BUILD_CHECK_SECONDS: "1" },
    viewport: { width: 1280, height: 800 },
  });
  let ada: Viewer;
  beforeAll(async () => {
    ada = await anAdmin(server.db);
  });

  /** Opens a page as Ada and waits until its scripts are running. */
  async function open(
    path: string,
    options: BrowserContextOptions = {},
    before: (page: Page) => Promise<unknown> = async () => {},
  ) {
    const page = await newPage(undefined, options);
    await before(page);
    await signIn(page, ada);
    await page.goto(path);
    if (options.javaScriptEnabled !== false) await waitForScripts(page);
    return page;
  }
  return { server, newPage, open };
}

export const loadingBar = (page: Page) => page.getByRole("progressbar", { name: "Loading" });
export const menu = (page: Page) => page.getByRole("button", { name: "Menu" });
export const navLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
