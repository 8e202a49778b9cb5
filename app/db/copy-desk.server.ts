import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Raw, rawOf } from "./connect.server";
import * as say from "./db-copy";
import { reindexTasks } from "./search-index.server";
import type { Db } from "./types";

/*
 * Copies a whole desk between databases of any engine, for PostgreSQL backups, restores and moves. It reads the tables from
 * the schema, so migrations needn't update it.
 */

/** The copy failed and the target is unchanged. The message is for the admin who ran the command. */
export class DeskCopyError extends Error {
  override name = "DeskCopyError";
}

export type Moment = { tx: Db; raw: Raw };

/** A table's row count and order-independent checksum. */
type Tally = { rows: number; sum: string };

/** Tallies by table. Desks with equal fingerprints have equal rows, on any engine. */
export type Fingerprint = Record<string, Tally>;

type Value = string | number | null;
type Row = Value[];
type Table = { name: string; columns: string[] };

export type CopyStep = "copying" | "indexing" | "checking";
/** Progress callback, called every few hundred rows (tasks while indexing) with the step's count so far. */
export type Tell = (step: CopyStep, done: number) => void;

/** The search index, whose format depends on the engine, so it is rebuilt instead of copied. */
const INDEX = /^task_search/;
const NO_INDEX = /^(?!task_search)/;

/** Tables that aren't part of a desk: the search index, and the note in a backup (backup-note.server). */
const INTERNAL_TABLES = /^task_search|^backup_note$/;

const ROWS_AT_ONCE = 500;

/** Runs `work` on a read-only snapshot without blocking writers. */
export async function inSnapshot<T>(db: Db, work: (moment: Moment) => Promise<T>): Promise<T> {
  const raw = rawOf(db);
  if (raw.engine === "postgres") {
    const transaction = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
    return transaction.execute((tx) => withoutLimits(tx).then(() => work({ tx, raw })));
  }
  raw.handle.exec("begin"); // a Kysely transaction would block writers
  try {
    raw.handle.prepare("select count(*) from sqlite_master").get(); // the first read takes the snapshot
    return await work({ tx: db, raw });
  } finally {
    raw.handle.exec("rollback");
  }
}

/** Lifts timeouts meant for requests: a copy takes minutes. */
const withoutLimits = (tx: Db) =>
  sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(tx);

export async function hasData(db: Db): Promise<boolean> {
  const person = await db.selectFrom("user").select("id").limit(1).executeTakeFirst();
  return person !== undefined || (await db.selectFrom("task").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Replaces everything in `target` with the contents of `from`, then verifies every row. Both need the same migrations. Runs
 * in one transaction: `DeskCopyError` leaves the target unchanged. `finish` runs last, and may change the copy.
 */
export async function copyDesk(
  from: Moment,
  target: Db,
  tell: Tell,
  finish: (tx: Db) => Promise<void> = async () => {},
): Promise<Fingerprint> {
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
    // PostgreSQL's planner would still assume empty tables, below and later. SQLite needs no statistics (build-scripts/seed).
    if (raw.engine === "postgres") await sql`analyze`.execute(tx);
    await index(to, tell);
    await putIndexesBack(INDEX);
    mustBeEqual(copied, await fingerprintOf(to, tell));
    if (raw.engine === "postgres") await sql`analyze task_search`.execute(tx);
    await finish(tx);
    return copied;
  });
}

/** Computes the fingerprint of all tables except internal ones. */
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

/** Describes the first table that differs, such as "message has different rows"; null if all match. */
export function differenceOf(wanted: Fingerprint, found: Fingerprint): string | null {
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const [a, b] = [wanted[name], found[name]];
    if (a?.sum === b?.sum && a?.rows === b?.rows) continue;
    return a?.rows === b?.rows ? say.differentRows(name) : say.wrongNumberOfRows(name, b?.rows ?? 0, a?.rows ?? 0);
  }
  return null;
}

export function mustBeEqual(wanted: Fingerprint, found: Fingerprint): void {
  const difference = differenceOf(wanted, found);
  if (difference === null) return;
  throw new DeskCopyError(`The copy differs from the original: ${difference}. It was discarded.`);
}

/** A short checksum of a fingerprint: twelve hexadecimal digits. */
export const sumOf = (fingerprint: Fingerprint) => {
  const sorted = Object.entries(fingerprint).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 12);
};

/** An order-independent checksum, because engines sort differently. XOR is safe because keys make all rows distinct. */
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

/** The desk's tables with their columns, both sorted by name. */
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

/** Streams a table's rows in batches, in constant memory. */
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
        throw new DeskCopyError(`Rows of ${table.name} couldn't be written (${cause.message}).`, { cause });
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
  // One JSON parameter for all rows: binding hundreds of parameters takes longer than writing the rows.
  const beginning = sql.raw(`${into} select ${listed(columns)} from json_populate_recordset(null::${quoted(name)},`);
  return (rows) => {
    const records = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
    return sql`${beginning} ${JSON.stringify(records)}::json)`.execute(tx);
  };
}

/**
 * Suspends foreign keys and returns a function that checks and restores them. Tasks refer to tasks and people to people, so
 * no insert order would work.
 */
async function withoutReferences({ tx, raw }: Moment): Promise<() => Promise<void>> {
  if (raw.engine === "sqlite") {
    raw.handle.pragma("defer_foreign_keys = ON");
    return async () => {
      const [broken] = raw.handle.pragma("foreign_key_check") as { table: string; parent: string }[];
      if (broken) throw new DeskCopyError(`A row of ${broken.table} refers to a missing row of ${broken.parent}.`);
    };
  }
  await sql`set local lock_timeout = '10s'`.execute(tx); // don't wait for a server that still uses the database
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
          throw new DeskCopyError(`A row of ${table} refers to a missing row (${cause.message}).`, { cause });
        });
    }
  };
}

/** Disables triggers and returns a function that restores them. Their effects are already in the copied rows. */
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
 * Drops indexes and returns a function that recreates those of matching tables. PostgreSQL builds an index over all rows far
 * faster than row by row, above all the search index. Keys stay, because indexing tasks needs them.
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

/** The last id each table assigned, even if its row is deleted, so the copy never reuses an id. */
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
