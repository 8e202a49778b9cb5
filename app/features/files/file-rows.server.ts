import { sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { JobHandler } from "~/features/jobs/job-queue.server";
import { planJob } from "~/features/jobs/job-queue.server";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { log } from "~/lib/log.server";
import type { FileStore, ReceivedFile } from "./file-store.server";
import { OTHER_TYPE } from "./picture.server";
import { clearIncoming } from "./receive-file.server";

/*
 * Files and their rows. The store goes first and the row second, so that a row always has its file; whoever touches one
 * holds the row of `file` until the transaction ends, so that nobody removes what somebody else is just putting there.
 * A server that is killed in between leaves a file without a row at worst, which the sweeper finds.
 */

/** Puts a received file into the store and into the table, as a part of the transaction that needs it. */
export async function keepFile(tx: Tx, store: FileStore, file: ReceivedFile, now: number): Promise<void> {
  const { sha256, size, type, width, height } = file;
  await tx
    .insertInto("file")
    .values({ sha256, size, type, width, height, created_at: now })
    .onConflict((conflict) => conflict.column("sha256").doUpdateSet({ size, type, width, height, created_at: now }))
    .execute();
  await store.put(file);
}

/** Every file the database names, by its hash. */
export async function namedFiles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("file").select("sha256").orderBy("sha256").execute();
  return rows.map(({ sha256 }) => sha256);
}

const DROP_FILES = "drop_files";

/** Who needs a file, by its hash: attachments, and sites whose logo it is. */
const isNeeded = sql<0 | 1>`case
  when exists (select 1 from attachment where attachment.sha256 = file.sha256)
    or exists (select 1 from site where site.logo = file.sha256) then 1
  else 0 end`.as("needed");

/** After this transaction, files among these that nothing needs any more are removed from table and store. */
export async function dropFilesAfterwards(tx: Tx, sha256s: readonly (string | null)[], now: number): Promise<void> {
  const files = [...new Set(sha256s)].filter((sha256) => sha256 !== null);
  if (files.length > 0) await planJob(tx, { kind: DROP_FILES, runAt: now, payload: { files } }, now);
}

/** Removes one file unless something needs it or it was put there at `since` or later. */
async function dropFile(tx: Tx, store: FileStore, sha256: string, since: number): Promise<void> {
  // A file without a row gets one, to hold on to.
  await tx
    .insertInto("file")
    .values({ sha256, size: 0, type: OTHER_TYPE, width: null, height: null, created_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await forUpdate(
    tx,
    tx.selectFrom("file").select("created_at").where("sha256", "=", sha256),
  ).executeTakeFirst();
  if (!row || row.created_at >= since) return;
  // Asked for itself, of what others have done before they let go of the row.
  const { needed } = await tx
    .selectFrom("file")
    .select(isNeeded)
    .where("sha256", "=", sha256)
    .executeTakeFirstOrThrow();
  if (needed) return;
  await store.remove(sha256);
  await tx.deleteFrom("file").where("sha256", "=", sha256).execute();
}

/** A sixteenth of the store at a time, by the clock: each file is looked at every 80 minutes, and no sweep takes long. */
export const SWEEP_EVERY_MS = 5 * MINUTE_MS;
const digitAt = (now: number) => (Math.floor(now / SWEEP_EVERY_MS) % 16).toString(16);

/**
 * Brings store and table together for the files whose turn it is: those older than an hour that nothing needs go,
 * with or without a row, and so do arrivals that were cut off. What is needed and not there is reported;
 * nothing but a backup can bring it back.
 */
export async function sweepFiles(tx: Tx, store: FileStore, incoming: string, now: number): Promise<void> {
  const before = now - HOUR_MS;
  const digit = digitAt(now);
  await clearIncoming(incoming, before);

  const rows = await tx
    .selectFrom("file")
    .select(["sha256", "created_at", isNeeded])
    .where("sha256", ">=", digit)
    .where("sha256", "<", `${digit}g`)
    .execute();
  const missing = new Map(rows.map((row) => [row.sha256, row]));
  const known = new Set(missing.keys());
  for await (const { sha256, changedAt } of store.list(digit)) {
    missing.delete(sha256);
    if (!known.has(sha256) && changedAt < before) await dropFile(tx, store, sha256, before);
  }
  for (const { sha256, needed, created_at } of rows) {
    if (!needed && created_at < before) await dropFile(tx, store, sha256, before);
    else if (needed && missing.has(sha256))
      log.error({ sha256 }, "A file that is attached to a message, or a logo, is missing");
  }
}

/** What the jobs of this room do. */
export const fileJobs = (store: FileStore): Record<string, JobHandler> => ({
  async [DROP_FILES](tx, { files }) {
    for (const sha256 of files as string[]) await dropFile(tx, store, sha256, Number.POSITIVE_INFINITY);
  },
});
