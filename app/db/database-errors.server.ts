import { setTimeout } from "node:timers/promises";
import { logTrouble, logUnexpected } from "~/lib/log.server";
import { StorageAway } from "~/lib/storage-unavailable.server";
import * as say from "./db-copy";

/**
 * Failures of the database or file storage that aren't bugs:
 *
 * away       no response or a closed connection: starting up, unreachable, or refusing us
 * busy       another transaction holds a lock for longer than we wait
 * slow       statement timeout
 * full       no space left
 * read_only  nothing can be written
 * failing    the disk can't be read or written
 * no_files   file storage doesn't respond, or refuses us
 */
type DatabaseTrouble = "away" | "busy" | "slow" | "full" | "read_only" | "failing" | "no_files";

/** Codes of SQLite and PostgreSQL (five characters, the first two are the class). */
const BY_CODE: readonly [RegExp, DatabaseTrouble][] = [
  [/^SQLITE_(BUSY|LOCKED)|^(55P03|40001|40P01)$/, "busy"],
  [/^57014$/, "slow"],
  [/^SQLITE_FULL|^53100$/, "full"],
  [/^SQLITE_READONLY|^25006$/, "read_only"],
  [/^SQLITE_(IOERR|CANTOPEN|CORRUPT|NOTADB)|^58...$|^XX00[12]$/, "failing"],
  [/^(08|28|3D|53|57)...$|^25P03$/, "away"],
];

/** Error codes of file operations that their callers didn't handle. */
const BY_DISK_CODE: readonly [RegExp, DatabaseTrouble][] = [
  [/^(ENOSPC|EDQUOT|EFBIG)$/, "full"],
  [/^EROFS$/, "read_only"],
  [/^(EIO|EACCES|EPERM|EMFILE|ENFILE)$/, "failing"],
];

/** Connection error codes. Other operations, such as files, use the same codes, but with a `syscall` not in `CALLS`. */
const OF_THE_NETWORK = /^(ECONN|ENOTFOUND$|EAI_|ETIMEDOUT$|EHOST|ENET|EPIPE$)/;
const CALLS = ["connect", "read", "write", "getaddrinfo"];

/** Node's error for a browser that disconnects while sending; it has the code of a broken connection. */
const isOfARequest = ({ message, syscall }: NodeJS.ErrnoException) => message === "aborted" && syscall === undefined;

/** pg reports these without a code. */
const OF_PG =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired)/;

/** Classifies an error; null if it isn't about the database or file storage. */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof StorageAway) return "no_files";
  const { code, syscall, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  if (typeof code === "string") {
    const known = BY_CODE.find(([codes]) => codes.test(code));
    if (known) return known[1];
    const isOfAConnection = syscall === undefined ? !isOfARequest(error) : CALLS.includes(syscall);
    if (OF_THE_NETWORK.test(code) && isOfAConnection) return "away";
    const byDiskCode = syscall === undefined ? undefined : BY_DISK_CODE.find(([codes]) => codes.test(code));
    if (byDiskCode) return byDiskCode[1];
  } else if (OF_PG.test(error.message)) return "away";
  return databaseTrouble(cause);
}

/** Responses by trouble. They reveal nothing about the setup. */
const TROUBLES: Record<DatabaseTrouble, { status: number; statusText: string; message: string }> = {
  away: unavailable(say.databaseUnavailable),
  busy: unavailable(say.databaseIsBusy),
  slow: unavailable(say.databaseIsSlow),
  read_only: unavailable(say.databaseIsReadOnly),
  failing: unavailable(say.diskIsFailing),
  no_files: unavailable(say.filesUnavailable),
  full: { status: 507, statusText: say.insufficientStorage, message: say.diskIsFull },
};

function unavailable(message: string) {
  return { status: 503, statusText: say.serviceUnavailable, message };
}

/**
 * The response for a request that failed with this trouble. `sent`: it was a write, which may have happened before the
 * connection broke; sending the form again is safe (db/request-key).
 */
export function troubled(trouble: DatabaseTrouble, sent: boolean) {
  const answer = TROUBLES[trouble];
  return sent && trouble === "away" ? { ...answer, message: say.databaseUnavailableResend } : answer;
}

const PATIENCE_MS = 200;

/**
 * Waits briefly for a write that a page doesn't need, such as read marks. Pages then load while the database is locked or
 * read-only. The write continues on its own. Undefined when it takes longer or fails; failures are logged.
 */
export async function incidentally<T>(write: Promise<T>): Promise<T | undefined> {
  const written = write.catch((error: unknown) => {
    const trouble = databaseTrouble(error);
    if (trouble) logTrouble(error, trouble);
    else logUnexpected(error);
    return undefined;
  });
  return Promise.race([written, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
}
