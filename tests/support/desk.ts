import type { Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import type { Engine } from "~/db/engine.server";
import { openBrowser, type PageOptions } from "./browser";
import { startServer, type TestServer } from "./server";
import { cookieOf } from "./session";
import { autoUnfold } from "./task-fields";

type Desk = PageOptions & {
  engine?: Engine;
  /** Environment variables of the server. */
  settings?: Record<string, string>;
  /** Leaves folded sections of the task page folded; otherwise each page opens them (`./task-fields`). */
  keepFolded?: boolean;
};

/**
 * Starts the built product on a fresh database, and a browser, for the tests in the surrounding file or `describe`.
 * Blocks the service worker unless a test asks for it (`serviceWorkers: "allow"`): each context would first load the
 * whole product into it.
 */
export function openDesk({ engine, settings, keepFolded = false, ...everyPage }: Desk = {}) {
  const newContextPage = openBrowser();
  let started: TestServer | undefined;
  beforeAll(async () => {
    started = await startServer(engine, settings);
  });
  afterAll(() => started?.stop());

  const running = () => {
    if (!started) throw new Error("The server isn't running yet. Use it inside a test or hook.");
    return started;
  };
  const server = {
    get origin() {
      return running().origin;
    },
    get db() {
      return running().db;
    },
    get dataDir() {
      return running().dataDir;
    },
    get sharedSettings() {
      return running().sharedSettings;
    },
    kill: () => running().kill(),
    restart: () => running().restart(),
  };

  /** Opens a signed-out page in its own context. Goes to `path` if there is one. */
  async function newPage(path?: string, options: PageOptions = {}): Promise<Page> {
    const all = { baseURL: server.origin, serviceWorkers: "block" as const, ...everyPage, ...options };
    const page = await newContextPage(all);
    if (all.javaScriptEnabled !== false) await delayActionsUntilScriptsRun(page);
    if (!keepFolded) await autoUnfold(page);
    if (path) await page.goto(path);
    return page;
  }

  /** Opens a page as this user, without the sign-in form. Goes to `path` if there is one. */
  async function pageOf(who: { id: number }, path?: string, options: PageOptions = {}): Promise<Page> {
    const page = await newPage(undefined, options);
    await signIn(page, who);
    if (path) await page.goto(path);
    return page;
  }

  /** Like `pageOf`, but without live updates, as behind a proxy that cuts event streams: the page becomes outdated. */
  async function stalePageOf(who: { id: number }, path?: string, options: PageOptions = {}): Promise<Page> {
    const page = await pageOf(who, undefined, options);
    await page.route(/\/events\?/, (route) => route.abort());
    if (path) await page.goto(path);
    return page;
  }

  async function signIn(page: Page, who: { id: number }) {
    const [name = "", value = ""] = (await cookieOf(server.db, who)).split("=");
    await page.context().addCookies([{ name, value, url: server.origin }]);
  }

  return { server, newPage, pageOf, stalePageOf, signIn };
}

/**
 * Delays each action until the scripts run. Before that, a page does what HTML does, which the journeys without
 * JavaScript cover. Otherwise, the machine's speed would decide which of the two a test checks.
 */
const delayActionsUntilScriptsRun = (page: Page) => page.addLocatorHandler(scriptsPending(page), async () => {});

const scriptsPending = (page: Page) => page.locator(`html:not([data-session]):has(script[type="module"])`);

/** For tests of scripts that don't load: acts on the page without waiting for them. */
export const stopWaitingForScripts = (page: Page) => page.removeLocatorHandler(scriptsPending(page));

/** Holds back matching requests until the returned function is called. */
export async function holdRequests(page: Page, what: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(what, async (route) => {
    await held;
    await route.continue().catch(() => {}); // the request may have been cancelled
  });
  return release;
}

export const holdScripts = (page: Page) => holdRequests(page, "**/*.js");

/**
 * Waits for the session watch, which sets the status as soon as the scripts run. Needed before anything that isn't an
 * action, such as reading the page or pressing a key.
 */
export const waitForScripts = (page: Page) => page.locator("html[data-session]").waitFor();
