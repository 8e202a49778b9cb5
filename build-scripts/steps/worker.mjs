/** One of several server processes; started by workers.mjs when WORKERS is above 1. */
import cluster from "node:cluster";
import { createRequire } from "node:module";
import { listen } from "./listen.mjs";

process.on("SIGHUP", () => {}); // meant for the one that started us, and sent to all when a terminal is closed
// What is still to be heard from the first process holds nobody who has answered everything.
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.channel?.unref());
const { leave } = listen(createRequire(import.meta.url), { ready: (addresses) => process.send(addresses) });
process.on("message", (word) => {
  if (word === "leave") leave(() => cluster.worker.disconnect());
  if (word?.metrics) void import("./metrics.mjs").then(({ tellMetrics }) => tellMetrics(word));
});
