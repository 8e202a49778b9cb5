/** One of several server processes; started by serve.mjs when WORKERS is above 1. */
import { createRequire } from "node:module";
import { listen } from "./listen.mjs";

listen(createRequire(import.meta.url), { ready: (addresses) => process.send(addresses) });
