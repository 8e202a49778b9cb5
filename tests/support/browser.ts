import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import { afterEach } from "vitest";

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

/** Starts a real Chromium: without windows if there is one, or CHROMIUM_PATH, or the usual places. */
export function launchBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH, HEADLESS_SHELL_PATH } = process.env;
  const usual = CHROMIUM_PATH || !existsSync(HEADLESS_SHELL) ? chromiumPath() : HEADLESS_SHELL;
  return chromium.launch({ executablePath: HEADLESS_SHELL_PATH ?? usual, args: ARGUMENTS });
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

/** One browser for all files of a worker, which takes it along when it ends: to start one costs as much as a journey. */
let browser: Promise<Browser> | undefined;

/** Each page gets a context, and with it cookies and storage, of its own, which ends with the test. */
export function openBrowser() {
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  return async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    // One that fell over, or did not start, is not the trouble of the next file.
    if (!browser || !(await browser).isConnected()) {
      browser = launchBrowser().catch((error) => {
        browser = undefined;
        throw error;
      });
    }
    const context = await (await browser).newContext({ locale: "en-GB", timezoneId: "UTC", ...options });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    return context.newPage();
  };
}

/** The two ways every journey is walked. Each has one of the two databases, so that both are met in every file. */
export const WAYS = [
  { way: "with JavaScript", javaScriptEnabled: true, engine: "sqlite" },
  { way: "without JavaScript", javaScriptEnabled: false, engine: "postgres" },
] as const;
