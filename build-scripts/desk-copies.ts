/**
 * Shared code of backup, restore and move. A backup is one SQLite file plus a folder `FILE.files` with the
 * attachments. It can be taken from either engine and restored to either.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CopyStep, Fingerprint, Moment, Tell } from "~/db/copy-desk.server";
import type { Destination } from "~/features/files/copy-files.server";
import { formatNumber } from "~/lib/numbers";
import { openDatabase, queryDatabase } from "./database";
import {
  type DeskLocation,
  IN_THE_WAY,
  inspectTarget,
  mustBeIdle,
  mustBeOfThisVersion,
  mustBeSound,
  nameOf,
  sqliteFileOf,
} from "./desk-location";
import { ExpectedError, isSentence } from "./expected-errors";
import { progressLine } from "./progress";

/** The result of a verified copy; `missing`: hashes of files the database refers to that were absent or incomplete. */
export type Copied = { fingerprint: Fingerprint; files: number; missing: string[] };

/** The attachments folder of a backup. */
export const filesBeside = (database: string) => `${database}.files`;

/** Throws `ExpectedError` when the name is taken, except by the files of an interrupted backup. */
function mustBeNew(target: string, { incoming }: Destination) {
  const wasInterrupted = !existsSync(target) && existsSync(incoming);
  const taken = [target, filesBeside(target)].find((path) => existsSync(path));
  if (taken && !wasInterrupted) throw new ExpectedError(`${taken} already exists. Enter a new file name.`);
}

/** Runs `work` with this name locked. Throws `ExpectedError` with `busy`, and changes nothing, if another process holds it. */
async function withClaim<T>(target: string, busy: string, work: () => Promise<T>): Promise<T> {
  const { claimName } = await import("~/db/sqlite-copy.server");
  let release: ReturnType<typeof claimName>;
  try {
    release = claimName(target);
  } catch (error) {
    throw await withContext(`Can't write to ${target}`, error);
  }
  if (!release) throw new ExpectedError(busy);
  try {
    return await work();
  } finally {
    release();
  }
}

/** The SQLite file a restore writes: for PostgreSQL, a temporary one to copy the rows from. */
const fileWritten = (place: DeskLocation) =>
  place.databaseUrl ? join(place.dataDir, "restoring.db") : sqliteFileOf(place);

/** Runs `work`, which fills a desk, unless another restore or move is filling this data folder. */
export const withTargetLock = <T>(place: DeskLocation, work: () => Promise<T>): Promise<T> =>
  withClaim(
    fileWritten(place),
    `Another restore or move is writing to ${nameOf(place)}, so nothing was changed. Wait for it to finish, then try again.`,
    work,
  );

/**
 * Adds `what` to a system or database error, such as a full disk, which doesn't name the operation that failed.
 * Sentences and programming errors pass through unchanged.
 */
async function withContext(what: string, error: unknown): Promise<unknown> {
  const { databaseTrouble } = await import("~/db/database-errors.server");
  const { code, message } = error as NodeJS.ErrnoException;
  if (isSentence(error) || (typeof code !== "string" && !databaseTrouble(error))) return error;
  return new ExpectedError(`${what}: ${message}. Check the free space and permissions there, then try again.`, {
    cause: error,
  });
}

/** Reports copy progress on standard error. */
function copyProgress() {
  const progress = progressLine(process.stderr);
  const words: Record<CopyStep | "files", (n: string) => string> = {
    copying: (n) => `Copying: ${n} rows`,
    indexing: (n) => `Indexing: ${n} tasks`,
    checking: (n) => `Checking: ${n} rows`,
    files: (n) => `Copying and checking: ${n} files`,
  };
  return {
    tell: (step: CopyStep | "files", done: number) => progress.tell(() => words[step](formatNumber(done))),
    end: progress.end,
  };
}

/**
 * Writes a snapshot of the desk to `target` and its files folder while the desk stays in use.
 * Then compares every row and file with the original. A failure leaves neither behind.
 * The database gets its name last, so an interrupted backup can be repeated under the same name.
 * Throws `ExpectedError`, and changes nothing, when the name is taken or another backup is being written to it.
 */
export async function backUp(place: DeskLocation, target: string): Promise<Copied> {
  const { namedFiles } = await import("~/features/files/file-rows.server");
  const [{ store }, copies] = await Promise.all([storeOf(place), copiedFiles(target)]);
  // Copy the files known now first: only files named after this could be deleted before they are copied.
  const early = await queryDatabase(place, namedFiles);
  const busy = `Another backup is being written to ${target}. Wait for it to finish, or enter another file name.`;
  try {
    return await withClaim(target, busy, async () => {
      mustBeNew(target, copies);
      try {
        return await writeBackup(place, target, { from: store, copies, early });
      } catch (error) {
        // All of it belongs to this run. Check first: removing a path below something that isn't a folder fails.
        for (const path of [target, filesBeside(target)]) if (existsSync(path)) rmSync(path, { recursive: true });
        throw error;
      }
    });
  } catch (error) {
    throw await withContext(`The backup couldn't be written to ${target}`, error);
  }
}

/** Writes the backup to a locked name. `early`: hashes of files to copy before the snapshot. */
async function writeBackup(
  place: DeskLocation,
  target: string,
  { from, copies, early }: { from: Destination["store"]; copies: Destination; early: string[] },
): Promise<Copied> {
  const { connect, connectSqlite } = await import("~/db/connect.server");
  const { inSnapshot, copyDesk, fingerprintOf, mustBeEqual } = await import("~/db/copy-desk.server");
  const { writeBackupNote } = await import("~/db/backup-note.server");
  const { copySqlite, writeAtomically } = await import("~/db/sqlite-copy.server");
  const { migrateToLatest, stepsTaken } = await import("~/db/migrate.server");
  const { namedFiles } = await import("~/features/files/file-rows.server");
  const { copyFiles } = await import("~/features/files/copy-files.server");
  const { tell, end } = copyProgress();
  const db = connect(place);
  try {
    await copyFiles(from, copies, early, (done) => tell("files", done));
    return await inSnapshot(db, async (now) => {
      const copied = await writeAtomically(target, async (unfinished) => {
        let written: Copied;
        let fingerprint: Fingerprint = {};
        if (now.raw.engine === "sqlite") {
          await copySqlite(db, unfinished);
          fingerprint = await fingerprintOf(now, tell);
        }
        const copy = connectSqlite(unfinished);
        try {
          if (now.raw.engine === "sqlite") {
            mustBeEqual(fingerprint, await inSnapshot(copy, (it) => fingerprintOf(it, tell)));
          } else {
            await migrateToLatest(copy, { last: (await stepsTaken(now.tx)).at(-1) });
            fingerprint = await copyDesk(now, copy, tell); // verifies the copy itself
          }
          const names = new Set(await namedFiles(now.tx));
          const missing = await copyFiles(from, copies, names, (done) => tell("files", done));
          await removeAllBut(names, copies.store);
          await writeBackupNote(copy, { fingerprint, missing });
          written = { fingerprint, files: names.size - missing.length, missing };
        } finally {
          await copy.destroy();
        }
        await mustBeSound(unfinished);
        return written;
      });
      rmSync(copies.incoming, { recursive: true, force: true });
      return copied;
    });
  } finally {
    end();
    await db.destroy();
  }
}

/** Removes files not in this backup: dropped by the desk meanwhile, or left by an interrupted backup. */
async function removeAllBut(names: ReadonlySet<string>, store: Destination["store"]) {
  for (const digit of "0123456789abcdef") {
    for await (const { sha256 } of store.list(digit)) if (!names.has(sha256)) await store.remove(sha256);
  }
}

/**
 * Restores a backup of any version and either engine to `place`. Ends every session: an old copy must not sign anyone
 * back in. A failure leaves `place` unchanged, except for files and PostgreSQL's table version (`fill`).
 * The caller ensures that the desk is idle and nothing gets lost (`withTargetLock`, `backUpExisting`).
 *
 * Returns the backup's contents, like `backUp`. Refuses damaged rows or files; `acceptDamage` restores the intact ones
 * instead.
 */
export async function restoreBackup(
  file: string,
  place: DeskLocation,
  { acceptDamage = false }: { acceptDamage?: boolean } = {},
): Promise<Copied> {
  const { connectSqlite } = await import("~/db/connect.server");
  const { inSnapshot, differenceOf, fingerprintOf } = await import("~/db/copy-desk.server");
  const { takeBackupNote } = await import("~/db/backup-note.server");
  const { writeAtomically } = await import("~/db/sqlite-copy.server");
  const { migrateToLatest } = await import("~/db/migrate.server");
  const { namedFiles } = await import("~/features/files/file-rows.server");
  const { copyFiles } = await import("~/features/files/copy-files.server");
  const { pauseCopiedAddresses } = await import("~/features/mail/addresses/mail-address-state.server");
  const [copies, store] = await Promise.all([copiedFiles(file), storeOf(place)]);
  const { tell, end } = copyProgress();
  const finished = fileWritten(place);
  try {
    return await writeAtomically(finished, async (unfinished) => {
      let restored: Copied;
      await copyFile(file, unfinished);
      await mustBeSound(unfinished);
      const desk = connectSqlite(unfinished);
      try {
        const note = await takeBackupNote(desk);
        const fingerprint = await inSnapshot(desk, (now) => fingerprintOf(now, tell));
        const difference = note && differenceOf(note.fingerprint, fingerprint);
        if (difference) refuseDamage(file, difference, acceptDamage);
        await migrateToLatest(desk);
        await desk.deleteFrom("session").execute();
        await pauseCopiedAddresses(desk, Date.now());
        const names = await namedFiles(desk);
        const missing = await copyFiles(copies.store, store, names, (done) => tell("files", done));
        const damaged = missing.filter((sha256) => note && !note.missing.includes(sha256));
        if (damaged.length > 0) {
          const files = count(damaged.length, "attached file is", "attached files are");
          refuseDamage(file, `${files} missing or damaged, such as ${damaged[0]}`, acceptDamage);
        }
        if (place.databaseUrl) await inSnapshot(desk, (now) => fill(place, now, tell));
        restored = { fingerprint, files: names.length - missing.length, missing };
      } finally {
        await desk.destroy();
      }
      // SQLite would replay the old database's write-ahead log into the new one.
      for (const log of ["-wal", "-shm"]) rmSync(`${finished}${log}`, { force: true });
      return restored;
    });
  } catch (error) {
    throw await withContext(`${file} couldn't be restored to ${nameOf(place)}, which still has its old data`, error);
  } finally {
    end();
    if (place.databaseUrl) rmSync(finished, { force: true });
  }
}

/** Throws `ExpectedError`, or only reports the damage if the person at the terminal accepted it. */
function refuseDamage(file: string, what: string, isAccepted: boolean) {
  const damage = `${file} was damaged after it was made: ${what}.`;
  if (!isAccepted) {
    throw new ExpectedError(`${damage} Nothing was changed. Add --accept-damage to restore the intact part.`);
  }
  console.error(`taskdesk: ${damage}`);
  process.exitCode = 2;
}

/**
 * Migrates the database and copies everything into it. On failure the old rows are intact, but the tables have
 * this version's schema. The error says so: an older version no longer starts on them.
 */
async function fill(place: DeskLocation, now: Moment, tell: Tell): Promise<Fingerprint> {
  const { copyDesk } = await import("~/db/copy-desk.server");
  const { stepsOf } = await import("~/db/migrate.server");
  const { pauseCopiedAddresses } = await import("~/features/mail/addresses/mail-address-state.server");
  const steps = place.databaseUrl ? await queryDatabase(place, (db) => stepsOf(db)) : null;
  const wasOlder = steps !== null && steps.taken.length > 0 && steps.missing.length > 0;
  const target = await openDatabase(place);
  try {
    // In the copy's transaction: a copy that is killed later mustn't start with running addresses.
    return await copyDesk(now, target, tell, (tx) => pauseCopiedAddresses(tx, Date.now()));
  } catch (error) {
    if (wasOlder) {
      console.error(`taskdesk: ${nameOf(place)} still has its old data, upgraded to this version of Taskdesk.`);
    }
    throw error;
  } finally {
    await target.destroy();
  }
}

/** Copies a desk to an empty place in one transaction. `from` never changes, nor does `to` when refused. */
export async function moveDesk(from: DeskLocation, to: DeskLocation): Promise<Copied> {
  const [{ store }, destination] = await Promise.all([storeOf(from), storeOf(to)]);
  await mustBeOfThisVersion(from);
  return withTargetLock(to, async () => {
    await mustBeIdle(to);
    const there = await inspectTarget(to);
    if (there !== "nothing") {
      throw new ExpectedError(`${IN_THE_WAY[there]} ${nameOf(to)}. Nothing was changed. Enter an empty target.`);
    }
    const trouble = `The desk in ${nameOf(from)} couldn't be copied to ${nameOf(to)}`;
    return copyFrom(from, { from: store, to: destination }, trouble, (now, tell) => fill(to, now, tell));
  });
}

/** Copies a desk's files to where `to` keeps them, for the same database. The originals stay. */
export async function moveFiles(from: DeskLocation, to: DeskLocation): Promise<Copied> {
  const [{ store }, destination] = await Promise.all([storeOf(from), storeOf(to)]);
  await mustBeOfThisVersion(from);
  const trouble = "The attached files couldn't be copied";
  return copyFrom(from, { from: store, to: destination }, trouble, async () => ({}));
}

/** Copies the files a desk's database names, and then its rows with `copyRows`, from one snapshot. */
async function copyFrom(
  desk: DeskLocation,
  files: { from: Destination["store"]; to: Destination },
  trouble: string,
  copyRows: (now: Moment, tell: Tell) => Promise<Fingerprint>,
): Promise<Copied> {
  const { connect } = await import("~/db/connect.server");
  const { inSnapshot } = await import("~/db/copy-desk.server");
  const { namedFiles } = await import("~/features/files/file-rows.server");
  const { copyFiles } = await import("~/features/files/copy-files.server");
  const { tell, end } = copyProgress();
  const db = connect(desk);
  try {
    return await inSnapshot(db, async (now) => {
      const names = await namedFiles(now.tx);
      const missing = await copyFiles(files.from, files.to, names, (done) => tell("files", done));
      const fingerprint = await copyRows(now, tell);
      return { fingerprint, files: names.length - missing.length, missing };
    });
  } catch (error) {
    throw await withContext(trouble, error);
  } finally {
    end();
    await db.destroy();
  }
}

/**
 * Copies a desk and its files to `backups` in the data folder before it's replaced, and returns the path. An unreadable
 * SQLite file is copied unchanged. Null if there is nothing to lose. Throws `ExpectedError` when there is something and
 * `replace` is false.
 */
export async function backUpExisting(place: DeskLocation, replace: boolean, now: number): Promise<string | null> {
  const { backupsIn, momentName } = await import("~/db/sqlite-copy.server");
  const there = await inspectTarget(place);
  if (there === "nothing") return null;
  if (!replace) {
    throw new ExpectedError(
      `${IN_THE_WAY[there]} ${nameOf(place)}. Nothing was changed. Add --replace to overwrite it; Taskdesk keeps a copy.`,
    );
  }
  const kept = join(backupsIn(place.dataDir), momentName("before-restore", now));
  if (there === "a desk") {
    await backUp(place, kept);
    return kept;
  }
  mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
  for (const log of ["-wal", "-shm", ""]) {
    if (existsSync(`${sqliteFileOf(place)}${log}`)) copyFileSync(`${sqliteFileOf(place)}${log}`, `${kept}${log}`);
  }
  return kept;
}

/** The file store of a desk, checked to be reachable. */
async function storeOf(place: DeskLocation): Promise<Destination> {
  const { storeAt } = await import("~/features/files/file-destination.server");
  const destination = storeAt(place);
  await destination.store.check();
  return destination;
}

async function copiedFiles(backup: string): Promise<Destination> {
  const { folderStore } = await import("~/features/files/folder-store.server");
  const { incomingOf } = await import("~/features/files/receive-file.server");
  return { store: folderStore(filesBeside(backup)), incoming: incomingOf(filesBeside(backup)) };
}

const count = (n: number, one: string, many: string) => `${formatNumber(n)} ${n === 1 ? one : many}`;

/** Prints how much was copied and verified. Sets exit code 2 when files are missing. */
export async function report(done: string, { fingerprint, files, missing }: Copied): Promise<void> {
  const { sumOf } = await import("~/db/copy-desk.server");
  const tallies = Object.values(fingerprint);
  const rows = tallies.reduce((sum, tally) => sum + tally.rows, 0);
  console.log(done);
  const inTables = `${count(rows, "row", "rows")} in ${tallies.length} tables (checksum ${sumOf(fingerprint)}), `;
  console.log(`Verified: ${tallies.length > 0 ? inTables : ""}${count(files, "file", "files")}.`);
  if (missing.length === 0) return;
  console.error(
    `taskdesk: couldn't copy ${count(missing.length, "attached file that was", "attached files that were")} already missing or damaged, such as ${missing[0]}. Everything else was copied.`,
  );
  process.exitCode = 2;
}
