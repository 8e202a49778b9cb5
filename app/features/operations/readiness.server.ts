import { statfs } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { databaseTrouble } from "~/db/database-errors.server";
import { isUpToDate } from "~/db/migrate.server";
import { withDeadline } from "~/db/postgres-pool.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { logTrouble } from "~/lib/log.server";
import { randomToken } from "~/lib/random.server";

/** Free space below which no more requests should come: two of the largest files there may be. docs/operations.md says it. */
const ROOM_NEEDED_BYTES = 200 * 1024 * 1024;

/** An answer that takes longer is one, too: whoever asks does so again. */
const PATIENCE_MS = 2_000;

/** A connection that is silent for longer is given up, so that the next look has another: sooner than for people's pages. */
const SILENT_MS = 5_000;

/** Words for strangers: anybody may ask, so nothing is said of where, what or why. */
type Readiness = {
  status: "ready" | "not ready";
  database: "ok" | "unreachable" | "unwritable";
  /** Whether the tables are those of this build; unknown without a database. */
  migrations: "ok" | "pending" | "unknown";
  disk: "ok" | "full" | "unwritable" | "unknown";
  /** The storage of attached files. Without it there is still everything else, so it makes nobody unready. */
  files: "ok" | "unreachable";
};

/** Each throws: `files` when file storage can't be used, `folders` when this machine's folders for files can't be written. */
type Checks = { files: () => Promise<void>; folders: () => Promise<void> };

/** Whether this process can do its work now. Answers within two seconds, whatever the database does. */
export async function readiness(
  db: Db,
  dataDir: string,
  checks: Checks,
  roomNeeded = ROOM_NEEDED_BYTES,
): Promise<Readiness> {
  const [[migrations, row], room, folder, files] = await Promise.all([
    databaseState(db),
    diskOf(dataDir, roomNeeded),
    inTime(folderState(checks.folders)),
    fileStorageOf(checks.files),
  ]);
  const database = migrations === "unknown" ? "unreachable" : row;
  const disk = room === "ok" ? folder : room;
  const isReady = migrations === "ok" && database === "ok" && disk === "ok";
  return { status: isReady ? "ready" : "not ready", database, migrations, disk, files };
}

async function databaseState(db: Db): Promise<[Readiness["migrations"], "ok" | "unwritable"]> {
  const asked = performance.now();
  const migrations = await migrationsOf(db);
  if (migrations === "unknown") return [migrations, "ok"];
  const row = await inTime(rowState(db), PATIENCE_MS - (performance.now() - asked));
  return [migrations, row === "unknown" ? "ok" : row]; // the test row waits for another writer
}

/** How long the result of a test write is cached: it reaches the disk, and anyone can ask. */
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

/** Caches the answer of some work for a while and shares it among all who ask. */
function cached<Of extends object, T>(work: (of: Of) => Promise<T>, keptMs = WRITTEN_MS) {
  const known = new WeakMap<Of, { answer: Promise<T>; until: number }>();
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

/** Questions that wait for a database which does not answer; one is enough, however many ask. */
const asked = new WeakMap<Db, Promise<Readiness["migrations"]>>();

async function migrationsOf(db: Db): Promise<Readiness["migrations"]> {
  const answer =
    asked.get(db) ??
    withDeadline(SILENT_MS, () => isUpToDate(db))
      .then((upToDate) => (upToDate ? ("ok" as const) : ("pending" as const)))
      .catch(() => "unknown" as const)
      .finally(() => asked.delete(db));
  asked.set(db, answer);
  return inTime(answer);
}

/** Looks at disks that have not ended: one that does not answer would keep a thread of this process for each. */
const looks = new Map<string, Promise<number | "unknown">>();

async function diskOf(folder: string, roomNeeded: number): Promise<Readiness["disk"]> {
  const look =
    looks.get(folder) ??
    statfs(folder)
      .then(({ bavail, bsize }) => bavail * bsize)
      .catch(() => "unknown" as const)
      .finally(() => looks.delete(folder));
  looks.set(folder, look);
  const room = await inTime(look);
  return room === "unknown" ? room : room >= roomNeeded ? "ok" : "full";
}

/** A storage provider may charge per request, so it is asked once every ten seconds. */
const FILES_KNOWN_MS = 10_000;

const askFiles = cached(
  (check: () => Promise<void>) =>
    check().then(
      () => "ok" as const,
      () => "unreachable" as const,
    ),
  FILES_KNOWN_MS,
);

async function fileStorageOf(check: () => Promise<void>): Promise<Readiness["files"]> {
  const answer = await inTime(askFiles(check));
  return answer === "unknown" ? "unreachable" : answer;
}

function inTime<T>(work: Promise<T>, patienceMs = PATIENCE_MS): Promise<T | "unknown"> {
  return Promise.race([work, setTimeout(Math.max(0, patienceMs), "unknown" as const, { ref: false })]);
}
