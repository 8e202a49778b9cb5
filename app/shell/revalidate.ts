import { isRouteErrorResponse } from "@remix-run/react";
import { listen } from "~/lib/listen";
import { presenceEvent, recheckSession } from "~/lib/tab-events";
import { hasUnsavedInput } from "~/ui/unsaved-input";
import { mergeInPlace, newWriters } from "./merge-rows";
import { payloads } from "./payload-client-loader";
import { followPointer, holdView, isAt } from "./pointer-and-focus";
import { type Handler, type Route, type Router, remixRouter, wrapHandler } from "./router-adapter";
import * as say from "./shell-copy";
import { type LiveEvent, type StaleParts, staleParts } from "./stale-parts";

/** Batches events that arrive within this time. Milliseconds. */
const BATCH_MS = 100;

/** Rest between fetches of a busy page: at least `atLeast` milliseconds, or `times` the duration of the last fetch. */
const REST = { atLeast: 1_000, times: 10 };

const RETRY_MS = 500;

/** How many row changes wait, and what the live region reads out. */
export type Told = { waiting: number; said: string };

const tables = () => [...document.querySelectorAll("table.tasks")];

/**
 * Revalidates the current page when changes arrive: one fetch at a time, only for stale parts. While the user is busy in a
 * list, its rows stay put and `tell` reports how many changes wait. A failed fetch keeps the page, and so does a refusal
 * while something is typed. `isDrawn`: the router's current page is on screen.
 */
export function keepUpToDate(tell: (told: Told) => void, isDrawn: () => boolean) {
  const pointer = followPointer();
  const ends = new Map<Route, () => void>();
  let old: StaleParts = { page: false, unread: false };
  /** The fetch in flight; the router passes the same `request` to all loaders of one revalidation. */
  let asking: (StaleParts & { insists: boolean; from: string; request?: Request }) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let began = 0;
  let restUntil = 0;
  let waiting = 0;
  let said = "";

  const isIdle = ({ state }: Router) => state.navigation.state === "idle" && state.revalidation === "idle";
  /** New data would drop a refused form's messages. */
  const hasRefusal = ({ state }: Router) => Object.values(state.actionData ?? {}).some((answer) => answer != null);
  const isOld = () => old.page || old.unread;

  function later(ms = BATCH_MS) {
    if (document.hidden || !isOld()) return;
    timer ??= setTimeout(ask, Math.max(ms, restUntil - Date.now()));
  }

  function ask(insists = false) {
    clearTimeout(timer);
    timer = undefined;
    const found = remixRouter();
    if (!found || document.hidden || !isOld()) return;
    if (!navigator.onLine || hasRefusal(found)) return; // a later event retries
    if (asking || !isIdle(found) || !isDrawn()) return later(RETRY_MS);
    for (const { route } of found.state.matches)
      if (!ends.has(route)) ends.set(route, wrapHandler(route, "loader", filterData(route)));
    asking = { ...old, insists, from: found.state.location.key };
    old = { page: false, unread: false };
    began = Date.now();
    waiting = asking.page ? 0 : waiting;
    said = "";
    found.revalidate();
  }

  /** Wraps a route's loader: filters data for our own revalidation, passes everything else through. */
  const filterData =
    (route: Route) =>
    (loader: Handler) =>
    async (about: { request: Request }, ...more: unknown[]) => {
      const now = remixRouter();
      const mine = now && now.state.navigation.state === "idle" ? asking : null;
      if (!mine || !now || now.state.loaderData[route.id] === undefined) return loader(about, ...more);
      mine.request ??= about.request;
      if (mine.request !== about.request) return loader(about, ...more); // another navigation, for the whole page
      const shown = now.state.loaderData[route.id];
      const isPage = now.state.matches.at(-1)?.route === route;
      if (!(isPage ? mine.page : mine.unread)) return shown;
      try {
        const fresh = await loader(about, ...more);
        return isPage ? keepRowsInPlace(shown, fresh, mine.insists) : fresh;
      } catch (error) {
        if (mayReplacePage(error)) throw error;
        return shown;
      }
    };

  function keepRowsInPlace(shown: unknown, fresh: unknown, insists: boolean) {
    const writers = newWriters(shown, fresh);
    if (writers) said = say.newMessageFrom(writers);
    if (insists || !isAt(tables(), pointer.target())) return fresh;
    const { data, changes } = mergeInPlace(shown, fresh);
    waiting = changes;
    return data;
  }

  /** Decides whether an error or redirect may replace the page; never while something is typed. */
  function mayReplacePage(error: unknown): boolean {
    const isSignIn =
      error instanceof Response && new URL(error.headers.get("Location") ?? "", location.href).pathname === "/login";
    if (isSignIn) recheckSession();
    if (isSignIn || hasUnsavedInput()) return false;
    return error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);
  }

  const onMove = () => {
    if (waiting === 0 || isAt(tables(), pointer.target())) return;
    old.page = true;
    later(0);
  };
  const onSight = () => later(0);
  const listening = [
    listen(document, { pointermove: onMove, focusout: onMove, selectionchange: onMove, visibilitychange: onSight }),
    listen(document.documentElement, { pointerleave: onMove }),
    listen(window, { online: onSight }),
  ];

  return {
    heard(word: LiveEvent) {
      if (word.kind === "presence") return void document.dispatchEvent(new Event(presenceEvent(word.task)));
      if (word.kind === "session") return recheckSession();
      if (word.kind === "open" || word.kind === "full") return;
      payloads.forget();
      const found = remixRouter();
      const is = staleParts(word, location.pathname, tables().length > 0);
      // During a navigation, either page may be meant.
      const isMoving = found !== undefined && found.state.navigation.state !== "idle";
      old = { page: old.page || is.page || isMoving, unread: old.unread || is.unread };
      later();
    },

    /** Shows waiting changes at once, even if the user is busy in the list. */
    showAll() {
      old.page = true;
      ask(true);
    },

    arrived() {
      waiting = 0;
      said = "";
      tell({ waiting, said });
      later(0);
    },

    /** Called before new data is drawn. Returns what to do after drawing, or null if the data isn't ours. */
    draws() {
      const found = remixRouter();
      if (!asking || !found || found.state.revalidation !== "idle") return null;
      const { from, page, unread } = asking;
      asking = null;
      if (from !== found.state.location.key) {
        // A form or navigation came first, and may not have fetched everything.
        old = { page: old.page || page, unread: old.unread || unread };
        return later;
      }
      const putBack = holdView(pointer.target());
      return () => {
        // After the router's own scroll restoration, which runs in an effect of the same commit.
        queueMicrotask(putBack);
        restUntil = Date.now() + Math.max(REST.atLeast, REST.times * (Date.now() - began));
        tell({ waiting, said });
        later();
      };
    },

    end() {
      clearTimeout(timer);
      for (const end of [...ends.values(), ...listening, pointer.end]) end();
    },
  };
}
