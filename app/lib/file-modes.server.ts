import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/*
 * Keeps the data folder private to the account that runs Taskdesk: database, attached files and secret.
 */

const OTHERS = 0o077;

/** Makes all files this process creates from now on private to its account. */
export const keepFilesPrivate = () => void process.umask(OTHERS);

/**
 * Removes other accounts' access to a data folder and its files. Returns whether there was any. In a folder that was
 * closed already only the database and the secret are checked. Files of another account stay as they are.
 */
export function tightenFiles(dataDir: string): boolean {
  const wasOpen = tighten(dataDir);
  const names = readdirSync(dataDir);
  const own = names.filter((name) => wasOpen || /^(?:secret|taskdesk\.db)/.test(name));
  return own.map((name) => tightenAll(join(dataDir, name))).includes(true) || wasOpen;
}

function tightenAll(path: string): boolean {
  const tightened = tighten(path);
  if (!lstatSync(path).isDirectory()) return tightened;
  return (
    readdirSync(path)
      .map((name) => tightenAll(join(path, name)))
      .includes(true) || tightened
  );
}

function tighten(path: string): boolean {
  const { mode, uid } = lstatSync(path);
  const isLink = (mode & 0o170000) === 0o120000;
  if (isLink || (mode & OTHERS) === 0 || (process.getuid?.() !== 0 && process.getuid?.() !== uid)) return false;
  chmodSync(path, mode & 0o7700);
  return true;
}
