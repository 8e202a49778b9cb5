/** Serves metrics (app/features/operations/metrics.server.ts) to Prometheus on a separate port, summed over all processes. */
import cluster, { type Worker } from "node:cluster";
import { createServer } from "node:http";
import type { MetricObject } from "prom-client";
import { note } from "../steps/terminal-output.mjs";

/** A process that takes longer is left out. */
const PATIENCE_MS = 3_000;

let questions = 0;

/** Messages between processes: a worker asks the primary for all metrics, the primary asks each worker for its own. */
type Question = { allMetrics: number } | { metrics: number };

const prometheus = async () => (await import("prom-client")).default;

const allMetrics = async () =>
  Object.keys(cluster.workers ?? {}).length > 0 ? gathered() : (await prometheus()).register.metrics();

/** In the primary: answers workers that ask for all metrics. */
export function gatherMetrics() {
  cluster.on("message", async (worker: Worker, message: Question | undefined) => {
    if (!message || !("allMetrics" in message)) return;
    const text = await gathered();
    if (worker.isConnected()) worker.send({ allMetrics: message.allMetrics, text });
  });
}

/** Excludes workers that are still starting: they have no metrics yet and would delay the rest. */
const serving = new Set<Worker>();
cluster.on("listening", (worker) => serving.add(worker));
cluster.on("exit", (worker) => serving.delete(worker));

async function gathered() {
  const workers = [...serving].filter((worker) => worker.isConnected());
  const answers = await Promise.all(workers.map(ask));
  const { AggregatorRegistry } = await prometheus();
  return AggregatorRegistry.aggregate(answers.filter((answer) => answer !== null)).metrics();
}

type Values = MetricObject[];

function ask(worker: Worker): Promise<Values | null> {
  const question = ++questions;
  return new Promise((resolve) => {
    const hear = (message: { metrics?: number; values?: Values } | undefined) => {
      if (message?.metrics === question) end(message.values ?? null);
    };
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    const end = (values: Values | null) => {
      clearTimeout(timer);
      worker.off("message", hear);
      resolve(values);
    };
    worker.on("message", hear);
    worker.send({ metrics: question });
  });
}

/** In a worker: answers the primary. */
export async function tellMetrics(question: unknown) {
  const { metrics } = question as Partial<{ metrics: number }>;
  if (metrics === undefined) return;
  const { register } = await prometheus();
  process.send?.({ metrics, values: await register.getMetricsAsJSON() });
}

/** Serves /metrics without authentication, so the port must not be public. Doesn't keep the process alive. */
export function serveMetrics(port: number, host: string) {
  const server = createServer(async (request, response) => {
    const answer = (status: number, text: string, type = "text/plain; charset=utf-8") => {
      response.writeHead(status, { "Content-Type": type });
      response.end(text);
    };
    try {
      if (request.url?.split("?")[0] !== "/metrics") return answer(404, "Metrics are at /metrics.\n");
      answer(200, await allMetrics(), (await prometheus()).register.contentType);
    } catch (error) {
      answer(500, `${(error as Error).message}\n`);
    }
  });
  server.on("connection", (socket) => socket.unref());
  server.on("error", (error) => note("error", `Can't serve metrics on port ${port}: ${error.message}`));
  server.listen(port, host);
  server.unref();
}
