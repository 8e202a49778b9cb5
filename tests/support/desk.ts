import type { Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import type { Engine } from "~/db/engine.server";
import { openBrowser, type PageOptions } from "./browser";
import { startServer, type TestServer } from "./server";
import { cookieOf } from "./session";
import { unfoldsItself } from "./task-fields";

type Desk = PageOptions & {
  engine?: Engine;
  /** Environment variables of the server. */
  settings?: Record<string, string>;
  /** Leaves what a task's page folds as it is; otherwise each page opens it (`./task-fields`). */
  folds?: boolean;
};

/**
 * The built product on a fresh database and a browser in front of it, for the tests around the call. The service worker
 * stays out unless it is asked for (`serviceWorkers: "allow"`): each context would load the whole product into it first.
 */
export function openDesk({ engine, settings, folds = false, ...everyPage }: Desk = {}) {
  const newContextPage = openBrowser();
  let started: TestServer | undefined;
  beforeAll(async () => {
    started = await startServer(engine, settings);
  });
  afterAll(() => started?.stop());

  const running = () => {
    if (!started) throw new Error("The server runs in the tests, and not before them.");
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
    get sharing() {
      return running().sharing;
    },
    kill: () => running().kill(),
    restart: () => running().restart(),
  };

  /** A page of nobody's, in a context of its own; with a path, there. */
  async function newPage(path?: string, options: PageOptions = {}): Promise<Page> {
    const all = { baseURL: server.origin, serviceWorkers: "block" as const, ...everyPage, ...options };
    const page = await newContextPage(all);
    if (all.javaScriptEnabled !== false) await handsOffUntilAwake(page);
    if (!folds) await unfoldsItself(page);
    if (path) await page.goto(path);
    return page;
  }

  /** The page of somebody who is signed in, without the form; with a path, there. */
  async function pageOf(who: { id: number }, path?: string, options: PageOptions = {}): Promise<Page> {
    const page = await newPage(undefined, options);
    await signIn(page, who);
    if (path) await page.goto(path);
    return page;
  }

  /** The same of somebody whose page hears no news, as behind a proxy that cuts event streams: it grows old. */
  async function oldPageOf(who: { id: number }, path?: string, options: PageOptions = {}): Promise<Page> {
    const page = await pageOf(who, undefined, options);
    await page.route(/\/events\?/, (route) => route.abort());
    if (path) await page.goto(path);
    return page;
  }

  async function signIn(page: Page, who: { id: number }) {
    const [name = "", value = ""] = (await cookieOf(server.db, who)).split("=");
    await page.context().addCookies([{ name, value, url: server.origin }]);
  }

  return { server, newPage, pageOf, oldPageOf, signIn };
}

/**
 * Before its scripts run a page does what HTML does, which the journeys without JavaScript see to. Those with it touch a
 * page only when it is awake, however long that takes: else it would depend on the machine's speed what they test.
 */
const handsOffUntilAwake = (page: Page) => page.addLocatorHandler(asleep(page), async () => {});

const asleep = (page: Page) => page.locator(`html:not([data-session]):has(script[type="module"])`);

/** For a journey about scripts that do not come: from now on the page is touched as it is. */
export const handsOn = (page: Page) => page.removeLocatorHandler(asleep(page));

/** From now on nothing of a kind is answered until the function that this answers is called. */
export async function hold(page: Page, what: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(what, async (route) => {
    await held;
    await route.continue().catch(() => {}); // nobody may wait for it any more
  });
  return release;
}

export const holdScripts = (page: Page) => hold(page, "**/*.js");

/** The session watch tells the status as soon as the scripts run. Needed before what is no action: looking, a key. */
export const awake = (page: Page) => page.locator("html[data-session]").waitFor();
