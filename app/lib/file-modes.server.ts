import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";

/* Keeps the data folder private to the account that runs Taskdesk: database, attached files and secret. */

const OTHERS = 0o077;

/** Makes all files this process creates from now on private to its account. */
export const keepFilesPrivate = () => void process.umask(OTHERS);

/**
 * Removes other accounts' access to a data folder and its files. Returns whether there was any. If the folder was already
 * private, checks only the database, the secret and link targets. Skips files owned by another account.
 */
export function tightenFiles(dataDir: string): boolean {
  const folder = realpathSync(dataDir);
  const wasOpen = tighten(folder);
  const names = namesIn(folder);
  const own = names.filter((name) => wasOpen || /^(?:secret|taskdesk\.db)/.test(name));
  const tightened = own.map((name) => tightenAll(join(folder, name)));
  const elsewhere = names.flatMap((name) => linkedFrom(folder, name)).map(tightenOpen);
  return [wasOpen, ...tightened, ...elsewhere].includes(true);
}

/**
 * Returns the targets of a symbolic link of this name in the data folder. Empty for a link owned by another account: it
 * could lead anywhere.
 */
function linkedFrom(folder: string, name: string): string[] {
  if (!/^(?:files|backups|secret|taskdesk\.db)$/.test(name)) return [];
  const link = join(folder, name);
  const stats = statsOf(link);
  if (!stats?.isSymbolicLink() || stats.uid !== process.getuid?.()) return [];
  const target = ifThere(() => realpathSync(link));
  if (target === undefined) return [];
  return name === "taskdesk.db" ? [target, `${target}-wal`, `${target}-shm`] : [target];
}

/** Tightens a file or folder; skips the content of a folder that was already private. */
function tightenOpen(path: string): boolean {
  const wasOpen = tighten(path);
  if (wasOpen) tightenAll(path);
  return wasOpen;
}

function tightenAll(path: string): boolean {
  const stats = statsOf(path);
  const content = stats?.isDirectory() && isOurs(stats) ? namesIn(path) : [];
  return [tighten(path), ...content.map((name) => tightenAll(join(path, name)))].includes(true);
}

function tighten(path: string): boolean {
  const stats = statsOf(path);
  if (!stats || stats.isSymbolicLink() || (stats.mode & OTHERS) === 0 || !isOurs(stats)) return false;
  ifThere(() => chmodSync(path, stats.mode & 0o7700));
  return true;
}

const isOurs = ({ uid }: Stats) => process.getuid?.() === 0 || process.getuid?.() === uid;

const statsOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });

const namesIn = (folder: string) => ifThere(() => readdirSync(folder)) ?? [];

/** Undefined when the file is missing: a database's log disappears whenever another command ends. */
function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}
