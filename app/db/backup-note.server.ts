import { sql } from "kysely";
import type { Fingerprint } from "./copy-desk.server";
import type { Db } from "./types";

/*
 * A note inside each backup with the checksums of its rows. It lets a restore find damage that SQLite's own check can't see,
 * such as a flipped byte in a text. The note is a table that a live desk never has.
 */

/** `missing`: hashes of attached files that were already missing or damaged when the backup was made. */
type BackupNote = { fingerprint: Fingerprint; missing: string[] };

export async function writeBackupNote(backup: Db, note: BackupNote): Promise<void> {
  await sql`create table backup_note (note text not null)`.execute(backup);
  await sql`insert into backup_note (note) values (${JSON.stringify(note)})`.execute(backup);
}

/** Removes the note from a copy of a backup and returns it. Null for a backup from before notes existed. */
export async function takeBackupNote(copy: Db): Promise<BackupNote | null> {
  const tables = await sql`select 1 from sqlite_master where type = 'table' and name = 'backup_note'`.execute(copy);
  if (tables.rows.length === 0) return null;
  const { rows } = await sql<{ note: string }>`select note from backup_note`.execute(copy);
  await sql`drop table backup_note`.execute(copy);
  return rows[0] ? (JSON.parse(rows[0].note) as BackupNote) : null;
}
