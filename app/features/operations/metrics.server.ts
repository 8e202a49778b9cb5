import cluster from "node:cluster";
import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Gauge as GaugeType } from "prom-client";
import { rawOf } from "~/db/connect.server";
import type { Db } from "~/db/types";
import * as say from "./operations-copy";

/*
 * Prometheus metrics. Loads `prom-client` only when metrics are on. build-scripts/serve/metrics.ts serves them on their own
 * port and aggregates several processes.
 */

/** Seconds. Most responses take milliseconds, and anything over two seconds gets noticed anyway. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5];

/** The metrics of an email address (features/mail/addresses). */
export type MailMetrics = { address: string; state: string; succeededAt: number | null; mails: Record<string, number> };

/**
 * Sets up the metrics and returns a function that records a finished request. It labels by route id, never URL, so the
 * code bounds the number of series.
 *
 * openStreams  number of live streams in this process
 * mailMetrics  state of each email address
 */
export async function countRequests(
  db: Db,
  openStreams: () => number,
  mailMetrics: () => Promise<readonly MailMetrics[]>,
): Promise<(route: string | undefined, status: number, ms: number) => void> {
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
  // All processes read the same tables, so aggregate by maximum, not by sum.
  const ofTheDesk = { aggregator: "max" } as const;
  new Gauge({
    ...ofTheDesk,
    name: "taskdesk_sessions",
    help: say.activeSessions,
    async collect() {
      this.reset();
      await ignoreOutage(async () => this.set(await countSessions(db)));
    },
  });
  new Gauge({
    ...ofTheDesk,
    name: "taskdesk_jobs",
    help: say.jobsByKind,
    labelNames: ["kind", "state"],
    async collect() {
      this.reset(); // drops kinds that no longer have jobs
      await ignoreOutage(async () => {
        for (const { kind, state, n } of await countJobs(db, Date.now())) this.set({ kind, state }, n);
      });
    },
  });
  const ofMail = sharedWhileRunning(mailMetrics); // all of them are read at once
  const gaugeOfMail = (
    about: { name: string; help: string; labelNames: string[] },
    set: (gauge: GaugeType, address: MailMetrics) => void,
  ) =>
    new Gauge({
      ...{ ...ofTheDesk, ...about },
      async collect() {
        this.reset();
        await ignoreOutage(async () => {
          for (const address of await ofMail()) set(this, address);
        });
      },
    });
  const byAddress = ["address"];
  gaugeOfMail(
    { name: "taskdesk_mail_address_up", help: say.mailAddressUp, labelNames: byAddress },
    (gauge, { address, state }) => gauge.set({ address }, state === "working" ? 1 : 0),
  );
  gaugeOfMail(
    { name: "taskdesk_mail_seconds_since_success", help: say.mailSinceSuccess, labelNames: byAddress },
    (gauge, { address, succeededAt }) => {
      if (succeededAt !== null) gauge.set({ address }, Math.round((Date.now() - succeededAt) / 1_000));
    },
  );
  gaugeOfMail(
    { name: "taskdesk_mail_messages", help: say.mailByState, labelNames: [...byAddress, "state"] },
    (gauge, { address, mails }) => {
      for (const [state, n] of Object.entries(mails)) gauge.set({ address, state }, n);
    },
  );
  const histogram = new Histogram({
    name: "taskdesk_request_duration_seconds",
    help: say.answeredRequests,
    labelNames: ["route", "status"],
    buckets: BUCKETS,
  });
  return (route = "none", status, ms) =>
    histogram.observe({ route, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
}

/** Calls that come while one runs get its result. */
function sharedWhileRunning<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Without the database, other metrics still work; /readyz reports the outage. */
const ignoreOutage = (work: () => Promise<void>) => work().catch(() => {});

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

/** Checks "Authorization: Bearer TOKEN" in constant time. */
export function mayRead(authorization: string | null, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(["Bearer", token].join(" ")));
}

/** All metrics in Prometheus format, over all processes. Throws if the first process doesn't answer within five seconds. */
export async function metricsText(): Promise<string> {
  if (cluster.isWorker) return askFirstProcess();
  const { register } = (await import("prom-client")).default;
  return register.metrics();
}

let questions = 0;

/** Speaks the message protocol of build-scripts/serve/metrics.ts. */
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
      reject(new Error("The first process didn't answer within five seconds."));
    }, 5_000);
    const end = () => {
      clearTimeout(timer);
      process.off("message", hear);
    };
    process.on("message", hear);
    process.send?.({ allMetrics: question });
  });
}
