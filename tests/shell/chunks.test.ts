import { describe, expect, test } from "vitest";
import { guardLazyRoutes, isMissingChunk, type LazyRoute } from "~/shell/chunks";

const missing = new TypeError("Failed to fetch dynamically imported module: http://localhost/build/x.js");

describe("behaviour 7.3: missing scripts", () => {
  test.each([
    ["Chromium's words", missing, true],
    ["Firefox's words", new TypeError("error loading dynamically imported module: http://localhost/x.js"), true],
    ["Safari's words", new TypeError("Importing a module script failed."), true],
    ["a fault in the script", new ReferenceError("x is not defined"), false],
    ["a failed request of the page's data", new TypeError("Failed to fetch"), false],
    ["something that is no error", "Failed to fetch dynamically imported module", false],
  ])("%s", (_, error, expected) => {
    expect(isMissingChunk(error)).toBe(expected);
  });

  const routes = (): LazyRoute[] => [
    { id: "root", children: [{ id: "tasks", lazy: async () => "tasks of the router" }, { id: "home" }] },
  ];
  const lazyOf = (tree: LazyRoute[]) => tree[0]?.children?.[0]?.lazy as () => Promise<unknown>;

  test("are found before the router looks for them; the router goes on when they are there", async () => {
    const tree = routes();
    const loaded: string[] = [];
    guardLazyRoutes(
      tree,
      async (id) => loaded.push(id),
      () => Promise.reject(new Error("not missing")),
    );
    expect(await lazyOf(tree)()).toBe("tasks of the router");
    expect(loaded).toEqual(["tasks"]);
    expect(tree[0]?.children?.[1]?.lazy).toBeUndefined();
  });

  test("go to whoever guards them; other errors stay what they are", async () => {
    const tree = routes();
    guardLazyRoutes(
      tree,
      () => Promise.reject(missing),
      () => Promise.reject(new Error("guarded")),
    );
    await expect(lazyOf(tree)()).rejects.toThrow("guarded");

    const broken = routes();
    guardLazyRoutes(
      broken,
      () => Promise.reject(new ReferenceError("x")),
      () => Promise.reject(new Error("guarded")),
    );
    await expect(lazyOf(broken)()).rejects.toThrow(ReferenceError);
  });
});
