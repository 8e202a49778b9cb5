import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/*
 * Everything in the data folder is for the account that runs Taskdesk alone: rows, attached files, the secret.
 */

const OTHERS = 0o077;

/** What this process writes from now on is for its own account only. */
export const keepFilesPrivate = () => void process.umask(OTHERS);

/**
 * Takes a data folder and what is in it away from other accounts. Answers whether there was anything to take away. A folder that
 * was closed keeps what is below it: nobody else got there. What belongs to another account stays as it is.
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
