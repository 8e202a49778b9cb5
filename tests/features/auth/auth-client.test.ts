import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fallbackFor, REDIRECT_FALLBACK_MS, redirectWithRetry } from "~/features/auth/auth-client";
import { signOutTarget } from "~/features/auth/sign-out.island";

const HERE = "http://desk.example.org";

describe("behaviour 1.13: a page still open 60 seconds after an external redirect", () => {
  test.each([
    ["/tasks?a=1#b", { kind: "push", path: "/tasks?a=1#b" }],
    [`${HERE}/tasks`, { kind: "push", path: "/tasks" }],
    ["https://idp.example.org/auth?x=1", { kind: "load", url: "https://idp.example.org/auth?x=1" }],
    ["https://desk.example.org/", { kind: "load", url: "https://desk.example.org/" }],
  ])("%s", (url, fallback) => {
    expect(fallbackFor(url, HERE)).toEqual(fallback);
  });
});

describe("behaviour 1.13: the external redirect", () => {
  /** A window whose location records where it is sent, but never navigates. */
  function aWindow() {
    const sentTo: string[] = [];
    const page = { at: `${HERE}/login`, gone: [] as (() => void)[] };
    const location = {
      origin: HERE,
      get href() {
        return page.at;
      },
      set href(url: string) {
        sentTo.push(url);
      },
    };
    vi.stubGlobal("location", location);
    vi.stubGlobal("addEventListener", (_: string, listener: () => void) => page.gone.push(listener));
    vi.stubGlobal("removeEventListener", () => {});
    return { sentTo, page };
  }
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const OUT = "https://idp.example.org/auth";

  test("goes at once, and once more if the page is still open after 60 seconds", () => {
    const { sentTo } = aWindow();
    redirectWithRetry(OUT);
    expect(sentTo).toEqual([OUT]);
    vi.advanceTimersByTime(59_999);
    expect(sentTo).toEqual([OUT]);
    vi.advanceTimersByTime(1);
    expect(sentTo).toEqual([OUT, OUT]);
    vi.advanceTimersByTime(10 * REDIRECT_FALLBACK_MS);
    expect(sentTo).toHaveLength(2);
  });

  test("pushes a URL of this site through the router", () => {
    const { sentTo } = aWindow();
    const pushed: string[] = [];
    redirectWithRetry(`${HERE}/tasks?a=1`, (path) => pushed.push(path));
    vi.advanceTimersByTime(60_000);
    expect([sentTo, pushed]).toEqual([[`${HERE}/tasks?a=1`], ["/tasks?a=1"]]);
  });

  test("isn't repeated after pagehide", () => {
    const { sentTo, page } = aWindow();
    redirectWithRetry(OUT);
    for (const pagehide of page.gone) pagehide();
    vi.advanceTimersByTime(60_000);
    expect(sentTo).toEqual([OUT]);
  });

  test("isn't repeated once the user has moved on to another page", () => {
    const { sentTo, page } = aWindow();
    redirectWithRetry(OUT);
    page.at = `${HERE}/tasks`;
    vi.advanceTimersByTime(60_000);
    expect(sentTo).toEqual([OUT]);
  });
});

describe("the sign-out form", () => {
  test.each([
    ["/api/auth/signout", "/tasks", "/tasks"],
    [`${HERE}/api/auth/signout`, null, "/login"],
    ["/api/auth/signin/oidc", "/tasks", null],
    ["https://evil.example/api/auth/signout", "/tasks", null],
    ["http://", "/tasks", null],
  ])("%s with callbackUrl %s leads to %s", (action, callbackUrl, target) => {
    expect(signOutTarget(action, HERE, callbackUrl)).toBe(target);
  });
});
