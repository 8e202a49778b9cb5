import type { ServerBuild } from "@remix-run/node";
import type { Product } from "../../app/server";

/** The module `remix build` writes to build/index.js: Remix's part, and what app/server.ts adds for this server. */
export type Build = ServerBuild & { product: Product };

/** The path is relative to build/serve/, where this file ends up once bundled. */
export const loadBuild = (): Promise<Build> => import(new URL("../index.js", import.meta.url).href);
