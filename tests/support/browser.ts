import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import { afterAll, beforeAll } from "vitest";

const KNOWN_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const ARGUMENTS =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** Starts a real Chromium: CHROMIUM_PATH, or the usual places. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: ARGUMENTS.split(" ") });
}

function chromiumPath(): string {
  const executablePath = process.env.CHROMIUM_PATH ?? KNOWN_PLACES.find((place) => existsSync(place));
  if (!executablePath)
    throw new Error("No Chromium was found: set CHROMIUM_PATH, or run `npm test`, which brings one.");
  return executablePath;
}

/**
 * A Chromium with a profile of its own, kept in `folder`: some things it does only outside of its private mode, which
 * ordinary contexts are, and installing an app is one of them.
 */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: chromiumPath(), args: ARGUMENTS.split(" ") });
}

/** One browser for all tests of a file; each journey gets a context, and with it cookies and storage, of its own. */
export function useBrowser() {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await browser?.close();
  });
  return async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC", ...options });
    contexts.push(context);
    context.setDefaultTimeout(10_000);
    return context.newPage();
  };
}

/** The two ways every journey is walked. */
export const WAYS = [
  { way: "with JavaScript", javaScriptEnabled: true },
  { way: "without JavaScript", javaScriptEnabled: false },
] as const;
