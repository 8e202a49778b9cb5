import type { Page } from "playwright";
import { launchChromium } from "../launch-chromium";

const KIB = 1024;

/** KiB transferred by a browser with an empty cache, for the first page and the next one. */
export async function browserWeight(origin: string, cookie: string) {
  const browser = await launchChromium();
  const [name = "", value = ""] = cookie.split("=");

  /** Opens a page without a service worker, which would serve everything from its cache. */
  async function open(signedIn: boolean) {
    const context = await browser.newContext({ baseURL: origin, serviceWorkers: "block" });
    if (signedIn) await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    return { page, counted: await countOf(page) };
  }

  async function second(link: (page: Page) => Promise<void>) {
    const { page, counted } = await open(true);
    const metaLoaded = page.waitForResponse(/\/builds\/meta\//);
    await page.goto("/tasks", { waitUntil: "networkidle" });
    await (await metaLoaded).finished();
    counted.length = 0;
    await link(page);
    await page.waitForTimeout(2_000);
    await page.context().close();
    return sum(counted) / KIB;
  }

  try {
    const first = await open(true);
    await first.page.goto("/tasks", { waitUntil: "networkidle" });
    await first.page.waitForTimeout(1_500); // the build's manifest is fetched a second after the page is ready
    const login = await open(false);
    await login.page.goto("/login", { waitUntil: "networkidle" });
    const main = (page: Page) => page.getByRole("navigation", { name: "Main" });
    return {
      firstLoad: sum(first.counted) / KIB,
      firstRequests: first.counted.length,
      loginLoad: sum(login.counted) / KIB,
      secondPage: await second((page) => main(page).getByRole("link", { name: "Home" }).click()),
      secondSearch: await second((page) => main(page).getByRole("link", { name: "Search" }).click()),
      secondTask: await second((page) => page.locator("main tbody a[href^='/tasks/']").first().click()),
    };
  } finally {
    await browser.close();
  }
}

async function countOf(page: Page): Promise<number[]> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const sizes: number[] = [];
  network.on("Network.loadingFinished", ({ encodedDataLength }) => {
    if (encodedDataLength > 0) sizes.push(encodedDataLength); // zero bytes means a cache hit, not a request
  });
  return sizes;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
