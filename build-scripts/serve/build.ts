import type { ServerBuild } from "@remix-run/node";
import type { Product } from "../../app/server";

/** What `remix build` writes to build/index.js: Remix's own part, and what app/server.ts adds for this server. */
export type Build = ServerBuild & { product: Product };

/** Loads it; this file is in build/serve/ once it is bundled. */
export const loadBuild = (): Promise<Build> => import(new URL("../index.js", import.meta.url).href);
