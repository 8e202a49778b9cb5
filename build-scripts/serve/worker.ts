/** One of the server processes that workers.ts starts. */
import cluster from "node:cluster";
import { tellMetrics } from "./metrics";
import { serveBuild } from "./serve-build";

process.on("SIGHUP", () => {}); // meant for the primary, but a closing terminal sends it to all
// The channel to the primary must not keep a worker alive that has finished its requests.
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.channel?.unref());

const { addresses, leave } = await serveBuild();
process.send?.(addresses);
process.on("message", (word: unknown) => {
  if (word === "leave") leave(() => cluster.worker?.disconnect());
  else void tellMetrics(word);
});
