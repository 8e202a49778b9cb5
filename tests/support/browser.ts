import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import { afterEach } from "vitest";
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

export type PageOptions = BrowserContextOptions & { font?: Font };

/**
 * One browser for all files of a worker, which takes it along when it ends: to start one costs as much as a journey. And one
 * for each font, of which a browser knows those it found when it started.
 */
const browsers = new Map<Font | undefined, Promise<Browser>>();

/** Each page gets a context, and with it cookies and storage, of its own, which ends with the test. */
export function openBrowser() {
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  return async function newPage({ font, ...options }: PageOptions = {}): Promise<Page> {
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
