import { statfs } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { databaseTrouble } from "~/db/database-errors.server";
import { isUpToDate } from "~/db/migrate.server";
import { withDeadline } from "~/db/postgres-pool-adapter.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { logTrouble } from "~/lib/log.server";
import { randomToken } from "~/lib/random.server";

/** Free space below which the process isn't ready: two of the largest possible files. Documented in docs/operations.md. */
const ROOM_NEEDED_BYTES = 200 * 1024 * 1024;

/** How long a check may take before it counts as unknown. The load balancer asks again anyway. */
const PATIENCE_MS = 2_000;

/** Deadline for a silent connection, so the next check gets a new one. Shorter than for pages. */
const SILENT_MS = 5_000;

/** A public report: anyone can request it, so it has no details. */
type Readiness = {
  status: "ready" | "not ready";
  database: "ok" | "unreachable" | "unwritable";
  /** Whether all migrations of this build have run; unknown without a database. */
  migrations: "ok" | "pending" | "unknown";
  disk: "ok" | "full" | "unwritable" | "unknown";
  /** File storage. Everything else works without it, so it doesn't affect `status`. */
  files: "ok" | "unreachable";
  /** `failing`: an email address has failed for 15 minutes. Doesn't affect `status` either; admins are alerted. */
  mail: "ok" | "failing" | "unknown";
};

/**
 * `files` throws if file storage can't be used, `folders` if this machine's file folders can't be written. `mail` returns
 * whether every email address works.
 */
type Checks = { files: () => Promise<void>; folders: () => Promise<void>; mail: () => Promise<boolean> };

/** Whether this process can serve requests. Resolves within two seconds, whatever the database does. */
export async function readiness(
  db: Db,
  dataDir: string,
  checks: Checks,
  roomNeeded = ROOM_NEEDED_BYTES,
): Promise<Readiness> {
  const [[migrations, row], room, folder, found, mail] = await Promise.all([
    databaseState(db),
    inTime(freeBytes(dataDir)),
    inTime(folderState(checks.folders)),
    inTime(fileState(checks.files)),
    inTime(mailState(checks.mail)),
  ]);
  const database = migrations === "unknown" ? "unreachable" : row;
  const disk = room === "unknown" ? room : room < roomNeeded ? "full" : folder;
  const files = found === "unknown" ? "unreachable" : found;
  const isReady = migrations === "ok" && database === "ok" && disk === "ok";
  return { status: isReady ? "ready" : "not ready", database, migrations, disk, files, mail };
}

async function databaseState(db: Db): Promise<[Readiness["migrations"], "ok" | "unwritable"]> {
  const asked = performance.now();
  const migrations = await inTime(migrationState(db));
  if (migrations === "unknown") return [migrations, "ok"];
  const row = await inTime(rowState(db), PATIENCE_MS - (performance.now() - asked));
  return [migrations, row === "unknown" ? "ok" : row]; // unknown: the test row is waiting for another writer
}

/** How long a test write's result is cached: each one reaches the disk, and anyone can ask. */
const WRITTEN_MS = 5_000;

const writeRow = (db: Db) =>
  inTransaction(db, async (tx) => {
    const key = `readiness-${randomToken()}`;
    await tx.insertInto("rate_limit").values({ key, points: 0, expire: 0 }).execute();
    await tx.deleteFrom("rate_limit").where("key", "=", key).execute();
  });

const rowState = cached((db: Db) =>
  withDeadline(SILENT_MS, () => writeRow(db)).then(
    () => "ok" as const,
    (error) => {
      const trouble = databaseTrouble(error);
      if (trouble === "busy") return "ok" as const; // people can still read
      logTrouble(error, trouble ?? "unknown");
      return "unwritable" as const;
    },
  ),
);

const folderState = cached((check: Checks["folders"]) =>
  check().then(
    () => "ok" as const,
    (error) => {
      const trouble = databaseTrouble(error);
      logTrouble(error, trouble ?? "unknown");
      return trouble === "full" ? ("full" as const) : ("unwritable" as const);
    },
  ),
);

/** Shares the result of a check in flight, and caches it for `keptMs` after it settles. */
function cached<Of, T>(work: (of: Of) => Promise<T>, keptMs = WRITTEN_MS) {
  const known = new Map<Of, { answer: Promise<T>; until: number }>();
  return (of: Of): Promise<T> => {
    const before = known.get(of);
    if (before && performance.now() < before.until) return before.answer;
    const now = { answer: work(of), until: Number.POSITIVE_INFINITY };
    known.set(of, now);
    void now.answer.finally(() => {
      now.until = performance.now() + keptMs;
    });
    return now.answer;
  };
}

/** Only one query at a time waits for a database that doesn't answer. */
const migrationState = cached(
  (db: Db) =>
    withDeadline(SILENT_MS, () => isUpToDate(db)).then(
      (upToDate) => (upToDate ? ("ok" as const) : ("pending" as const)),
      () => "unknown" as const,
    ),
  0,
);

/** Free bytes. Each check of a hung disk would block another thread of this process. */
const freeBytes = cached(
  (folder: string) =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => "unknown" as const,
    ),
  0,
);

/** Storage providers may charge per request, so check at most every ten seconds. */
const FILES_KNOWN_MS = 10_000;

const fileState = cached(
  (check: Checks["files"]) =>
    check().then(
      () => "ok" as const,
      () => "unreachable" as const,
    ),
  FILES_KNOWN_MS,
);

const mailState = cached((check: Checks["mail"]) =>
  check().then(
    (works) => (works ? ("ok" as const) : ("failing" as const)),
    () => "unknown" as const,
  ),
);

function inTime<T>(work: Promise<T>, patienceMs = PATIENCE_MS): Promise<T | "unknown"> {
  return Promise.race([work, setTimeout(Math.max(0, patienceMs), "unknown" as const, { ref: false })]);
}
