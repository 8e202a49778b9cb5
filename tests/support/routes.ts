import { execFileSync } from "node:child_process";
import { posix } from "node:path";

type RouteNode = { id: string; path?: string; index?: boolean; file: string; children?: RouteNode[] };

export type AppRoute = {
  /** The route's id: `routes/_app.tasks.$id`. */
  id: string;
  /** Path pattern, such as `/tasks/:id` or `/tasks/:id/_payload.json`. */
  pattern: string;
  /** Whether it shows a page. Otherwise, it takes forms or serves files and data. */
  isPage: boolean;
};

let known: AppRoute[] | undefined;

/**
 * Every address of the product. Comes from the compiler, so tests cover new routes automatically. Payload addresses are
 * derived.
 */
export function allRoutes(): readonly AppRoute[] {
  known ??= listRoutes();
  return known;
}

function listRoutes(): AppRoute[] {
  const json = execFileSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "routes", "--json"], {
    env: { ...process.env, VITE_CJS_IGNORE_WARNING: "1" },
    encoding: "utf8",
  });
  const walk = (nodes: RouteNode[], parent: string): AppRoute[] =>
    nodes.flatMap((node) => {
      const pattern = [parent, node.path].filter(Boolean).join("/");
      const children = walk(node.children ?? [], pattern);
      const isLayout = !node.index && (node.path === undefined || children.length > 0);
      if (isLayout || node.id === "root") return children;
      const isPage = node.file.endsWith(".tsx");
      const own = { id: node.id, pattern: `/${pattern}`, isPage };
      const payload = {
        id: `${node.id}/_payload.json`,
        pattern: posix.join(own.pattern, "_payload.json"),
        isPage: false,
      };
      return [own, ...(isPage && node.path !== "*" ? [payload] : []), ...children];
    });
  const all = walk(JSON.parse(json) as RouteNode[], "");
  const isPayload = ({ pattern }: AppRoute) => pattern.endsWith("/_payload.json");
  // Read-only addresses come first: requesting some of the others changes data.
  return [...all.filter(isPayload), ...all.filter((address) => !isPayload(address))];
}
