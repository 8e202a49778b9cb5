import { type Reducer, useEffect, useReducer, useRef } from "react";
import { announceSession } from "~/lib/session-message";
import { onSessionMessage } from "~/lib/tab-events";
import { fetchSession, type SessionData } from "./fetch-session";
import { leaveUnasked } from "./leave-guard";
import { pageMemory } from "./page-memory";
import {
  nextSession,
  refreshInterval,
  type SessionEvent,
  type SessionState,
  type SessionTrigger,
  shouldRefresh,
  startSession,
  statusOf,
} from "./session-state";
import { hasTypedText, SignedOutCover } from "./signed-out-cover";

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
