/** One of several server processes: workers.ts starts as many as WORKERS says. */
import cluster from "node:cluster";
import { tellMetrics } from "./metrics";
import { serveBuild } from "./serve-build";

process.on("SIGHUP", () => {}); // meant for the one that started us, and sent to all when a terminal is closed
// What is still to be heard from the first process holds nobody who has answered everything.
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.channel?.unref());

const { addresses, leave } = await serveBuild();
process.send?.(addresses);
process.on("message", (word: unknown) => {
  if (word === "leave") leave(() => cluster.worker?.disconnect());
  else void tellMetrics(word);
});
