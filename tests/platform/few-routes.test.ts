import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooserOf, lookAtFewRoutes } from "../../build-scripts/steps/few-routes.mjs";

const remixServe = createRequire(import.meta.url).resolve("@remix-run/serve/dist/cli.js");
const itsOwn = (name: string) => createRequire(remixServe)(name);
const router = itsOwn("@remix-run/router");

const page = (path: string | undefined, children?: object[]) => ({
  id: path ?? "index",
  path,
  children: children ?? [],
});

/** Every kind of address that files in app/routes make. */
const ROUTES = [
  {
    ...page(""),
    id: "root",
    children: [
      {
        ...page(undefined),
        id: "_app",
        children: [
          { ...page(undefined), index: true, children: undefined },
          page("*"),
          page("tasks", [
            { ...page(undefined), id: "list", index: true, children: undefined },
            page("new"),
            page(":id"),
          ]),
          page("tasks/new/_payload.json"),
          page("tasks/:id/_payload.json"),
          page("tasks/:id/messages/:messageId/edit"),
        ],
      },
      page("api/auth/*"),
      page("attachments/:id/:name?"),
      page("builds/latest.json"),
      page("builds/meta/:id.json"),
      page("login"),
    ],
  },
];

const WORDS = [
  "tasks",
  "new",
  "Tasks",
  "TASKS",
  "7",
  "_payload.json",
  "messages",
  "edit",
  "api",
  "auth",
  "attachments",
];
const ODD = ["latest.json", "builds", "meta", "login", "", "%6Eew", "a%2Fb", "K", "ſ", "é", ":id", "*", "new?", "."];
const paths = fc
  .array(fc.oneof(fc.constantFrom(...WORDS, ...ODD), fc.webSegment()), { maxLength: 6 })
  .map((segments) => `/${segments.join("/")}`);

type Match = { route: { id: string; path?: string }; params: object; pathname: string; pathnameBase: string };
const said = (matches: Match[] | null) =>
  matches?.map(({ route, params, pathname, pathnameBase }) => ({
    route: `${route.id} ${route.path}`,
    params,
    pathname,
    pathnameBase,
  })) ?? null;

describe("few routes instead of all", () => {
  test("the router comes to the same answer, whatever the path", () => {
    const choose = chooserOf(ROUTES);
    fc.assert(
      fc.property(paths, (path) => {
        expect(said(router.matchRoutes(choose(path), path))).toEqual(said(router.matchRoutes(ROUTES, path)));
      }),
      { numRuns: 5000 },
    );
  });

  test("a task's page is looked for among two addresses and the one for all", () => {
    const ofTask = [{ path: "*" }, { path: "tasks", children: [{ path: ":id", children: [] }] }];
    expect(chooserOf(ROUTES)("/tasks/7")).toMatchObject([{ id: "root", children: [{ id: "_app", children: ofTask }] }]);
  });

  test("paths with the same chances share one part: there is no more of them however many paths are asked", () => {
    const choose = chooserOf(ROUTES);
    expect(choose("/tasks/8")).toBe(choose("/tasks/9/"));
  });

  test("it is the router of remix-serve that is told, and its handlers answer as before", async () => {
    const runtime = createRequire(remixServe).resolve("@remix-run/server-runtime/dist/server.js");
    expect(createRequire(runtime).resolve("@remix-run/router")).toBe(
      createRequire(remixServe).resolve("@remix-run/router"),
    );

    const loader = ({ params }: { params: object }) => new Response(JSON.stringify(params));
    const routes = [
      { id: "task", path: "tasks/:id", loader },
      { id: "rest", path: "*", loader },
    ];
    const quick = { ...router };
    lookAtFewRoutes(quick);
    for (const path of ["/tasks/7", "/tasks/7/", "/elsewhere", "/tasks/a%20b"]) {
      const answer = async (made: { query: (request: Request) => Promise<object> }) =>
        made.query(new Request(`http://localhost${path}`)).then((context) => {
          const { matches, loaderData, errors, statusCode } = context as Record<string, unknown>;
          return { matches: said(matches as Match[]), loaderData, errors, statusCode };
        });
      expect(await answer(quick.createStaticHandler(routes))).toEqual(await answer(router.createStaticHandler(routes)));
      for (const _ of "asked three times")
        expect(said(quick.matchRoutes(routes, path))).toEqual(said(router.matchRoutes(routes, path)));
    }
  });
});
