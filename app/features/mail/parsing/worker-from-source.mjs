/** Starts parse-worker.ts where there is no build: in tests, and in commands that tsx runs. */
import { tsImport } from "tsx/esm/api";

await tsImport("./parse-worker.ts", import.meta.url);
