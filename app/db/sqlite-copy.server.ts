import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { rawOf } from "./connect.server";
import { isLocked } from "./sqlite-lock-retry.server";
import type { Db } from "./types";

/**
 * Copies a SQLite database into a new file, page by page, without blocking writers. In a transaction that has already read,
 * the copy is of that snapshot. `target` appears only once complete, and only its owner can read it.
 */
export async function copySqlite(db: Db, target: string): Promise<void> {
  const raw = rawOf(db);
  if (raw.engine !== "sqlite") throw new Error("Only a SQLite database is copied page by page.");
  await writeAtomically(target, (unfinished) => raw.handle.backup(unfinished));
}

/**
 * Lets `write` create a database file under a temporary name, then renames it once complete and synced. Returns what `write`
 * returned.
 */
export async function writeAtomically<T>(target: string, write: (unfinished: string) => Promise<T>): Promise<T> {
  const unfinished = `${target}.${process.pid}.unfinished`; // several processes may start at once
  const leftovers = [unfinished, `${unfinished}-wal`, `${unfinished}-shm`, `${unfinished}-journal`];
  const tidy = () => {
    for (const file of leftovers) rmSync(file, { force: true });
  };
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  tidy();
  removeLeftovers(target);
  closeSync(openSync(unfinished, "wx", 0o600));
  try {
    const result = await write(unfinished);
    intoOneFile(unfinished);
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, target);
    sync(dirname(target));
    return result;
  } finally {
    tidy();
  }
}

/**
 * Claims a file name so that only one process writes to it. Returns a function that releases the claim; null if another
 * process has it.
 *
 * The claim is SQLite's lock on an empty file next to it. The system releases it even when the process is killed, and it
 * works across containers, where process ids mean nothing.
 */
export function claimName(target: string): (() => void) | null {
  const file = `${target}.claim`;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const handle = new SqliteDatabase(file, { timeout: 0 });
  try {
    chmodSync(file, 0o600);
    handle.pragma("journal_mode = MEMORY"); // no second file
    handle.exec("begin exclusive");
  } catch (error) {
    handle.close();
    if (isLocked(error)) return null;
    throw error;
  }
  return () => {
    rmSync(file, { force: true });
    handle.close();
  };
}

/** Removes unfinished copies of `target` that killed processes left. */
function removeLeftovers(target: string) {
  const name = basename(target);
  for (const file of readdirSync(dirname(target))) {
    const pid =
      file.startsWith(name) && /^\.(\d+)\.unfinished(?:-wal|-shm|-journal)?$/.exec(file.slice(name.length))?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(dirname(target), file), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH"; // EPERM: it runs under another account
  }
}

/** Leaves WAL mode, so the copy is a single file: a write-ahead log would have to travel with it. */
function intoOneFile(file: string) {
  const handle = new SqliteDatabase(file);
  try {
    handle.pragma("journal_mode = DELETE");
  } finally {
    handle.close();
  }
  sync(file);
}

function sync(path: string) {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The data folder's backups from before upgrades and restores. */
export const backupsIn = (dataDir: string) => join(dataDir, "backups");

const UPGRADES_KEPT = 3;

/** A file name with the time in UTC, which sorts by time: `before-upgrade-2026-11-23T11-44-16.db`. */
export const momentName = (what: string, now: number) =>
  `${what}-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}.db`;

/** Backs up a SQLite database before an upgrade and deletes all but the last few backups. Returns the new file. */
export async function keepBeforeUpgrade(db: Db, dataDir: string, now: number): Promise<string> {
  const folder = backupsIn(dataDir);
  const file = join(folder, momentName("before-upgrade", now));
  await copySqlite(db, file);
  const kept = (await readdir(folder)).filter((name) => /^before-upgrade-.*\.db$/.test(name)).sort();
  for (const name of kept.slice(0, -UPGRADES_KEPT)) await rm(join(folder, name), { force: true });
  return file;
}
