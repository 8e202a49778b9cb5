import { isRouteErrorResponse } from "@remix-run/react";
import { askWhoIsHere, presenceEvent } from "~/lib/tab-events";
import { fieldsOf, isUnsaved } from "~/ui/unsaved-input";
import { payloads } from "./from-payload";
import { type LiveWord, type Old, oldBy } from "./live-news";
import { inPlace, newWriters } from "./merge-rows";
import { followPointer, holdView, isAt } from "./pointer-and-focus";
import { answerThrough, type Handler, type Route, type Router, remixRouter } from "./router-adapter";
import * as say from "./shell-copy";

/** What comes within this time is asked for together. Milliseconds. */
const TOGETHER_MS = 100;

/** A page that changes all the time is asked for so long after the last time, times how long that took. */
const REST = { atLeast: 1_000, times: 10 };

/** How soon is tried again what cannot be done while a form, or another page, is on its way. */
const AGAIN_MS = 500;

/** What a page shows of itself: how many rows wait, and what is read aloud. */
export type Told = { waiting: number; said: string };

const tables = () => [...document.querySelectorAll("table.tasks")];

/**
 * Brings the page in sight up to date when it hears of changes: one question at a time, for what is shown alone. Rows of a list
 * that somebody is at stay until they have gone (`tell` says how many wait), and an answer that does not come, or a refusal
 * while something is typed, leaves the page as it is. `isDrawn`: whether the page that the router is at is on the screen.
 */
export function keepUpToDate(tell: (told: Told) => void, isDrawn: () => boolean) {
  const pointer = followPointer();
  /** What gives each route its own loader back. */
  const ends = new Map<Route, () => void>();
  let old: Old = { page: false, unread: false };
  /** What is asked for; `request` is the same one for all loaders that the router asks at a time. */
  let asking: (Old & { insists: boolean; from: string; request?: Request }) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let began = 0;
  let restUntil = 0;
  let waiting = 0;
  let said = "";

  const isIdle = ({ state }: Router) => state.navigation.state === "idle" && state.revalidation === "idle";
  /** A refused form: its words would go with new data. */
  const hasRefusal = ({ state }: Router) => Object.values(state.actionData ?? {}).some((answer) => answer != null);
  const isOld = () => old.page || old.unread;

  function later(ms = TOGETHER_MS) {
    if (document.hidden || !isOld()) return;
    timer ??= setTimeout(ask, Math.max(ms, restUntil - Date.now()));
  }

  function ask(insists = false) {
    clearTimeout(timer);
    timer = undefined;
    const found = remixRouter();
    if (!found || document.hidden || !isOld()) return;
    if (!navigator.onLine || hasRefusal(found)) return; // until that has changed
    if (asking || !isIdle(found) || !isDrawn()) return later(AGAIN_MS);
    for (const { route } of found.state.matches)
      if (!ends.has(route)) ends.set(route, answerThrough(route, "loader", inOurWay(route)));
    asking = { ...old, insists, from: found.state.location.key };
    old = { page: false, unread: false };
    began = Date.now();
    waiting = asking.page ? 0 : waiting;
    said = "";
    found.revalidate();
  }

  /** Has the loader of a route answer to us in our own way, and to everybody else as before. */
  const inOurWay =
    (route: Route) =>
    (loader: Handler) =>
    async (about: { request: Request }, ...more: unknown[]) => {
      const now = remixRouter();
      const mine = now && now.state.navigation.state === "idle" ? asking : null;
      if (!mine || !now || now.state.loaderData[route.id] === undefined) return loader(about, ...more);
      mine.request ??= about.request;
      if (mine.request !== about.request) return loader(about, ...more); // another navigation asks, for the whole page
      const shown = now.state.loaderData[route.id];
      const isPage = now.state.matches.at(-1)?.route === route;
      if (!(isPage ? mine.page : mine.unread)) return shown;
      try {
        const fresh = await loader(about, ...more);
        return isPage ? arranged(shown, fresh, mine.insists) : fresh;
      } catch (error) {
        if (leads(error)) throw error;
        return shown;
      }
    };

  function arranged(shown: unknown, fresh: unknown, insists: boolean) {
    const writers = newWriters(shown, fresh);
    if (writers) said = say.newMessageFrom(writers);
    if (insists || !isAt(tables(), pointer.target())) return fresh;
    const { data, changes } = inPlace(shown, fresh);
    waiting = changes;
    return data;
  }

  /** Whether what came instead of data is to be seen: never in the place of what somebody has typed. */
  function leads(error: unknown): boolean {
    const isSignIn =
      error instanceof Response && new URL(error.headers.get("Location") ?? "", location.href).pathname === "/login";
    if (isSignIn) askWhoIsHere();
    if (isSignIn || fieldsOf(document.forms).some(isUnsaved)) return false;
    return error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);
  }

  const onMove = () => {
    if (waiting === 0 || isAt(tables(), pointer.target())) return;
    old.page = true;
    later(0);
  };
  const onSight = () => later(0);
  for (const event of ["pointermove", "focusout", "selectionchange"]) document.addEventListener(event, onMove);
  document.documentElement.addEventListener("pointerleave", onMove);
  document.addEventListener("visibilitychange", onSight);
  window.addEventListener("online", onSight);

  return {
    heard(word: LiveWord) {
      if (word.kind === "presence") return void document.dispatchEvent(new Event(presenceEvent(word.task)));
      if (word.kind === "session") return askWhoIsHere();
      if (word.kind === "open" || word.kind === "full") return;
      payloads.forget();
      const found = remixRouter();
      const is = oldBy(word, location.pathname, tables().length > 0);
      // On the way to another page nobody knows which of them is meant.
      const isMoving = found !== undefined && found.state.navigation.state !== "idle";
      old = { page: old.page || is.page || isMoving, unread: old.unread || is.unread };
      later();
    },

    /** What waits is shown now, where somebody is or not. */
    showAll() {
      old.page = true;
      ask(true);
    },

    /** Another page is in sight. */
    arrived() {
      waiting = 0;
      said = "";
      tell({ waiting, said });
      later(0);
    },

    /** New data are about to be drawn, perhaps ours: answers what has to be done once they are. */
    draws() {
      const found = remixRouter();
      if (!asking || !found || found.state.revalidation !== "idle") return null;
      const { from, page, unread } = asking;
      asking = null;
      if (from !== found.state.location.key) {
        // A form or another page came before the answer, and may not have asked for all of it.
        old = { page: old.page || page, unread: old.unread || unread };
        return later;
      }
      const putBack = holdView(pointer.target());
      return () => {
        // The router scrolls to where the page was when it was asked for, in an effect of the same moment.
        queueMicrotask(putBack);
        restUntil = Date.now() + Math.max(REST.atLeast, REST.times * (Date.now() - began));
        tell({ waiting, said });
        later();
      };
    },

    end() {
      clearTimeout(timer);
      for (const end of ends.values()) end();
      pointer.end();
      for (const event of ["pointermove", "focusout", "selectionchange"]) document.removeEventListener(event, onMove);
      document.documentElement.removeEventListener("pointerleave", onMove);
      document.removeEventListener("visibilitychange", onSight);
      window.removeEventListener("online", onSight);
    },
  };
}
