import { type Reducer, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import { listen } from "~/lib/listen";
import { announceSession, onSessionMessage } from "~/lib/tab-events";
import { ButtonLink } from "~/ui/button";
import { hasUnsavedInput, losesUnsavedInput } from "~/ui/unsaved-input";
import { leaveUnasked } from "./leave-guard.island";
import { pageMemory } from "./page-memory";
import * as say from "./shell-copy";

/**
 * Covers the page once its viewer is signed out. The page keeps its typed text so the same person can continue. Meanwhile,
 * reading, browser search and the keyboard can't reach it.
 */
function SignedOutCover() {
  const cover = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const covered = [...document.body.children].filter(
      (child): child is HTMLElement => child instanceof HTMLElement && child !== cover.current && !child.hidden,
    );
    const { title } = document;
    for (const child of covered) {
      child.inert = true;
      child.hidden = true;
    }
    document.title = say.youAreSignedOut;
    cover.current?.focus();
    return () => {
      for (const child of covered) {
        child.inert = false;
        child.hidden = false;
      }
      document.title = title;
    };
  }, []);
  // The server redirects from here to sign-in and back. If that would lose typed text, it opens in a new tab.
  const [here, elsewhere] = [location.pathname + location.search, losesUnsavedInput()];
  return (
    <main ref={cover} className="content" tabIndex={-1}>
      <div className="empty">
        <h1 className="empty-title">{say.youAreSignedOut}</h1>
        {hasUnsavedInput() && <p>{say.signInToContinue}</p>}
        <div className="buttons">
          <ButtonLink look="primary" href={here} target={elsewhere ? "_blank" : undefined}>
            {say.signIn}
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}

export type SessionData = { user: { id: number } };

/**
 * Fetches the session; null when signed out, which the server sends as an empty object. Throws when the request fails: that
 * says nothing about the session.
 */
async function fetchSession(): Promise<SessionData | null> {
  const response = await fetch("/api/auth/session", { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`The session couldn't be fetched: ${response.status}`);
  const session = (await response.json()) as Partial<SessionData> | null;
  return session?.user ? { user: session.user } : null;
}

type SessionTrigger = "start" | "navigation" | "focus" | "period" | "other-tab";

/**
 * The session as this browser knows it.
 *
 * data             null without a session
 * loading          no response yet
 * lastRefreshedAt  UTC milliseconds of the last response; null before the first
 * lost             the session ended elsewhere: redirect to /login `now`, or at the `next` navigation (the server
 *                  redirects) or return to the window
 * covered          whether the page is hidden meanwhile
 */
export type SessionState<Data> = {
  data: Data | null;
  loading: boolean;
  lastRefreshedAt: number | null;
  lost: "now" | "next" | null;
  covered: boolean;
};

export type SessionEvent<Data> =
  | { type: "answered"; data: Data | null; at: number; trigger: SessionTrigger }
  | { type: "failed" }
  | { type: "focused" }
  /** Another tab reports another person; the server is being asked. */
  | { type: "doubted" };

/** Starts from the session `rendered` into the page at time `at`; null waits for the first response. */
export function startSession<Data>(rendered: Data | null, at: number): SessionState<Data> {
  const lastRefreshedAt = rendered === null ? null : at;
  return { data: rendered, loading: rendered === null, lastRefreshedAt, lost: null, covered: false };
}

export function nextSession<Data>(session: SessionState<Data>, event: SessionEvent<Data>): SessionState<Data> {
  if (event.type === "failed") return { ...session, loading: false }; // keep the data; the server checks access anyway
  if (event.type === "focused") return session.lost === "next" ? { ...session, lost: "now", covered: true } : session;
  if (event.type === "doubted") return { ...session, covered: true };
  const gone = session.data !== null && event.data === null;
  // "start": the page was rendered signed out, like the sign-in page, so there is nothing to cover.
  return {
    data: event.data,
    loading: false,
    lastRefreshedAt: event.at,
    lost: event.data !== null ? null : gone ? (event.trigger === "focus" ? "now" : "next") : session.lost,
    covered:
      event.data === null && event.trigger !== "start" && (session.covered || (gone && event.trigger !== "period")),
  };
}

export function statusOf({ data, loading }: Pick<SessionState<unknown>, "data" | "loading">) {
  if (loading) return "loading";
  return data === null ? "unauthenticated" : "authenticated";
}

/** Decides whether to ask again: without a session, only another tab can have news. */
export function shouldRefresh(trigger: SessionTrigger, { data }: Pick<SessionState<unknown>, "data">) {
  return trigger === "focus" || trigger === "period" ? data !== null : true;
}

function reloadPage() {
  leaveUnasked();
  location.replace(location.pathname + location.search);
}

type Props = {
  /** From the root loader: fresh at every navigation. */
  session: SessionData | null;
  refreshSeconds: number;
};

/**
 * Notices when the session ends or changes person while a page is open, in this tab or another. Convenience only: the
 * server checks access on every request. Mirrors the status in `<html data-session>`.
 */
export function SessionWatch({ session, refreshSeconds }: Props) {
  const [state, tell] = useReducer<Reducer<SessionState<SessionData>, SessionEvent<SessionData>>, SessionData | null>(
    nextSession,
    session,
    (rendered) => startSession(rendered, Date.now()),
  );
  const latest = useRef(state);
  latest.current = state;

  const refresh = useRef(async (trigger: SessionTrigger) => {
    if (!shouldRefresh(trigger, latest.current)) return;
    try {
      tell({ type: "answered", data: await fetchSession(), at: Date.now(), trigger });
    } catch {
      tell({ type: "failed" });
    }
  }).current;

  useEffect(() => {
    if (session) tell({ type: "answered", data: session, at: Date.now(), trigger: "navigation" });
    else void refresh("start");
  }, [session, refresh]);

  useEffect(() => {
    const onFocus = () => tell({ type: "focused" }); // no visibilitychange between side-by-side windows
    const onVisible = () => {
      if (document.visibilityState !== "visible") return;
      onFocus();
      void refresh("focus");
    };
    const endMessages = onSessionMessage((told) => {
      const mine = latest.current.data?.user.id;
      if (told && mine !== undefined && told !== String(mine)) tell({ type: "doubted" });
      void refresh("other-tab");
    });
    const ends = [listen(document, { visibilitychange: onVisible }), listen(window, { focus: onFocus }), endMessages];
    return () => {
      for (const end of ends) end();
    };
  }, [refresh]);

  useEffect(() => {
    if (refreshSeconds === 0) return;
    const id = setInterval(() => void refresh("period"), refreshSeconds * 1_000);
    return () => clearInterval(id);
  }, [refreshSeconds, refresh]);

  const person = state.data?.user.id ?? null;
  useEffect(() => pageMemory.setPerson(person), [person]);
  useEffect(() => {
    if (!state.loading) announceSession(person);
  }, [state.loading, person]);

  // Another person signed in elsewhere and must not see this page or its typed text. Only a fresh load clears all of it:
  // after a reload, browsers may refill the forms.
  const loadedBy = useRef(session?.user.id ?? null).current;
  const isOthers = person !== null && loadedBy !== null && person !== loadedBy;
  useEffect(() => {
    if (isOthers) reloadPage();
  }, [isOthers]);

  // The server redirects to /login and remembers this page. A page with typed text stays, covered, so the same person can
  // continue.
  useEffect(() => {
    if (state.lost === "now" && !hasUnsavedInput()) reloadPage();
  }, [state.lost]);

  const status = statusOf(state);
  useEffect(() => {
    document.documentElement.dataset.session = status;
  }, [status]);
  return loadedBy !== null && (isOthers || state.covered) ? <SignedOutCover /> : null;
}
