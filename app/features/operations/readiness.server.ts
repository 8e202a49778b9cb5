import { statfs } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { isUpToDate } from "~/db/migrate.server";
import type { Db } from "~/db/types";

/** Free space below which no more requests should come: two of the largest files there may be. docs/operations.md says it. */
const ROOM_NEEDED_BYTES = 200 * 1024 * 1024;

/** An answer that takes longer is one, too: whoever asks does so again. */
const PATIENCE_MS = 2_000;

/** Words for strangers: anybody may ask, so nothing is said of where, what or why. */
export type Readiness = {
  status: "ready" | "not ready";
  database: "ok" | "unreachable";
  /** Whether the tables are those of this build; unknown without a database. */
  migrations: "ok" | "pending" | "unknown";
  disk: "ok" | "full" | "unknown";
  /** The storage of attached files. Without it there is still everything else, so it makes nobody unready. */
  files: "ok" | "unreachable";
};

/**
 * Whether this process can do its work now. Answers within two seconds, whatever the database does. `checkFiles` throws when
 * their storage cannot be used.
 */
export async function readiness(
  db: Db,
  dataDir: string,
  checkFiles: () => Promise<void>,
  roomNeeded = ROOM_NEEDED_BYTES,
): Promise<Readiness> {
  const [migrations, disk, files] = await Promise.all([
    migrationsOf(db),
    diskOf(dataDir, roomNeeded),
    fileStorageOf(checkFiles),
  ]);
  const database = migrations === "unknown" ? "unreachable" : "ok";
  const isReady = migrations === "ok" && disk === "ok";
  return { status: isReady ? "ready" : "not ready", database, migrations, disk, files };
}

/** Questions that wait for a database which does not answer; one is enough, however many ask. */
const asked = new WeakMap<Db, Promise<Readiness["migrations"]>>();

async function migrationsOf(db: Db): Promise<Readiness["migrations"]> {
  const answer =
    asked.get(db) ??
    isUpToDate(db)
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

/** Anybody may ask, and a storage elsewhere may have to be paid by the question: it is asked once in ten seconds. */
const FILES_KNOWN_MS = 10_000;

const filesKnown = new WeakMap<() => Promise<void>, { answer: Promise<Readiness["files"]>; until: number }>();

async function fileStorageOf(check: () => Promise<void>): Promise<Readiness["files"]> {
  let known = filesKnown.get(check);
  if (!known || known.until < Date.now()) {
    const answer = check().then(
      () => "ok" as const,
      () => "unreachable" as const,
    );
    known = { answer, until: Date.now() + FILES_KNOWN_MS };
    filesKnown.set(check, known);
  }
  const answer = await inTime(known.answer);
  return answer === "unknown" ? "unreachable" : answer;
}

const inTime = <T>(work: Promise<T>): Promise<T | "unknown"> =>
  Promise.race([work, setTimeout(PATIENCE_MS, "unknown" as const, { ref: false })]);
