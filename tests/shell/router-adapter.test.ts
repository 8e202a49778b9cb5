import { describe, expect, test } from "vitest";
import { guardLazyRoutes, isMissingChunk, type Route } from "~/shell/router-adapter";

const missing = new TypeError("Failed to fetch dynamically imported module: http://localhost/build/x.js");

describe("behaviour 7.3: missing scripts", () => {
  test.each([
    ["Chromium's message", missing, true],
    ["Firefox's message", new TypeError("error loading dynamically imported module: http://localhost/x.js"), true],
    ["Safari's message", new TypeError("Importing a module script failed."), true],
    ["an error in the script", new ReferenceError("x is not defined"), false],
    ["a failed request for page data", new TypeError("Failed to fetch"), false],
    ["a value that isn't an error", "Failed to fetch dynamically imported module", false],
  ])("%s", (_, error, expected) => {
    expect(isMissingChunk(error)).toBe(expected);
  });

  const routes = (): Route[] => [
    { id: "root", children: [{ id: "tasks", lazy: async () => "tasks of the router" }, { id: "home" }] },
  ];
  const tasksOf = (tree: Route[]) => tree[0]?.children?.[0] as Route;
  const lazily = (tree: Route[]) => (tasksOf(tree).lazy as () => Promise<Record<string, () => unknown>>)();
  const stays = () => false;

  test("are detected by loading each script first; the router continues if it loads", async () => {
    const tree = routes();
    const loaded: string[] = [];
    guardLazyRoutes(tree, { load: async (id) => loaded.push(id), leaves: stays });
    expect(await lazily(tree)).toBe("tasks of the router");
    expect(loaded).toEqual(["tasks"]);
    expect(tree[0]?.children?.[1]?.lazy).toBeUndefined();
  });

  test("keep the navigation pending while the page is being left", async () => {
    const tree = routes();
    guardLazyRoutes(tree, { load: () => Promise.reject(missing), leaves: () => true });
    const outcome = await Promise.race([lazily(tree), new Promise((done) => setTimeout(done, 20, "still waiting"))]);
    expect(outcome).toBe("still waiting");
  });

  test.each([
    ["a missing script on a page that isn't being left", missing],
    ["an error in the script, even while the page is being left", new ReferenceError("x is not defined")],
  ])("become an error of their route: %s", async (_, cause) => {
    const tree = routes();
    guardLazyRoutes(tree, { load: () => Promise.reject(cause), leaves: () => cause !== missing });
    const route = await lazily(tree);
    expect(route.loader).toThrow(cause);
    expect(route.Component).toThrow(cause);
  });

  test("are retried on the next navigation", async () => {
    const tree = routes();
    let isThere = false;
    const load = async () => {
      if (!isThere) throw missing;
    };
    const mend = guardLazyRoutes(tree, { load, leaves: stays });
    Object.assign(tasksOf(tree), await lazily(tree), { element: "error", lazy: undefined }); // as the router does
    isThere = true;
    mend();
    expect(tasksOf(tree)).toMatchObject({ id: "tasks", lazy: expect.any(Function) });
    expect([tasksOf(tree).loader, tasksOf(tree).element]).toEqual([undefined, undefined]);
    expect(await lazily(tree)).toBe("tasks of the router");
  });
});
