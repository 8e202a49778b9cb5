import { type Reducer, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import { announceSession, onSessionMessage } from "~/lib/tab-events";
import { ButtonLink } from "~/ui/button";
import { fieldsOf, isUnsaved, losesInput } from "~/ui/unsaved-input";
import { leaveUnasked } from "./leave-guard.island";
import { pageMemory } from "./page-memory";
import * as say from "./shell-copy";

/** Whether anything was typed on the page, kept by a draft or not. */
const hasTypedText = () => fieldsOf(document.forms).some(isUnsaved);

/** Whether leaving the page would lose typed text. */
const losesTypedText = () => fieldsOf([...document.forms].filter(losesInput)).some(isUnsaved);

/**
 * Replaces a page whose reader is no longer signed in. The page stays underneath with what was typed on it, so that the same
 * person can continue, but nobody can read it, find its text with the browser's search, or reach it by keyboard.
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
  // The gate leads from here to the sign-in page and back. If that would lose typed text, it opens in a new tab.
  const [here, elsewhere] = [location.pathname + location.search, losesTypedText()];
  return (
    <main ref={cover} className="content" tabIndex={-1}>
      <div className="empty">
        <h1 className="empty-title">{say.youAreSignedOut}</h1>
        {hasTypedText() && <p>{say.whatYouTypedIsKept}</p>}
        <div className="buttons">
          <ButtonLink look="primary" href={here} target={elsewhere ? "_blank" : undefined}>
            {say.signIn}
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}

/** The part of a session the shell looks at. */
export type SessionData = { user: { id: number } };

/**
 * Asks who is signed in; null for nobody, which the server says with an empty object.
 * Throws when the server cannot be asked: that is no news about the session.
 */
async function fetchSession(): Promise<SessionData | null> {
  const response = await fetch("/api/auth/session", { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`The session could not be asked for: ${response.status}`);
  const session = (await response.json()) as Partial<SessionData> | null;
  return session?.user ? { user: session.user } : null;
}

/** Why the session was asked for. */
type SessionTrigger = "start" | "navigation" | "focus" | "period" | "other-tab";

/**
 * What the browser knows of the session.
 *
 * data             null without a session
 * loading          the first answer is still to come
 * lastRefreshedAt  UTC milliseconds of the last answer; null before the first
 * lost             the session has ended behind our back: the visitor is sent to /login `now`, or `next` time they go
 *                  somewhere, where the gate of the server sees to it, or return to the window
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
  /** The window got the focus. */
  | { type: "focused" }
  /** Another tab names another person; the server is being asked. */
  | { type: "doubted" };

type SessionStatus = "loading" | "authenticated" | "unauthenticated";

/** `rendered` is the session the page was rendered with, at `at`; without one the first answer has to be waited for. */
export function startSession<Data>(rendered: Data | null, at: number): SessionState<Data> {
  const lastRefreshedAt = rendered === null ? null : at;
  return { data: rendered, loading: rendered === null, lastRefreshedAt, lost: null, covered: false };
}

export function nextSession<Data>(session: SessionState<Data>, event: SessionEvent<Data>): SessionState<Data> {
  if (event.type === "failed") return { ...session, loading: false }; // the last data stay; the server still decides
  if (event.type === "focused") return session.lost === "next" ? { ...session, lost: "now", covered: true } : session;
  if (event.type === "doubted") return { ...session, covered: true };
  const gone = session.data !== null && event.data === null;
  // "start": the page was rendered without a session, like the sign-in page, so there is nothing to cover.
  return {
    data: event.data,
    loading: false,
    lastRefreshedAt: event.at,
    lost: event.data !== null ? null : gone ? (event.trigger === "focus" ? "now" : "next") : session.lost,
    covered:
      event.data === null && event.trigger !== "start" && (session.covered || (gone && event.trigger !== "period")),
  };
}

export function statusOf({ data, loading }: Pick<SessionState<unknown>, "data" | "loading">): SessionStatus {
  if (loading) return "loading";
  return data === null ? "unauthenticated" : "authenticated";
}

/** Whether to ask again now: a visitor without a session has nothing to refresh, only to gain from another tab. */
export function shouldRefresh(trigger: SessionTrigger, { data }: Pick<SessionState<unknown>, "data">) {
  return trigger === "focus" || trigger === "period" ? data !== null : true;
}

/** Milliseconds between two background refreshes: `true` is every second, a number is itself; null for never. */
export function refreshInterval(setting: boolean | number | undefined) {
  if (setting === true) return 1_000;
  return typeof setting === "number" && setting > 0 ? setting : null;
}

type Props = {
  /** From the root loader: fresh at every navigation. */
  session: SessionData | null;
  refreshSeconds: number;
};

/**
 * Notices when the session ends or changes hands while a page is open, in this tab or another. Comfort only: whether
 * somebody may see a page is decided by the server, each time. `<html data-session>` tells the status.
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
    const onFocus = () => tell({ type: "focused" }); // with two windows side by side, both are visible
    const onVisible = () => {
      if (document.visibilityState !== "visible") return;
      onFocus();
      void refresh("focus");
    };
    const end = onSessionMessage((told) => {
      const mine = latest.current.data?.user.id;
      if (told && mine !== undefined && told !== String(mine)) tell({ type: "doubted" });
      void refresh("other-tab");
    });
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("focus", onFocus);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("focus", onFocus);
      end();
    };
  }, [refresh]);

  useEffect(() => {
    const interval = refreshInterval(refreshSeconds * 1_000);
    if (interval === null) return;
    const id = setInterval(() => void refresh("period"), interval);
    return () => clearInterval(id);
  }, [refreshSeconds, refresh]);

  const person = state.data?.user.id ?? null;
  useEffect(() => pageMemory.setPerson(person), [person]);
  useEffect(() => {
    if (!state.loading) announceSession(person);
  }, [state.loading, person]);

  // Somebody else has signed in elsewhere: nothing of what stands here is theirs, least of all what was typed. Only a page
  // that is loaded forgets all of it, and not as a reload, after which a browser may fill in the forms again.
  const loadedBy = useRef(session?.user.id ?? null).current;
  const isOthers = person !== null && loadedBy !== null && person !== loadedBy;
  useEffect(() => {
    if (!isOthers) return;
    leaveUnasked();
    window.location.replace(location.pathname + location.search);
  }, [isOthers]);

  // The gate sends the visitor from here to /login, and remembers where they were. A page with typed text stays instead,
  // covered, so that the same person can continue.
  useEffect(() => {
    if (state.lost !== "now" || hasTypedText()) return;
    leaveUnasked();
    window.location.replace(location.pathname + location.search);
  }, [state.lost]);

  const status = statusOf(state);
  useEffect(() => {
    document.documentElement.dataset.session = status;
  }, [status]);
  return loadedBy !== null && (isOthers || state.covered) ? <SignedOutCover /> : null;
}
