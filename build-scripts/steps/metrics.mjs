/**
 * What was counted (app/features/operations/metrics.server.ts), for a Prometheus server: on a port of its own, and of several
 * processes together. Loaded only where METRICS_PORT or METRICS_TOKEN is set.
 */
import cluster from "node:cluster";
import { createServer } from "node:http";
import prometheus from "prom-client";
import { note } from "./say.mjs";

/** A process that has not answered by then is left out. */
const PATIENCE_MS = 3_000;

let questions = 0;

const allMetrics = () => (Object.keys(cluster.workers ?? {}).length > 0 ? gathered() : prometheus.register.metrics());

/** In the first of several processes: lets each of the others ask for what all of them have counted. */
export function gatherMetrics() {
  cluster.on("message", async (worker, message) => {
    if (!message?.allMetrics) return;
    const text = await gathered();
    if (worker.isConnected()) worker.send({ allMetrics: message.allMetrics, text });
  });
}

/** Only those that serve: one that is still coming has counted nothing, and would hold up the rest. */
const serving = new Set();
cluster.on("listening", (worker) => serving.add(worker));
cluster.on("exit", (worker) => serving.delete(worker));

async function gathered() {
  const workers = [...serving].filter((worker) => worker.isConnected());
  const answers = await Promise.all(workers.map(ask));
  const all = prometheus.AggregatorRegistry.aggregate(answers.filter((answer) => answer !== null));
  return all.metrics();
}

function ask(worker) {
  const question = ++questions;
  return new Promise((resolve) => {
    const hear = (message) => {
      if (message?.metrics === question) end(message.values);
    };
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    const end = (values) => {
      clearTimeout(timer);
      worker.off("message", hear);
      resolve(values);
    };
    worker.on("message", hear);
    worker.send({ metrics: question });
  });
}

/** In one of several processes: answers the first. */
export async function tellMetrics({ metrics }) {
  process.send({ metrics, values: await prometheus.register.getMetricsAsJSON() });
}

/** Serves /metrics on a port of its own, to whoever can reach it. Keeps no process from ending. */
export function serveMetrics(port, host) {
  const server = createServer(async (request, response) => {
    const answer = (status, text, type = "text/plain; charset=utf-8") => {
      response.writeHead(status, { "Content-Type": type });
      response.end(text);
    };
    try {
      if (request.url?.split("?")[0] !== "/metrics") return answer(404, "The metrics are at /metrics.\n");
      answer(200, await allMetrics(), prometheus.register.contentType);
    } catch (error) {
      answer(500, `${error.message}\n`);
    }
  });
  server.on("connection", (socket) => socket.unref());
  server.on("error", (error) => note("error", `Metrics cannot be served on port ${port}: ${error.message}`));
  server.listen(port, host);
  server.unref();
}
