import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Raw, rawOf } from "./connect.server";
import * as say from "./db-copy";
import { reindexTasks } from "./search-index.server";
import type { Db } from "./types";

/*
 * One copier of everything a desk has in its database, from any engine to any: backups of PostgreSQL, restores and moves are
 * the same work. Tables come from the databases themselves, so that no migration has to think of it.
 */

/** The copy is not what it should be, in a sentence for whoever started it. The target is as it was. */
export class DeskCopyError extends Error {
  override name = "DeskCopyError";
}

/** A database inside of a transaction; `raw` is what it runs on. */
export type Moment = { tx: Db; raw: Raw };

/** What a table has: how many rows, and a checksum of all of them, whatever their order. */
type Tally = { rows: number; sum: string };

/** By the name of the table. Two desks with equal fingerprints have equal rows, on whatever engine. */
export type Fingerprint = Record<string, Tally>;

type Value = string | number | null;
type Row = Value[];
type Table = { name: string; columns: string[] };

export type CopyStep = "copying" | "indexing" | "checking";
/** Told after every few hundred rows (or, while indexing, tasks) how many there were in this step. */
export type Tell = (step: CopyStep, done: number) => void;

/** The index of tasks, which each engine keeps in its own way: made anew of the other tables. */
const INDEX = /^task_search/;
const NO_INDEX = /^(?!task_search)/;

/** Tables that aren't part of a desk: the search index, and the note in a backup (backup-note.server). */
const INTERNAL_TABLES = /^task_search|^backup_note$/;

const ROWS_AT_ONCE = 500;

/** Runs `work` on the database as it is now, whatever others write meanwhile. They wait for nothing. */
export async function asOfNow<T>(db: Db, work: (moment: Moment) => Promise<T>): Promise<T> {
  const raw = rawOf(db);
  if (raw.engine === "postgres") {
    const transaction = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
    return transaction.execute((tx) => withoutLimits(tx).then(() => work({ tx, raw })));
  }
  raw.handle.exec("begin"); // Kysely's own would keep writers out
  try {
    raw.handle.prepare("select count(*) from sqlite_master").get(); // from here on it is of this moment
    return await work({ tx: db, raw });
  } finally {
    raw.handle.exec("rollback");
  }
}

/** What a server gives up after some seconds is minutes of work here. */
const withoutLimits = (tx: Db) =>
  sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(tx);

/** Whether anybody or anything is in this desk beside what migrations put there. */
export async function hasData(db: Db): Promise<boolean> {
  const person = await db.selectFrom("user").select("id").limit(1).executeTakeFirst();
  return person !== undefined || (await db.selectFrom("task").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Fills `target`, which has the same steps of migration, with everything that is in `from`, and nothing else: what it had
 * before is gone. Compares every row afterwards. All of it is one transaction: `DeskCopyError` leaves the target as it was.
 */
export async function copyDesk(from: Moment, target: Db, tell: Tell): Promise<Fingerprint> {
  const raw = rawOf(target);
  return target.transaction().execute(async (tx) => {
    const to: Moment = { tx, raw };
    if (raw.engine === "postgres") await withoutLimits(tx);
    const tables = await tablesOf(from);
    if (JSON.stringify(tables) !== JSON.stringify(await tablesOf(to))) {
      throw new DeskCopyError("The two databases have different tables. Start Taskdesk once on each of them first.");
    }
    const checkReferences = await withoutReferences(to);
    const putTriggersBack = await withoutTriggers(to, tables);
    const putIndexesBack = await withoutIndexes(to);
    await clear(to, tables);
    const copied = await copyRows(from, to, tables, tell);
    await putIndexesBack(NO_INDEX);
    await putTriggersBack();
    await checkReferences();
    await setLastNumbers(to, await lastNumbersOf(from));
    // PostgreSQL would plan by what it knew of empty tables, here as later. SQLite is taught nothing (build-scripts/seed).
    if (raw.engine === "postgres") await sql`analyze`.execute(tx);
    await index(to, tell);
    await putIndexesBack(INDEX);
    mustBeEqual(copied, await fingerprintOf(to, tell));
    if (raw.engine === "postgres") await sql`analyze task_search`.execute(tx);
    return copied;
  });
}

/** What is in all tables but the index. */
export async function fingerprintOf(moment: Moment, tell: Tell = () => {}): Promise<Fingerprint> {
  const fingerprint: Fingerprint = {};
  let done = 0;
  for (const table of await tablesOf(moment)) {
    const tally = newTally();
    for await (const rows of rowsOf(moment, table)) {
      for (const row of rows) tally.add(row);
      done += rows.length;
      tell("checking", done);
    }
    fingerprint[table.name] = tally.end();
  }
  return fingerprint;
}

/** The first table that differs, in words such as "message has different rows"; null if all match. */
export function differenceOf(wanted: Fingerprint, found: Fingerprint): string | null {
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const [a, b] = [wanted[name], found[name]];
    if (a?.sum === b?.sum && a?.rows === b?.rows) continue;
    return a?.rows === b?.rows ? say.otherRows(name) : say.wrongNumberOfRows(name, b?.rows ?? 0, a?.rows ?? 0);
  }
  return null;
}

/** Throws `DeskCopyError` naming the first table that differs. */
export function mustBeEqual(wanted: Fingerprint, found: Fingerprint): void {
  const difference = differenceOf(wanted, found);
  if (difference === null) return;
  throw new DeskCopyError(`The copy differs from the original: ${difference}. It was discarded.`);
}

/** A short name for the whole: equal for equal desks. Twelve hexadecimal digits. */
export const sumOf = (fingerprint: Fingerprint) => {
  const sorted = Object.entries(fingerprint).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 12);
};

/** A sum that does not mind the order of rows, because engines do not sort alike. Rows of a table differ: they have keys. */
function newTally() {
  const sum = new Uint8Array(32);
  let rows = 0;
  return {
    add(row: Row) {
      const hash = createHash("sha256").update(JSON.stringify(row)).digest();
      for (let at = 0; at < 32; at++) (sum[at] as number) ^= hash[at] as number;
      rows++;
    },
    end: (): Tally => ({ rows, sum: Buffer.from(sum).toString("hex") }),
  };
}

/** Every table with its columns, both by name. */
async function tablesOf({ tx, raw }: Moment): Promise<Table[]> {
  const own =
    raw.engine === "sqlite" ? null : (await sql<{ name: string }>`select current_schema() as name`.execute(tx)).rows[0];
  const all = await tx.introspection.getTables();
  return all
    .filter(
      ({ name, schema, isView }) => !isView && !INTERNAL_TABLES.test(name) && (own === null || schema === own?.name),
    )
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name).sort() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const quoted = (name: string) => `"${name}"`;
const listed = (names: readonly string[]) => names.map(quoted).join(", ");

/** All rows of a table, some hundred at a time: steady memory, however many there are. */
async function* rowsOf({ tx, raw }: Moment, { name, columns }: Table): AsyncGenerator<Row[]> {
  const select = `select ${listed(columns)} from ${quoted(name)}`;
  if (raw.engine === "sqlite") {
    let rows: Row[] = [];
    for (const row of raw.handle.prepare(select).raw().iterate()) {
      if (rows.push(row as Row) < ROWS_AT_ONCE) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
    return;
  }
  await sql.raw(`declare desk_rows no scroll cursor for ${select}`).execute(tx);
  for (;;) {
    const { rows } = await sql<Record<string, Value>>`fetch ${sql.raw(String(ROWS_AT_ONCE))} from desk_rows`.execute(
      tx,
    );
    if (rows.length === 0) break;
    yield rows.map((row) => columns.map((column) => row[column] as Value));
  }
  await sql`close desk_rows`.execute(tx);
}

async function copyRows(from: Moment, to: Moment, tables: readonly Table[], tell: Tell): Promise<Fingerprint> {
  const copied: Fingerprint = {};
  let done = 0;
  for (const table of tables) {
    const tally = newTally();
    const write = writerFor(to, table);
    for await (const rows of rowsOf(from, table)) {
      for (const row of rows) tally.add(row);
      await write(rows).catch((cause) => {
        throw new DeskCopyError(`Rows of ${table.name} could not be written (${cause.message}).`, { cause });
      });
      done += rows.length;
      tell("copying", done);
    }
    copied[table.name] = tally.end();
  }
  return copied;
}

function writerFor({ tx, raw }: Moment, { name, columns }: Table): (rows: Row[]) => Promise<unknown> {
  const into = `insert into ${quoted(name)} (${listed(columns)})`;
  if (raw.engine === "sqlite") {
    const insert = raw.handle.prepare(`${into} values (${columns.map(() => "?").join(", ")})`);
    return async (rows) => {
      for (const row of rows) insert.run(row);
    };
  }
  // One value for all rows: hundreds of parameters take longer to bind than rows to write.
  const beginning = sql.raw(`${into} select ${listed(columns)} from json_populate_recordset(null::${quoted(name)},`);
  return (rows) => {
    const records = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
    return sql`${beginning} ${JSON.stringify(records)}::json)`.execute(tx);
  };
}

/**
 * From here on rows may come before those they name; what is answered judges all of them. A task names tasks and a person
 * persons, so that no order of tables or rows would do.
 */
async function withoutReferences({ tx, raw }: Moment): Promise<() => Promise<void>> {
  if (raw.engine === "sqlite") {
    raw.handle.pragma("defer_foreign_keys = ON");
    return async () => {
      const [broken] = raw.handle.pragma("foreign_key_check") as { table: string; parent: string }[];
      if (broken) throw new DeskCopyError(`A row of ${broken.table} names one of ${broken.parent} that is not there.`);
    };
  }
  await sql`set local lock_timeout = '10s'`.execute(tx); // somebody who still works here is not waited for
  const { rows: references } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx);
  for (const { table, name } of references) {
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(tx);
  }
  return async () => {
    for (const { table, name, definition } of references) {
      await sql
        .raw(`alter table ${table} add constraint ${name} ${definition}`)
        .execute(tx)
        .catch((cause) => {
          throw new DeskCopyError(`A row of ${table} names one that is not there (${cause.message}).`, { cause });
        });
    }
  };
}

/** What triggers do has been done where the rows come from. */
async function withoutTriggers({ tx, raw }: Moment, tables: readonly Table[]): Promise<() => Promise<void>> {
  if (raw.engine === "sqlite") {
    const triggers = raw.handle.prepare("select name, sql from sqlite_master where type = 'trigger'").all();
    for (const { name } of triggers as { name: string }[]) raw.handle.exec(`drop trigger ${quoted(name)}`);
    return async () => {
      for (const { sql: definition } of triggers as { sql: string }[]) raw.handle.exec(definition);
    };
  }
  const each = async (what: "disable" | "enable") => {
    for (const { name } of tables) await sql.raw(`alter table ${quoted(name)} ${what} trigger user`).execute(tx);
  };
  await each("disable");
  return () => each("enable");
}

/**
 * PostgreSQL makes an index of all rows at once in a fraction of the time of one after the other, that of words above all.
 * Keys stay: the index of tasks is written by them. What is answered makes those `of` some tables again.
 */
async function withoutIndexes({ tx, raw }: Moment): Promise<(of: RegExp) => Promise<void>> {
  if (raw.engine === "sqlite") return async () => {};
  const { rows } = await sql<{ table: string; index: string; definition: string }>`
    select tablename as table, quote_ident(indexname) as index, indexdef as definition from pg_indexes
    where schemaname = current_schema() and not exists (
      select 1 from pg_constraint where conname = indexname and connamespace = current_schema()::regnamespace)`.execute(
    tx,
  );
  for (const { index } of rows) await sql.raw(`drop index ${index}`).execute(tx);
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
  return async (of) => {
    for (const { definition } of rows.filter(({ table }) => of.test(table))) await sql.raw(definition).execute(tx);
  };
}

async function clear({ tx, raw }: Moment, tables: readonly Table[]) {
  if (raw.engine === "postgres") {
    await sql.raw(`truncate ${listed([...tables.map(({ name }) => name), "task_search"])}`).execute(tx);
    return;
  }
  for (const { name } of tables) raw.handle.exec(`delete from ${quoted(name)}`);
  raw.handle.exec("insert into task_search (task_search) values ('delete-all')");
}

/** The last number each table has given, which is not always one that is still there: none is given twice. */
async function lastNumbersOf({ tx, raw }: Moment): Promise<Map<string, number>> {
  if (raw.engine === "sqlite") {
    const rows = raw.handle.prepare("select name, seq from sqlite_sequence").all() as { name: string; seq: number }[];
    return new Map(rows.map(({ name, seq }) => [name, seq]));
  }
  const numbers = new Map<string, number>();
  for (const { table, sequence } of await sequencesOf(tx)) {
    const { rows } = await sql<{ n: number }>`
      select case when is_called then last_value else 0 end as n from ${sql.raw(sequence)}`.execute(tx);
    numbers.set(table, rows[0]?.n ?? 0);
  }
  return numbers;
}

async function setLastNumbers({ tx, raw }: Moment, numbers: Map<string, number>) {
  if (raw.engine === "sqlite") {
    raw.handle.exec("delete from sqlite_sequence");
    const insert = raw.handle.prepare("insert into sqlite_sequence (name, seq) values (?, ?)");
    for (const [name, last] of numbers) if (last > 0) insert.run(name, last);
    return;
  }
  for (const { table, sequence } of await sequencesOf(tx)) {
    const last = numbers.get(table) ?? 0;
    await sql`select setval(${sequence}::regclass, ${Math.max(last, 1)}, ${last > 0})`.execute(tx);
  }
}

async function sequencesOf(tx: Db) {
  const { rows } = await sql<{ table: string; sequence: string }>`
    select table_name as table, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`.execute(tx);
  return rows;
}

async function index({ tx }: Moment, tell: Tell) {
  let done = 0;
  for (let last = 0; ; ) {
    const page = tx.selectFrom("task").select("id").where("id", ">", last).orderBy("id").limit(ROWS_AT_ONCE);
    const ids = (await page.execute()).map(({ id }) => id);
    if (ids.length === 0) return;
    await reindexTasks(tx, ids);
    last = ids.at(-1) as number;
    done += ids.length;
    tell("indexing", done);
  }
}
