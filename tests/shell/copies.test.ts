import { afterEach, describe, expect, test } from "vitest";
import { DEFAULT_TIME_STYLE, styleOf, takeTimeStyleFrom } from "~/lib/time-style";
import { asOf, pageAnswer } from "~/shell/offline-copies";

const BEGAN = Date.UTC(2026, 2, 5, 14, 0);
const MADE = Date.UTC(2026, 2, 5, 13, 7);

describe("behaviour 9: whether a page came from the server or an offline copy", () => {
  const copy = [{ name: "copy", description: new Date(MADE).toUTCString() }] as unknown as PerformanceServerTiming[];
  const proxy = [{ name: "cache", description: "hit" }] as unknown as PerformanceServerTiming[];
  const data = { entryType: "resource", responseEnd: 1_500, responseStatus: 200, serverTiming: [] };
  const fresh = { at: BEGAN + 1_500, isCopy: false };
  const kept = { at: MADE, isCopy: true };

  test.each([
    ["a document", { ...data, entryType: "navigation", name: "/tasks?page=2#history" }, "/tasks?page=2", fresh],
    [
      "an offline copy of a document",
      { ...data, entryType: "navigation", name: "/tasks", serverTiming: copy },
      "/tasks",
      kept,
    ],
    ["data", { ...data, name: "/tasks.data?page=2" }, "/tasks?page=2", fresh],
    [
      "an offline copy of data",
      { ...data, name: "/tasks/4.data?_routes=routes%2Fa", serverTiming: copy },
      "/tasks/4",
      kept,
    ],
    ["a payload", { ...data, name: "/_payload.json" }, "/", fresh],
    ["an offline copy of a payload", { ...data, name: "/tasks/_payload.json", serverTiming: copy }, "/tasks", kept],
    ["a proxy's Server-Timing entry", { ...data, name: "/tasks.data", serverTiming: proxy }, "/tasks", fresh],
    [
      "a browser that reports no status",
      { entryType: "resource", responseEnd: 1_500, name: "/tasks.data" },
      "/tasks",
      fresh,
    ],
  ])("%s", (_, { name, ...entry }, page, answer) => {
    const told = { serverTiming: [], ...entry, name: `https://desk.example${name}` };
    expect(pageAnswer(told, BEGAN)).toEqual({ page, answer });
  });

  test.each([
    ["the root loader's data", { ...data, name: "/tasks.data?_routes=root", serverTiming: copy }],
    ["a response that never arrived", { ...data, name: "/tasks.data", responseStatus: 0 }],
    ["a redirect", { ...data, name: "/tasks.data", responseStatus: 202 }],
    ["a build file", { ...data, name: "/build/first.js" }],
    ["the offline page", { ...data, entryType: "navigation", name: "/tasks", responseStatus: 503 }],
  ])("ignores what isn't a page's response: %s", (_, { name, ...entry }) => {
    expect(pageAnswer({ ...entry, name: `https://desk.example${name}` }, BEGAN)).toBe(null);
  });
});

describe("behaviour 9: the time of an offline copy", () => {
  afterEach(() => takeTimeStyleFrom(() => DEFAULT_TIME_STYLE));

  test.each([
    ["day", "UTC", BEGAN, "13:07 UTC"],
    ["day", "UTC", BEGAN + 86_400_000, "5 March 2026, 13:07 UTC"],
    ["month", "America/New_York", BEGAN, "8:07 AM"],
    ["month", "America/New_York", BEGAN + 86_400_000, "March 5, 2026, 8:07 AM"],
    ["year", "Europe/Berlin", BEGAN, "14:07"],
    ["year", "Europe/Berlin", BEGAN + 86_400_000, "2026-03-05, 14:07"],
  ] as const)("%s %s", (dates, zone, now, words) => {
    takeTimeStyleFrom(() => styleOf(zone, dates));
    expect(asOf(MADE, now)).toBe(words);
  });
});
