import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { leanText } from "../../build-scripts/steps/lean-libraries.mjs";

const ROUTER = "node_modules/@remix-run/router/dist/router.js";

describe("what is left out of the libraries of the browser", () => {
  test("is not there any more, and what is around it still is", () => {
    const text = readFileSync(ROUTER, "utf8");
    const lean = leanText(`/desk/${ROUTER}`, text);
    expect(lean).toContain(
      "async function handleFetcherLoader(key, routeId, path, match, matches, isFogOfWar, flushSync, preventScrollReset, submission) {}",
    );
    expect(lean).toContain("function createRouter(init) {");
    expect(lean.length).toBeLessThan(text.length * 0.9);
  });

  test("stops the build where a new version has it no more", () => {
    expect(() => leanText(`/desk/${ROUTER}`, "function createRouter() {}")).toThrow("There is no isDeferredData");
  });

  test("and so does what stands instead of a piece of it", () => {
    const file = "node_modules/@remix-run/react/dist/esm/browser.js";
    const lean = leanText(`/desk/${file}`, readFileSync(file, "utf8"));
    expect(lean).toContain("stateDecodingPromise = Promise.resolve({ value: stream }).then(");
    expect(() => leanText(`/desk/${file}`, "function RemixBrowser() {}")).toThrow("There is no decodeViaTurboStream");
  });

  test("takes no code along with words that tell what cannot be", () => {
    const text =
      'invariant(one, "You must " + `say one`);\ninvariant(two);\nshow("three", "four");\nLink.displayName = "Link";\n';
    expect(leanText("/desk/other.js", text)).toBe('invariant(one);\ninvariant(two);\nshow("three", "four");\n\n');
  });
});
