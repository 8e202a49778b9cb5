import { describe, expect, test } from "vitest";
import { preferencesIn } from "~/lib/browser-storage";
import { announceSession } from "~/lib/tab-events";
import {
  nextSession,
  type SessionEvent,
  type SessionState,
  shouldRefresh,
  startSession,
  statusOf,
} from "~/shell/session-watch.island";

const at = Date.UTC(2026, 2, 1, 9);
const answered = (data: string | null, trigger: "start" | "focus" | "period" | "other-tab" | "navigation" = "period") =>
  ({ type: "answered", data, at: at + 500, trigger }) as const;
const failed = { type: "failed" } as const;
const focused = { type: "focused" } as const;
const doubted = { type: "doubted" } as const;
const being = (rendered: string | null, ...events: SessionEvent<string>[]) =>
  events.reduce<SessionState<string>>(nextSession, startSession<string>(rendered, at));

describe("behaviour 2: session state in the client", () => {
  test.each([
    ["a page rendered with a session", being("ada"), "authenticated"],
    ["a page rendered without a session, before the first answer", being(null), "loading"],
    ["the first answer has no session", being(null, answered(null, "start")), "unauthenticated"],
    ["the first answer has a session", being(null, answered("ada", "start")), "authenticated"],
    ["the first fetch failed: no longer loading", being(null, failed), "unauthenticated"],
    ["a later fetch failed: keeps the last data", being("ada", failed), "authenticated"],
    ["signed out elsewhere", being("ada", answered(null)), "unauthenticated"],
    ["signed in elsewhere", being("ada", answered(null), answered("bob", "other-tab")), "authenticated"],
  ])("%s", (_, state, status) => {
    expect(statusOf(state)).toBe(status);
  });

  test("keeps the time of the last answer", () => {
    expect(being(null).lastRefreshedAt).toBeNull();
    expect(being("ada").lastRefreshedAt).toBe(at);
    expect(being("ada", answered("ada")).lastRefreshedAt).toBe(at + 500);
    expect(being("ada", failed).lastRefreshedAt).toBe(at);
  });

  test.each([
    ["noticed on focus: to /login at once", being("ada", answered(null, "focus")), "now"],
    ["noticed by the periodic check: at the next navigation", being("ada", answered(null, "period")), "next"],
    ["noticed through another tab: at the next navigation", being("ada", answered(null, "other-tab")), "next"],
    ["the session is still valid", being("ada", answered("ada", "focus")), null],
    ["a failed fetch doesn't count as lost", being("ada", failed), null],
    ["there never was a session", being(null, answered(null, "focus")), null],
    ["lost, then restored", being("ada", answered(null, "period"), answered("ada", "focus")), null],
    [
      "noticed through another tab, then focused: to /login at once",
      being("ada", answered(null, "other-tab"), focused),
      "now",
    ],
    ["the session is still valid, and the tab is focused", being("ada", focused), null],
    [
      "lost, then checked again: still at the next navigation",
      being("ada", answered(null, "period"), answered(null, "other-tab")),
      "next",
    ],
  ])("the effect of a lost session: %s", (_, state, lost) => {
    expect(state.lost).toBe(lost);
  });

  test.each([
    ["the user is signed in", being("ada", answered("ada", "focus")), false],
    ["signed out in another tab: at once", being("ada", answered(null, "other-tab")), true],
    ["noticed by the periodic check: not until the tab is focused", being("ada", answered(null, "period")), false],
    ["noticed by the periodic check, then focused", being("ada", answered(null, "period"), focused), true],
    ["another tab announces a different user: before the server answers", being("ada", doubted), true],
    ["another tab announces a different user, and the server is unreachable", being("ada", doubted, failed), true],
    [
      "another tab announces a different user, and the server contradicts it",
      being("ada", doubted, answered("ada", "other-tab")),
      false,
    ],
    ["signed in again", being("ada", answered(null, "other-tab"), answered("ada", "other-tab")), false],
  ])("whether the page is covered: %s", (_, state, covered) => {
    expect(state.covered).toBe(covered);
  });

  test.each([
    ["focus", "ada", true],
    ["focus", null, false],
    ["period", "ada", true],
    ["period", null, false],
    ["other-tab", null, true],
    ["start", null, true],
  ] as const)("fetches on %s with data %j: %s", (trigger, data, fetched) => {
    expect(shouldRefresh(trigger, { data })).toBe(fetched);
  });

  test("announces each change of person to other tabs once", () => {
    const written: string[] = [];
    const items = new Map<string, string>();
    const kept = preferencesIn(() => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => {
        items.set(key, value);
        written.push(value);
      },
      removeItem: (key) => void items.delete(key),
    }));
    for (const person of [null, 7, 7, 8, null, null]) announceSession(person, kept);
    expect(written).toEqual(["7", "8", ""]);
  });
});
