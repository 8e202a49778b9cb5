import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import { afterAll, afterEach } from "vitest";
import { type Font, onlyFont } from "./fonts";

const KNOWN_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** What every window would bring of the browser's own: two pages behind its address bar cost more than ours do. */
const WINDOW_DRESSING = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
/** A process kept ready for a page that may come: every page would cost one more, and most of them are never used. */
const PROCESSES_AHEAD = ["SpareRendererForSitePerProcess"];
/** Chromium heeds one list only, so this repeats what Playwright switches off by itself and what matters to us. */
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
 * Pages of one context share a process. The header that keeps a page's opener away (COOP) would otherwise throw away the one that
 * began with the empty page, and start another, for each of them.
 */
const ONE_PROCESS_A_CONTEXT = "--renderer-process-limit=1";
const ARGUMENTS = [
  ONE_PROCESS_A_CONTEXT,
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
  `--disable-features=${[...SWITCHED_OFF_BY_PLAYWRIGHT, ...WINDOW_DRESSING, ...PROCESSES_AHEAD].join(",")}`,
];

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** Starts a real Chromium: without windows if there is one, or CHROMIUM_PATH, or the usual places. `font`: it has no other. */
export function launchBrowser(font?: Font): Promise<Browser> {
  const { CHROMIUM_PATH, HEADLESS_SHELL_PATH } = process.env;
  const usual = CHROMIUM_PATH || !existsSync(HEADLESS_SHELL) ? chromiumPath() : HEADLESS_SHELL;
  const executablePath = HEADLESS_SHELL_PATH ?? usual;
  if (!font) return chromium.launch({ executablePath, args: ARGUMENTS });
  return chromium.launch({ executablePath, args: ARGUMENTS, env: { ...process.env, FONTCONFIG_FILE: onlyFont(font) } });
}

function chromiumPath(): string {
  const executablePath = process.env.CHROMIUM_PATH ?? KNOWN_PLACES.find((place) => existsSync(place));
  if (!executablePath)
    throw new Error("No Chromium was found: set CHROMIUM_PATH, or run `npm test`, which brings one.");
  return executablePath;
}

/**
 * A whole Chromium with a profile of its own, kept in `folder`: some things it does only outside of its private mode, which
 * ordinary contexts are, and installing an app is one of them.
 */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: chromiumPath(), args: ARGUMENTS });
}

/** How long a journey waits for what must come: as long as a machine with far too much to do may need for it. */
const PATIENCE_MS = 30_000;

/** `fresh`: for tests that stop the clock, go offline or route a whole context, none of which can be taken back. */
export type PageOptions = BrowserContextOptions & { font?: Font; fresh?: boolean };

/**
 * One browser for all files of a worker, which takes it along when it ends: to start one costs as much as a journey. And one
 * for each font, of which a browser knows those it found when it started.
 */
const browsers = new Map<Font | undefined, Promise<Browser>>();

/**
 * Each page gets cookies and storage of its own, which end with the test. The contexts of a file are used again: a new one, with
 * a process and the product to be loaded, costs half as much again as the page.
 */
export function openBrowser() {
  const kept = new Map<string, BrowserContext[]>();
  const inUse: { context: BrowserContext; key: string }[] = [];
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await tellWhatShows(inUse.flatMap(({ context }) => context.pages()));
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

/** Writes what a failed journey had on screen beside its error: most failures of a busy machine don't come twice. */
async function tellWhatShows(pages: readonly Page[]) {
  for (const page of pages) {
    const shows = await page.evaluate(() => document.body.innerText.replace(/\s+/g, " ")).catch(String);
    process.stderr.write(`On screen at ${page.url()}: ${shows.slice(0, 4_000)}\n`);
  }
}

async function newContext(font: Font | undefined, options: BrowserContextOptions, isKept: boolean) {
  let browser = browsers.get(font);
  // One that fell over, or did not start, is not the trouble of the next file.
  if (!browser || !(await browser).isConnected()) {
    browser = launchBrowser(font).catch((error) => {
      browsers.delete(font);
      throw error;
    });
    browsers.set(font, browser);
  }
  const context = await (await browser).newContext({ locale: "en-GB", timezoneId: "UTC", ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  // Keeps the process when a test closes its pages.
  if (isKept) await (await context.newPage()).goto("/healthz");
  return context;
}

/** Takes all that a test left in a context, but for its files in the browser's cache. False if it can't be used again. */
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

/** The two ways every journey is walked. Each has one of the two databases, so that both are met in every file. */
export const WAYS = [
  { way: "with JavaScript", javaScriptEnabled: true, engine: "sqlite" },
  { way: "without JavaScript", javaScriptEnabled: false, engine: "postgres" },
] as const;
