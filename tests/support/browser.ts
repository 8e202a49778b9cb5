import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import { afterAll, afterEach } from "vitest";
import { type Font, writeFontConfig } from "./fonts";

const KNOWN_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Browser UI that every window would load: two pages behind the address bar cost more than ours do. */
const WINDOW_DRESSING = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
/** A spare renderer process. Chromium would start another for every page, and most are never used. */
const PROCESSES_AHEAD = ["SpareRendererForSitePerProcess"];
/**
 * Features that Playwright disables by default. Chromium honours only one list, so those that matter here are repeated.
 */
const SWITCHED_OFF_BY_PLAYWRIGHT = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "AvoidCorsURLLoaderRestartOnRedirect"],
  ...["HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...[
    "LensOverlay",
    "MediaRouter",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
  ],
];
/**
 * Keeps all pages of a context in one process. Otherwise, the COOP header makes Chromium discard the empty page's
 * process and start another one for each page.
 */
const ONE_PROCESS_A_CONTEXT = "--renderer-process-limit=1";
const ARGUMENTS = [
  ONE_PROCESS_A_CONTEXT,
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
  `--disable-features=${[...SWITCHED_OFF_BY_PLAYWRIGHT, ...WINDOW_DRESSING, ...PROCESSES_AHEAD].join(",")}`,
];

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/**
 * Starts a real Chromium: HEADLESS_SHELL_PATH, CHROMIUM_PATH, an installed headless shell, or one in a usual location.
 * With `font`, the browser has no other font.
 */
export function launchBrowser(font?: Font): Promise<Browser> {
  const { CHROMIUM_PATH, HEADLESS_SHELL_PATH } = process.env;
  const usual = CHROMIUM_PATH || !existsSync(HEADLESS_SHELL) ? chromiumPath() : HEADLESS_SHELL;
  const executablePath = HEADLESS_SHELL_PATH ?? usual;
  if (!font) return chromium.launch({ executablePath, args: ARGUMENTS });
  return chromium.launch({
    executablePath,
    args: ARGUMENTS,
    env: { ...process.env, FONTCONFIG_FILE: writeFontConfig(font) },
  });
}

function chromiumPath(): string {
  const executablePath = process.env.CHROMIUM_PATH ?? KNOWN_PLACES.find((place) => existsSync(place));
  if (!executablePath)
    throw new Error("Chromium wasn't found. Set CHROMIUM_PATH, or run `npm test`, which installs it.");
  return executablePath;
}

/**
 * Starts a full Chromium with its own profile in `folder`. Ordinary contexts are private windows, where some features
 * don't work, such as installing an app.
 */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: chromiumPath(), args: ARGUMENTS });
}

/** How long a journey waits for something on a page: enough for a heavily loaded machine. */
const PATIENCE_MS = 30_000;

/** `fresh`: for tests that stop the clock, go offline or route a whole context, none of which can be undone. */
export type PageOptions = BrowserContextOptions & { font?: Font; fresh?: boolean };

/**
 * One browser per font, shared by all files of a worker and closed with it: starting one costs as much as a journey. A
 * browser only knows the fonts it found when it started.
 */
const browsers = new Map<Font | undefined, Promise<Browser>>();

/**
 * Gives each page its own cookies and storage, cleared after the test. The tests of a file reuse contexts: a new one
 * has to start a process and load the app, which costs half as much again as the page.
 */
export function openBrowser() {
  const kept = new Map<string, BrowserContext[]>();
  const inUse: { context: BrowserContext; key: string }[] = [];
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await printVisibleText(inUse.flatMap(({ context }) => context.pages()));
    for (const { context, key } of inUse.splice(0)) {
      if (key === FRESH) await context.close();
      else if (await empty(context)) kept.set(key, [...(kept.get(key) ?? []), context]);
    }
  });
  afterAll(async () => {
    for (const context of [...kept.values()].flat()) await context.close();
    kept.clear();
  });

  return async function newPage({ font, fresh, ...options }: PageOptions = {}): Promise<Page> {
    const mayKeep = !fresh && options.baseURL !== undefined && options.serviceWorkers === "block";
    const key = mayKeep ? JSON.stringify([font, options]) : FRESH;
    const context = kept.get(key)?.pop() ?? (await newContext(font, options, key !== FRESH));
    inUse.push({ context, key });
    return context.newPage();
  };
}

const FRESH = "fresh";

/**
 * Prints what a failed journey had on screen next to its error: most failures on a busy machine can't be reproduced.
 */
async function printVisibleText(pages: readonly Page[]) {
  for (const page of pages) {
    const shows = await page.evaluate(() => document.body.innerText.replace(/\s+/g, " ")).catch(String);
    process.stderr.write(`On screen at ${page.url()}: ${shows.slice(0, 4_000)}\n`);
  }
}

async function newContext(font: Font | undefined, options: BrowserContextOptions, isKept: boolean) {
  let browser = browsers.get(font);
  // A browser that crashed or didn't start must not affect the next file.
  if (!browser || !(await browser).isConnected()) {
    browser = launchBrowser(font).catch((error) => {
      browsers.delete(font);
      throw error;
    });
    browsers.set(font, browser);
  }
  const context = await (await browser).newContext({ locale: "en-GB", timezoneId: "UTC", ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  // Keeps the process alive when a test closes its pages.
  if (isKept) await (await context.newPage()).goto("/healthz");
  return context;
}

/** Clears everything that a test left in a context, except cached files. False if the context can't be reused. */
async function empty(context: BrowserContext): Promise<boolean> {
  const [first, ...pages] = context.pages();
  if (!first || !context.browser()?.isConnected()) return false;
  for (const page of pages) await page.close();
  const devtools = await context.newCDPSession(first);
  await devtools.send("Storage.clearDataForOrigin", { origin: new URL(first.url()).origin, storageTypes: "all" });
  await devtools.detach();
  await context.clearCookies();
  await context.clearPermissions();
  return true;
}

/** The two modes of every journey. Each uses one of the two databases, so every file covers both. */
export const JAVASCRIPT_MODES = [
  { mode: "with JavaScript", javaScriptEnabled: true, engine: "sqlite" },
  { mode: "without JavaScript", javaScriptEnabled: false, engine: "postgres" },
] as const;
