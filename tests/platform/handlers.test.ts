import type { ServerBuild } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import { handlersOf } from "../../build-scripts/serve/handlers";

type Routes = ServerBuild["routes"];

/** Routes that respond with their id and the URL's parameters. */
function routesOf(...paths: [id: string, path: string | undefined, index?: true][]): Routes {
  const answer =
    (id: string) =>
    ({ params }: { params: object }) =>
      Response.json([id, params]);
  return Object.fromEntries(
    paths.map(([id, path, index]) => [
      id,
      {
        id,
        path,
        index,
        parentId: id === "root" ? undefined : "root",
        module: { default: undefined, loader: answer(id) },
      },
    ]),
  ) as unknown as Routes;
}

const routes = routesOf(
  ["root", ""],
  ["home", undefined, true],
  ["tasks", "tasks", true],
  ["new", "tasks/new"],
  ["task", "tasks/:id"],
  ["message", "tasks/:id/messages/:messageId"],
  ["file", "files/:id/:name?"],
  ["builds", "builds/*"],
  ["rest", "*"],
);
const build = {
  routes,
  assets: { routes: {}, entry: { module: "", imports: [] }, version: "", url: "" },
  entry: { module: { default: () => new Response(null, { status: 500 }) } },
  future: { v3_singleFetch: true },
} as unknown as ServerBuild;

describe("the handler for a path", () => {
  const handlerFor = handlersOf(build);
  const answers = async (path: string) =>
    (await (
      await handlerFor(new URL(path, "http://desk").pathname)(new Request(`http://desk${path}`))
    ).json()) as unknown;

  test.each([
    ["/", "home", {}],
    ["/tasks", "tasks", {}],
    ["/tasks/", "tasks", {}],
    ["/tasks?q=a/b/c", "tasks", {}],
    ["/Tasks", "tasks", {}],
    ["/tasks/new", "new", {}],
    ["/tasks/NEW", "new", {}],
    ["/tasks/7", "task", { id: "7" }],
    ["/tasks/7///", "task", { id: "7" }],
    ["/tasks/a%2Fb", "task", { id: "a/b" }],
    ["/%74asks/7", "task", { id: "7" }],
    ["/tasks/7/messages/8", "message", { id: "7", messageId: "8" }],
    ["/files/1", "file", { id: "1" }],
    ["/files/1/a.txt", "file", { id: "1", name: "a.txt" }],
    ["/builds", "builds", { "*": "" }],
    ["/builds/a/b/c", "builds", { "*": "a/b/c" }],
    ["/nope", "rest", { "*": "nope" }],
    ["/tasks/7/nope", "rest", { "*": "tasks/7/nope" }],
    ["/a/b/c/d/e/f/g/h/i/j", "rest", { "*": "a/b/c/d/e/f/g/h/i/j" }],
    ["/builds/a/b/c/d/e/f/g/h/i/j", "builds", { "*": "a/b/c/d/e/f/g/h/i/j" }],
  ])("%s is answered by route %s", async (path, id, params) => {
    expect(await answers(path)).toEqual([id, params]);
  });
});
