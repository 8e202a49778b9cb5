/**
 * `npm run bench` measures the production build against its targets (docs/performance.md).
 * Covers CPU time, latency and bytes per page, on several desk sizes and both engines, next to two bare baselines.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Report } from "./bench/report";
import { ExpectedError, runOrExplain, wrongOptions } from "./expected-errors";
import { typedPath } from "./path-argument";

const USAGE = `npm run bench -- [options]
  --tasks 1000,100000        desk sizes
  --engines sqlite,postgres
  --rounds 12                how often each page is measured; the median counts
  --requests 30000           warm-up requests before measuring
  --streams 200              open pages with live updates, on the smallest desk
  --mails 10000              emails waiting to be processed, on the smallest desk
  --no-browser               skip browser transfer sizes
  --json FILE                file for the results; default bench.json
  --compare OLD.json         also print ratios to an earlier run
  --folder DIR               folder that keeps seeded desks for the next run
  --full                     also 1,000,000 tasks, and 100,000 requests`;

const FULL = { tasks: "1000,100000,1000000", requests: "100000" };
const USUAL = { tasks: "1000,100000", requests: "30000" };
/** Below the ephemeral range, and not the default port of a local PostgreSQL. */
const POSTGRES_PORT = 25_432;
/** Durability stays on, as in production. */
const POSTGRES_SETTINGS = ["max_connections=50", "shared_buffers=256MB", "max_wal_size=1GB"];

function readArguments() {
  const text = { type: "string" } as const;
  const yes = { type: "boolean" } as const;
  const textOr = (fallback: string) => ({ type: "string", default: fallback }) as const;
  const options = {
    ...{ tasks: text, requests: text, compare: text, "no-browser": yes, full: yes },
    engines: textOr("sqlite,postgres"),
    rounds: textOr("12"),
    streams: textOr("200"),
    mails: textOr("10000"),
    json: textOr("bench.json"),
    folder: textOr(join(tmpdir(), "taskdesk-bench")),
  };
  try {
    const { values } = parseArgs({ options });
    const asked = { ...(values.full ? FULL : USUAL), ...values };
    const engines = asked.engines.split(",");
    const sizes = asked.tasks.split(",").map(Number);
    const [rounds, requests] = [Number(asked.rounds), Number(asked.requests)];
    const [streams, mails] = [Number(asked.streams), Number(asked.mails)];
    const numbers = { tasks: sizes, rounds: [rounds], requests: [requests], streams: [streams], mails: [mails] };
    for (const [name, given] of Object.entries(numbers)) {
      if (given.every((number) => Number.isSafeInteger(number) && number > 0)) continue;
      throw new ExpectedError(`--${name} takes only whole numbers above 0: ${USAGE}`);
    }
    if (!engines.every((engine) => engine === "sqlite" || engine === "postgres")) {
      throw new ExpectedError(`--engines takes sqlite, postgres or both: ${USAGE}`);
    }
    return { ...asked, engines, sizes, rounds, requests, streams, mails };
  } catch (cause) {
    if (cause instanceof ExpectedError) throw cause;
    throw wrongOptions(cause, USAGE);
  }
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(typedPath(file), "utf8")) as Report;
  } catch (cause) {
    throw new ExpectedError(`${file} isn't a report from an earlier run. Enter a file that --json wrote.`, { cause });
  }
}

/** Keeps its data in `folder`, and reuses the data of an earlier run. */
async function startPostgres(folder: string) {
  const { embeddedPostgres } = await import("./postgres");
  const databaseDir = join(folder, "postgres");
  chmodSync(folder, 0o755); // started as root, PostgreSQL switches to another user
  const server = await embeddedPostgres({ databaseDir, port: POSTGRES_PORT, persistent: true }, POSTGRES_SETTINGS);
  if (!existsSync(join(databaseDir, "PG_VERSION"))) await server.initialise();
  await server.start();
  const pid = Number(readFileSync(join(databaseDir, "postmaster.pid"), "utf8").split("\n")[0]);
  return { url: `postgres://desk:desk@localhost:${POSTGRES_PORT}`, pid, stop: () => server.stop() };
}

await runOrExplain(async () => {
  const asked = readArguments();
  const { sizes, engines, rounds, requests, folder, json, compare, "no-browser": noBrowser } = asked;
  if (process.platform !== "linux")
    throw new ExpectedError("The benchmark reads CPU time from /proc, so it only runs on Linux.");
  const before = compare ? readReport(compare) : null;
  mkdirSync(folder, { recursive: true });
  const { openDesk } = await import("./bench/desks");
  const { measureDesk, startProduct } = await import("./bench/measure");
  const { comparisonLines, reportLines } = await import("./bench/report");

  const report: Report = {
    at: new Date().toISOString(),
    node: process.versions.node,
    processors: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    ...{ desks: [], weight: {} },
  };
  // Start before any desk opens: that makes new files private, and PostgreSQL runs under another account.
  const server = engines.includes("postgres") ? await startPostgres(folder) : null;
  try {
    for (const engine of engines) {
      const postgres = engine === "postgres" ? server : null;
      for (const tasks of sizes) {
        const isSmallest = tasks === Math.min(...sizes);
        const [streams, mails] = isSmallest ? [asked.streams, asked.mails] : [0, 0];
        console.log(`${engine}: a desk with ${tasks.toLocaleString("en")} tasks…`);
        const desk = await openDesk({ tasks, folder, postgres });
        try {
          report.desks.push(await measureDesk(desk, { rounds, requests, streams, mails }));
          if (!noBrowser && Object.keys(report.weight).length === 0) {
            const { browserWeight } = await import("./bench/browser-weight");
            const product = await startProduct(desk);
            report.weight = await browserWeight(product.origin, desk.cookie);
            await product.stop();
          }
          // Write after each desk: a run takes long, and a later desk may fail.
          writeFileSync(typedPath(json), `${JSON.stringify(report, null, 1)}\n`);
        } finally {
          await desk.drop();
        }
      }
    }
  } finally {
    await server?.stop();
  }
  for (const line of reportLines(report)) console.log(line);
  if (before) for (const line of ["", ...comparisonLines(report, before)]) console.log(line);
  console.log(`\nResults are in ${typedPath(json)}.`);
});
