import { describe, expect, test } from "vitest";
import { preferencesIn } from "~/lib/browser-storage";
import {
  hideInstall,
  type InstallEvent,
  type InstallState,
  installIsHidden,
  NO_PROMPT,
  nextInstallState,
} from "~/shell/install-prompt.island";

const being = (...events: InstallEvent<string>[]) => events.reduce<InstallState<string>>(nextInstallState, NO_PROMPT);
const started = (hidden = false, installed = false) => ({ type: "started", hidden, installed }) as const;
const offered = (offer = "offer") => ({ type: "offered", offer }) as const;

describe("behaviour 9: install prompt", () => {
  test.each([
    ["offered by the browser: shows", [started(), offered()], { offer: "offer", listening: true }],
    ["hidden earlier: doesn't listen", [started(true), offered()], { offer: null, listening: false }],
    ["already installed: doesn't listen", [started(false, true), offered()], { offer: null, listening: false }],
    ["Install: hides, keeps listening", [started(), offered(), { type: "accepted" }], { offer: null, listening: true }],
    [
      "offered again after a refusal in the browser's dialog: shows",
      [started(), offered("a"), { type: "accepted" }, offered("b")],
      { offer: "b", listening: true },
    ],
    [
      "Not now: hides, forgets, stops listening",
      [started(), offered(), { type: "dismissed" }],
      { offer: null, listening: false },
    ],
    [
      "offered after Not now: stays hidden",
      [started(), offered(), { type: "dismissed" }, offered()],
      { offer: null, listening: false },
    ],
    ["installed: hides, forgets", [started(), offered(), { type: "installed" }], { offer: null, listening: true }],
  ] satisfies [string, InstallEvent<string>[], object][])("%s", (_, events, expected) => {
    expect(being(...events)).toEqual(expected);
  });

  test("stores Not now as true under vite-pwa:hide-install", () => {
    const items = new Map<string, string>();
    const kept = preferencesIn(() => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }));
    expect(installIsHidden(kept)).toBe(false);
    hideInstall(kept);
    expect([...items]).toEqual([["vite-pwa:hide-install", "true"]]);
    expect(installIsHidden(kept)).toBe(true);
  });

  test("is shown when storage isn't available, and dismissing it doesn't throw", () => {
    const kept = preferencesIn(() => {
      throw new Error("no storage");
    });
    expect([installIsHidden(kept), hideInstall(kept)]).toEqual([false, false]);
  });
});
