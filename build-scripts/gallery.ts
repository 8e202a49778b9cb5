/**
 * `npm run gallery` serves every part of `app/ui` in every state and theme, rebuilt on each request.
 * Listens on PORT, default 3001.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const SHEET = "app/ui/styles/app.css";
/** Loaded by Node instead of bundled. */
const PACKAGES = ["react", "react-dom", "@remix-run/*", "remix-utils/*"];
const TYPES: Record<string, string> = { css: "text/css", svg: "image/svg+xml" };

// Inside the project, so that the built page resolves its packages.
const folder = mkdtempSync(join(process.cwd(), "node_modules", ".gallery-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Builds the page and its style sheet, and returns the page's module. */
async function built(): Promise<typeof import("./gallery/page")> {
  const common = { outdir: folder, bundle: true, logLevel: "error", write: true } as const;
  await build({ ...common, entryPoints: [SHEET] });
  const entryNames = `page-${randomUUID()}`; // Node caches modules by path
  await build({
    ...common,
    ...{ entryPoints: ["build-scripts/gallery/page.tsx"], entryNames, outExtension: { ".js": ".mjs" } },
    ...{ format: "esm", platform: "node", external: PACKAGES, jsx: "automatic" },
    ...{ loader: { ".svg": "file", ".css": "empty" }, assetNames: "[name]", publicPath: "/" },
  });
  return import(pathToFileURL(join(folder, `${entryNames}.mjs`)).href);
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://gallery");
  try {
    if (pathname === "/") {
      const { galleryPage, THEMES } = await built();
      const wanted = searchParams.get("theme") ?? "";
      const theme = Object.hasOwn(THEMES, wanted) ? (wanted as keyof typeof THEMES) : "system";
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(galleryPage(theme, `/${basename(SHEET)}`));
      return;
    }
    const file = basename(pathname);
    const type = TYPES[file.split(".").at(-1) ?? ""];
    if (!type) throw new Error("File not found.");
    const content = readFileSync(join(folder, file));
    response.setHeader("Content-Type", type);
    response.end(content);
  } catch (error) {
    response.statusCode = pathname === "/" ? 500 : 404;
    response.setHeader("Content-Type", "text/plain; charset=utf-8");
    response.end(String(error));
  }
});

server.listen(Number(process.env.PORT ?? 3001), () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : address;
  console.log(`The gallery is ready at http://localhost:${port}`);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
