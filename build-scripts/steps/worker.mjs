/** One of several server processes; started by serve.mjs when WORKERS is above 1. */
import { createRequire } from "node:module";
import { listen } from "./listen.mjs";

// Ctrl+C reaches the whole group; the first process passes it on as SIGTERM, and once is enough.
process.on("SIGINT", () => {});
listen(createRequire(import.meta.url), { ready: (addresses) => process.send(addresses) });
