import { setTimeout } from "node:timers/promises";
import { logTrouble, logUnexpected } from "~/lib/log.server";
import { StorageAway } from "~/lib/storage-unavailable.server";
import * as say from "./db-copy";

/**
 * What can be wrong with a database that is no mistake of ours, or with a storage of files elsewhere:
 *
 * away       it does not answer, or ended the connection: being started, out of reach, or refusing us
 * busy       somebody else holds what is wanted for longer than we wait
 * slow       it took longer than a statement may
 * full       there is no room for what should be kept
 * read_only  nothing can be written
 * failing    the disk can't be read or written
 * no_files   the storage of attached files does not answer, or refuses us
 */
type DatabaseTrouble = "away" | "busy" | "slow" | "full" | "read_only" | "failing" | "no_files";

/** By the beginning of a code: of SQLite, of PostgreSQL (five signs, the first two a class), or of the system on the way there. */
const BY_CODE: readonly [RegExp, DatabaseTrouble][] = [
  [/^SQLITE_(BUSY|LOCKED)|^(55P03|40001|40P01)$/, "busy"],
  [/^57014$/, "slow"],
  [/^SQLITE_FULL|^53100$/, "full"],
  [/^SQLITE_READONLY|^25006$/, "read_only"],
  [/^SQLITE_(IOERR|CANTOPEN|CORRUPT|NOTADB)|^58...$|^XX00[12]$/, "failing"],
  [/^(08|28|3D|53|57)...$|^25P03$/, "away"],
];

/** Error codes of file operations, unless the code that hit the error handles it. */
const BY_DISK_CODE: readonly [RegExp, DatabaseTrouble][] = [
  [/^(ENOSPC|EDQUOT|EFBIG)$/, "full"],
  [/^EROFS$/, "read_only"],
  [/^(EIO|EACCES|EPERM|EMFILE|ENFILE)$/, "failing"],
];

/** Of a connection. The same codes come from elsewhere, files for one, but then with the name of a call that is no connection's. */
const OF_THE_NETWORK = /^(ECONN|ENOTFOUND$|EAI_|ETIMEDOUT$|EHOST|ENET|EPIPE$)/;
const CALLS = ["connect", "read", "write", "getaddrinfo"];

/** What Node says where somebody who was sending something has gone, with the code of a connection that broke. */
const isOfARequest = ({ message, syscall }: NodeJS.ErrnoException) => message === "aborted" && syscall === undefined;

/** What pg says without a code. */
const OF_PG =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired)/;

/** Which trouble of the database this error tells of; null for any other error. */
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

/** What is said of a database that cannot be used, by what is wrong with it. Nothing of its inside. */
const TROUBLES: Record<DatabaseTrouble, { status: number; statusText: string; message: string }> = {
  away: unavailable(say.databaseIsAway),
  busy: unavailable(say.databaseIsBusy),
  slow: unavailable(say.databaseIsSlow),
  read_only: unavailable(say.databaseIsReadOnly),
  failing: unavailable(say.diskIsFailing),
  no_files: unavailable(say.filesAreAway),
  full: { status: 507, statusText: say.insufficientStorage, message: say.noRoomLeft },
};

function unavailable(message: string) {
  return { status: 503, statusText: say.serviceUnavailable, message };
}

/**
 * The answer to a request that this trouble stopped. `sent`: it was to change something, of which nobody knows whether it
 * happened when the connection broke; a form that is sent again does nothing twice (db/request-key).
 */
export function troubled(trouble: DatabaseTrouble, sent: boolean) {
  const answer = TROUBLES[trouble];
  return sent && trouble === "away" ? { ...answer, message: say.databaseIsAwaySent } : answer;
}

/** How long a page waits for a write it doesn't need. */
const PATIENCE_MS = 200;

/**
 * Waits briefly for a write that a page doesn't need, such as read marks, so that reading works while the database is locked
 * or read-only. The write continues on its own. Undefined when it takes longer or fails; failures are logged.
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
