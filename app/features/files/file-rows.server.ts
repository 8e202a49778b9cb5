import { sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type JobHandler, planJob } from "~/features/jobs/job-queue.server";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { log } from "~/lib/log.server";
import type { FileStore, ReceivedFile } from "./file-store.server";
import { OTHER_TYPE } from "./picture.server";
import { clearIncoming } from "./receive-file.server";

/*
 * Files and their rows. Adding or removing a file locks its `file` row until the transaction ends. So a removal can't race
 * with an upload of the same content. The row commits after the file is stored, so every row has its file. A crash in
 * between leaves at worst a file without a row, which the sweeper deletes.
 */

/** Adds a received file to the table and the store, in the transaction that needs it. */
export async function keepFile(tx: Tx, store: FileStore, file: ReceivedFile, now: number): Promise<void> {
  const { sha256, size, type, width, height } = file;
  await tx
    .insertInto("file")
    .values({ sha256, size, type, width, height, created_at: now })
    .onConflict((conflict) => conflict.column("sha256").doUpdateSet({ size, type, width, height, created_at: now }))
    .execute();
  await store.put(file);
}

export async function namedFiles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("file").select("sha256").orderBy("sha256").execute();
  return rows.map(({ sha256 }) => sha256);
}

const DROP_FILES = "drop_files";

/** Whether an attachment, a site's logo or an email's source uses the file. */
const isNeeded = sql<0 | 1>`case
  when exists (select 1 from attachment where attachment.sha256 = file.sha256)
    or exists (select 1 from site where site.logo = file.sha256)
    or exists (select 1 from inbound_mail where inbound_mail.sha256 = file.sha256) then 1
  else 0 end`.as("needed");

/** Schedules removal of those files that nothing uses once this transaction has committed. */
export async function dropFilesAfterwards(tx: Tx, sha256s: readonly (string | null)[], now: number): Promise<void> {
  const files = [...new Set(sha256s)].filter((sha256) => sha256 !== null);
  if (files.length > 0) await planJob(tx, { kind: DROP_FILES, runAt: now, payload: { files } }, now);
}

/** Removes a file unless it is in use or was stored at `since` or later. */
async function dropFile(tx: Tx, store: FileStore, sha256: string, since: number): Promise<void> {
  // A file without a row gets one, to lock.
  await tx
    .insertInto("file")
    .values({ sha256, size: 0, type: OTHER_TYPE, width: null, height: null, created_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = tx.selectFrom("file").where("sha256", "=", sha256);
  const row = await forUpdate(tx, stored.select("created_at")).executeTakeFirst();
  if (!row || row.created_at >= since) return;
  // A separate query, so it sees what other transactions committed before we got the lock.
  const { needed } = await stored.select(isNeeded).executeTakeFirstOrThrow();
  if (needed) return;
  await store.remove(sha256);
  await tx.deleteFrom("file").where("sha256", "=", sha256).execute();
}

/** Each sweep covers a sixteenth of the store, chosen by the clock, so it is short. Each file is checked every 80 minutes. */
export const SWEEP_EVERY_MS = 5 * MINUTE_MS;
const digitAt = (now: number) => (Math.floor(now / SWEEP_EVERY_MS) % 16).toString(16);

/**
 * Deletes unused files older than an hour, with or without a row, and interrupted uploads. Logs files that are in use but
 * missing, which only a backup can restore.
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

export const fileJobs = (store: FileStore): Record<string, JobHandler> => ({
  async [DROP_FILES](tx, { files }) {
    for (const sha256 of files as string[]) await dropFile(tx, store, sha256, Number.POSITIVE_INFINITY);
  },
});
