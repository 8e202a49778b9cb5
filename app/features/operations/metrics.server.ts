import cluster from "node:cluster";
import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { rawOf } from "~/db/connect.server";
import type { Db } from "~/db/types";
import * as say from "./operations-copy";

/*
 * What a Prometheus server reads. `prom-client` is loaded only where it is wanted; build-scripts/serve/metrics.ts serves it on
 * a port of its own and brings together what several processes have counted.
 */

/** Seconds: most answers take milliseconds, and who waits for more than two of them will say so. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5];

/**
 * Begins to count. What it answers counts a request that was answered: by the id of its route, never its address, so that
 * there are as many series as there is code. `ms` is its duration.
 * `openStreams`: how many pages of this process hear of changes now.
 */
export async function countRequests(
  db: Db,
  openStreams: () => number,
): Promise<(route: string | undefined, status: number, ms: number) => void> {
  const histogram = await prepare(db, openStreams);
  return (route = "none", status, ms) =>
    histogram.observe({ route, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
}

async function prepare(db: Db, openStreams: () => number) {
  const { collectDefaultMetrics, Gauge, Histogram } = (await import("prom-client")).default;
  collectDefaultMetrics();

  new Gauge({
    name: "taskdesk_event_streams",
    help: say.openEventStreams,
    collect() {
      this.set(openStreams());
    },
  });
  const raw = rawOf(db);
  if (raw.engine === "postgres") {
    const { pool } = raw;
    new Gauge({
      name: "taskdesk_database_connections",
      help: say.connectionsInUse,
      labelNames: ["state"],
      collect() {
        this.set({ state: "used" }, pool.totalCount - pool.idleCount);
        this.set({ state: "idle" }, pool.idleCount);
        this.set({ state: "waiting" }, pool.waitingCount);
      },
    });
  }
  // All processes read the same tables, so one answer is enough.
  const ofTheDesk = { aggregator: "max" } as const;
  new Gauge({
    ...ofTheDesk,
    name: "taskdesk_sessions",
    help: say.sessionsNotEnded,
    async collect() {
      this.reset();
      await unlessAway(async () => this.set(await countSessions(db)));
    },
  });
  new Gauge({
    ...ofTheDesk,
    name: "taskdesk_jobs",
    help: say.jobsByKind,
    labelNames: ["kind", "state"],
    async collect() {
      this.reset(); // a kind without jobs has none
      await unlessAway(async () => {
        for (const { kind, state, n } of await countJobs(db, Date.now())) this.set({ kind, state }, n);
      });
    },
  });
  return new Histogram({
    name: "taskdesk_request_duration_seconds",
    help: say.answeredRequests,
    labelNames: ["route", "status"],
    buckets: BUCKETS,
  });
}

/** Without the database there is still something to tell; that it is away, /readyz says. */
const unlessAway = (work: () => Promise<void>) => work().catch(() => {});

async function countSessions(db: Db): Promise<number> {
  const sessions = db.selectFrom("session").where("expires_at", ">", Date.now());
  const { n } = await sessions.select(({ fn }) => fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  return n;
}

async function countJobs(db: Db, now: number) {
  const { rows } = await sql<{ kind: string; state: string; n: number }>`
    select kind, case when run_at is null then 'failed' when run_at <= ${now} then 'due' else 'waiting' end as state,
      count(*) as n
    from job group by 1, 2`.execute(db);
  return rows;
}

/** Whether this request may read: "Authorization: Bearer TOKEN". Takes the same time for every wrong one. */
export function mayRead(authorization: string | null, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(["Bearer", token].join(" ")));
}

/**
 * Everything that was counted, as Prometheus reads it; of several processes, what all of them have. Throws when the first of
 * them does not answer within five seconds.
 */
export async function metricsText(): Promise<string> {
  if (cluster.isWorker) return askFirstProcess();
  const { register } = (await import("prom-client")).default;
  return register.metrics();
}

let questions = 0;

/** As build-scripts/serve/metrics.ts understands it. */
function askFirstProcess(): Promise<string> {
  const question = ++questions;
  return new Promise((resolve, reject) => {
    const hear = (message: { allMetrics?: number; text?: string }) => {
      if (message?.allMetrics !== question) return;
      end();
      resolve(message.text ?? "");
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error("The first process does not answer."));
    }, 5_000);
    const end = () => {
      clearTimeout(timer);
      process.off("message", hear);
    };
    process.on("message", hear);
    process.send?.({ allMetrics: question });
  });
}
