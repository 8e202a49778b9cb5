import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Bare } from "./bare-server";
import type { Desk } from "./desks";
import { measureLive } from "./live";
import { type MailFigures, measureMail } from "./mail";
import { cpuMs, cpuMsOfChildren, memoryMib, type Served, serve, waitUntilIdle } from "./process";
import { type Ask, client, quantile } from "./requests";
import { PAGE_NAMES, type PageName } from "./targets";

/** Milliseconds; `cpu` and `database` are CPU time per request, the median of all rounds. */
export type Figures = {
  cpu: number;
  lowestCpu: number;
  /** CPU time of PostgreSQL's processes; 0 for SQLite, which runs in ours. */
  database: number;
  one: { p50: number; p99: number };
  sixteen: { p50: number; p99: number; perSecond: number };
  /** Bytes transferred, without headers. */
  bytes: { br: number; gzip: number; plain: number };
};

export type DeskFigures = {
  engine: Desk["engine"];
  tasks: number;
  pages: Record<PageName, Figures>;
  bare: { http: number; react: number };
  memory: number;
  coldStart: number;
  /** The 99th percentile over all open pages. Milliseconds; null when not measured. */
  live: number | null;
  /** Null when not measured. */
  mail: MailFigures | null;
};

/**
 * `requests` are warm-up requests; `streams` is how many pages listen for live updates and `mails` how many wait to be
 * processed, 0 for none.
 */
type Effort = { rounds: number; requests: number; streams: number; mails: number };

const WORKER_AND_ITS_START = "build-scripts/taskdesk.mjs";
const MANY = 16;
const PER_ROUND = 25;
/** Consecutive warm-up requests per page. */
const IN_A_ROW = 100;
const COLD_STARTS = 3;
const CHANGES = 10;
/** Due jobs start within a second. */
const JOBS_DONE_MS = 1_500;

/**
 * Starts the production build on this desk and measures each page and the baselines.
 * Every round covers all of them, so a slow moment of the machine affects all alike.
 */
export async function measureDesk(desk: Desk, { rounds, requests, streams, mails }: Effort): Promise<DeskFigures> {
  const coldStart = await measureColdStart(desk);
  const product = await startProduct(desk);
  await waitUntilIdle(product.pid);
  const bare = await startBare(product, desk);
  const { postmaster } = desk;
  const databaseMs = () => (postmaster === null ? 0 : cpuMsOfChildren(postmaster));
  const asks = asksOf(desk);
  const one = client(product.origin, { cookie: desk.cookie });
  const stranger = client(product.origin);
  const many = client(product.origin, { cookie: desk.cookie, connections: MANY });
  const limits = client(bare.origin);
  const clientOf = (name: PageName) => (name === "login" ? stranger : one);
  const costs = new Map<string, { cpu: number[]; database: number[]; ms: number[] }>();

  async function round(name: string, server: Served, asks: () => Promise<number[]>) {
    const cost = costs.get(name) ?? { cpu: [], database: [], ms: [] };
    costs.set(name, cost);
    const [before, databaseBefore] = [cpuMs(server.pid), databaseMs()];
    const ms = await asks();
    if (name === "create") await setTimeout(JOBS_DONE_MS); // notifications about new tasks are part of their cost
    cost.cpu.push((cpuMs(server.pid) - before) / ms.length);
    cost.database.push((databaseMs() - databaseBefore) / ms.length);
    cost.ms.push(...ms);
  }

  try {
    const reads = PAGE_NAMES.filter((name) => name !== "create");
    // Measure a warm server: during the first thousands of requests V8 compiles, which adds up to a third.
    for (let asked = 0; asked < requests; asked += IN_A_ROW) {
      const name = reads[(asked / IN_A_ROW) % reads.length] ?? "list";
      await clientOf(name).often(asks[name], Math.min(IN_A_ROW, requests - asked));
      await one.often(asks.create, 1);
      for (const path of ["/", "/react"]) await limits.often({ path }, IN_A_ROW / 10);
    }
    for (let n = 0; n < rounds; n++) {
      for (const name of PAGE_NAMES) await round(name, product, () => clientOf(name).often(asks[name], PER_ROUND));
      await round("http", bare, () => limits.often({ path: "/" }, PER_ROUND * 4));
      await round("react", bare, () => limits.often({ path: "/react" }, PER_ROUND));
    }
    const pages = {} as Record<PageName, Figures>;
    for (const name of PAGE_NAMES) {
      const begun = performance.now();
      const crowd = await many.often(asks[name], rounds * PER_ROUND);
      const perSecond = (1000 * crowd.length) / (performance.now() - begun);
      const cost = costs.get(name) ?? { cpu: [], database: [], ms: [] };
      pages[name] = {
        ...{ cpu: quantile(cost.cpu, 0.5), lowestCpu: Math.min(...cost.cpu), database: quantile(cost.database, 0.5) },
        one: { p50: quantile(cost.ms, 0.5), p99: quantile(cost.ms, 0.99) },
        sixteen: { p50: quantile(crowd, 0.5), p99: quantile(crowd, 0.99), perSecond },
        bytes: await bytesOf(product, desk, name, asks[name]),
      };
    }
    const limit = (name: string) => quantile(costs.get(name)?.cpu ?? [], 0.5);
    return {
      ...{ engine: desk.engine, tasks: desk.tasks, pages, coldStart, memory: memoryMib(product.pid) },
      bare: { http: limit("http"), react: limit("react") },
      live: streams > 0 ? await liveOn(desk, product, streams) : null,
      mail: mails > 0 ? await measureMail(desk, () => startProduct(desk), mails) : null,
    };
  } finally {
    for (const each of [one, stranger, many, limits]) each.close();
    await product.stop();
    await bare.stop();
  }
}

export const startProduct = (desk: Pick<Desk, "dataDir" | "databaseUrl">) =>
  serve(WORKER_AND_ITS_START, ["start"], {
    execArgv: ["--max-old-space-size=1024"], // same as `npm start`
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", LOG_LEVEL: "info" },
      ...{ PORT: "0", HOST: "127.0.0.1", DATA_DIR: desk.dataDir },
      ...(desk.databaseUrl && { DATABASE_URL: desk.databaseUrl }),
    },
  });

async function liveOn(desk: Desk, product: Served, streams: number): Promise<number> {
  const other = await startProduct(desk);
  const { cookies, taskId } = desk;
  try {
    const figures = await measureLive(
      { listenAt: product.origin, changeAt: other.origin, cookies, taskId },
      { streams, changes: CHANGES },
    );
    if (figures.missed > 0) throw new Error(`${figures.missed} changes never reached an open page.`);
    return figures.shown.p99;
  } finally {
    await other.stop();
  }
}

/** Seconds from the command to the first list, the median of `COLD_STARTS` runs. */
async function measureColdStart(desk: Desk): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < COLD_STARTS; n++) {
    const product = await startProduct(desk);
    const [ms = Number.NaN] = await client(product.origin, { cookie: desk.cookie }).often({ path: "/tasks" }, 1);
    took.push((product.startedInMs + ms) / 1000);
    await product.stop();
  }
  return quantile(took, 0.5);
}

function asksOf({ taskId }: Desk): Record<PageName, Ask> {
  let made = 0;
  return {
    list: { path: "/tasks" },
    task: { path: `/tasks/${taskId}` },
    search100: { path: "/search?q=zanzibar" },
    search3: { path: "/search?q=quokka" },
    search10k: { path: "/search?q=lighthouse" },
    home: { path: "/" },
    warnings: { path: "/tasks?q=sla:warning" },
    byDue: { path: "/tasks?sort=sla" },
    report: { path: "/reports" },
    create: {
      path: "/tasks/new",
      body: () =>
        String(
          new URLSearchParams({
            ...{ requestKey: randomUUID(), title: `The lamp on floor ${++made} flickers` },
            type: "incident",
            body: `It began this morning, and number ${made} beside it goes dark when somebody shuts the door.`,
          }),
        ),
    },
    login: { path: "/login" },
    payload: { path: "/tasks/_payload.json" },
  };
}

async function bytesOf(product: Served, desk: Desk, name: PageName, ask: Ask): Promise<Figures["bytes"]> {
  const size = async (encoding: string) => {
    const cookie = name === "login" ? "" : desk.cookie;
    const asking = client(product.origin, { cookie, encoding });
    const { bytes } = await asking.once(ask);
    asking.close();
    return bytes;
  };
  return { br: await size("br"), gzip: await size("gzip"), plain: await size("identity") };
}

/** Starts the baselines with the list that this desk's product renders. */
async function startBare(product: Served, desk: Desk): Promise<Served> {
  const br = client(product.origin, { cookie: desk.cookie, encoding: "br" });
  const plain = client(product.origin, { cookie: desk.cookie, encoding: "identity" });
  const page = await br.once({ path: "/tasks" });
  const payload = await plain.once({ path: "/tasks/_payload.json" });
  br.close();
  plain.close();
  const bare: Bare = { body: page.text().toString("base64"), rows: rowsIn(JSON.parse(String(payload.text()))) };
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const };
  return serve("build-scripts/bench/bare-server.ts", [], { execArgv: ["--import", "tsx"], env }, bare);
}

function rowsIn({ data }: { data: Record<string, { tasks?: Bare["rows"] }> }): Bare["rows"] {
  const { tasks } = data["routes/_app.tasks._index"] ?? {};
  if (!tasks?.length) throw new Error("The payload of the list has no tasks.");
  return tasks.map(({ inner, ...row }) => ({ ...row, ...(inner as object) }));
}
