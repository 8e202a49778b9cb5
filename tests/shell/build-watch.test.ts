import { describe, expect, test } from "vitest";
import { canGoByDocument, isAnotherBuild, readsMetaAhead } from "~/shell/build-watch.island";

describe("behaviour 7.2: looking for a new build", () => {
  test.each([
    [{ id: "b", timestamp: 1 }, true],
    [{ id: "a", timestamp: 1 }, false],
    [{ id: 7 }, false],
    [{}, false],
    [null, false],
    ["b", false],
  ])("%j names a build other than a: %s", (latest, another) => {
    expect(isAnotherBuild("a", latest)).toBe(another);
  });

  test.each([
    [undefined, true],
    [{}, true],
    [{ effectiveType: "4g" }, true],
    [{ effectiveType: "2g" }, true],
    [{ effectiveType: "slow-2g" }, false],
  ])("reads the meta file ahead on a connection of %j: %s", (connection, ahead) => {
    expect(readsMetaAhead(connection)).toBe(ahead);
  });
});

describe("behaviour 7.3: navigations that become full page loads", () => {
  test.each([
    [{ state: "loading" }, true],
    [{ state: "loading", formMethod: "GET" }, true],
    [{ state: "loading", formMethod: "POST" }, false], // its toast would be lost
    [{ state: "submitting", formMethod: "POST" }, false],
    [{ state: "idle" }, false],
  ] as const)("%j: %s", (navigation, byDocument) => {
    expect(canGoByDocument(navigation)).toBe(byDocument);
  });
});
