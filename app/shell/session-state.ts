/** Why the session was asked for. */
export type SessionTrigger = "start" | "navigation" | "focus" | "period" | "other-tab";

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

export type SessionStatus = "loading" | "authenticated" | "unauthenticated";

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
