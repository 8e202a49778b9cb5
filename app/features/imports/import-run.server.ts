import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { engineOf } from "~/db/engine.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { clockTermsChanged } from "~/features/service-levels/policies-changed.server";
import { columnsInMap, type ImportMap } from "./csv-column-map.server";
import { type CsvFile, openCsvFile, refuseWrongHeader } from "./csv-file.server";
import { applyRows, type ImportContext, sorted } from "./import-apply.server";
import { findPeople, noteRoles, peopleOf, personKey, type Roles } from "./import-people.server";
import { ImportRefusal, ROWS_PER_TRANSACTION } from "./import-refusal";
import { type ImportRow, type ReadRow, rowReader } from "./import-rows.server";
import { FieldMemory, knownKeys } from "./previously-imported.server";

type Kind = "row" | "task" | "person";

/**
 * A set of keys seen in a check, to count the tasks and people an import would create. On disk, because a file may have
 * millions.
 */
class ImportTally {
  readonly #db = new SqliteDatabase(""); // spills into a temporary file when it outgrows its cache, and is deleted on close
  readonly #insert: SqliteDatabase.Statement<[bigint]>;

  constructor() {
    this.#db.pragma("journal_mode = OFF");
    this.#db.pragma("synchronous = OFF");
    this.#db.pragma(`cache_size = ${-32 * 1024}`); // KiB
    // 64 bits of a hash instead of the key: ten million keys collide with a chance of 1 in 300,000.
    this.#db.exec("create table seen (hash integer primary key); begin");
    this.#insert = this.#db.prepare("insert or ignore into seen values (?)");
  }

  /** Adds a key and returns whether it was new. */
  isNew(kind: Kind, key: string): boolean {
    const hash = createHash("sha256").update(`${kind} ${key}`).digest().readBigInt64BE();
    return this.#insert.run(hash).changes === 1;
  }

  close() {
    this.#db.close();
  }
}

type ImportTotals = {
  /** Rows of the file without the header: `written` + `known` + `bad`. */
  read: number;
  /** Rows written; in a dry run, rows that would be. */
  written: number;
  /** Rows imported before. */
  known: number;
  bad: number;
  tasksMade: number;
  peopleMade: number;
  /** History entries written; always 0 in a dry run. */
  entries: number;
};

export type ImportProgress = { phase: "checking" | "importing"; bytesRead: number; bytes: number; rows: number };

export type ImportJob = {
  path: string;
  map: ImportMap;
  dryRun: boolean;
  /** Write nothing if any row is bad. */
  strict: boolean;
  /** UTC milliseconds. */
  now: number;
  /** Stops the import between two transactions. */
  signal: AbortSignal;
  onBadRow: (line: number, trouble: string) => void;
  onProgress: (progress: ImportProgress) => void;
};

/**
 * How an import ended.
 *
 * done     reached the end; bad rows are counted
 * refused  `strict`, and there are bad rows: nothing was written
 * stopped  by the signal
 * failed   a transaction failed with `cause`; earlier transactions stay committed
 */
export type ImportOutcome = { totals: ImportTotals } & (
  | { end: "done" | "refused" | "stopped" }
  | { end: "failed"; cause: unknown }
);

/** Imports a CSV file. Throws `ImportRefusal`, with nothing written, if it isn't CSV or doesn't match the map. */
export async function runImport(db: Db, job: ImportJob): Promise<ImportOutcome> {
  const csv = await openCsvFile(job.path, job.map.file.delimiter);
  refuseWrongHeader(job.path, csv.header, columnsInMap(job.map));
  const readRow = rowReader(job.map, csv.header);

  // Reads the file twice: people's roles are only known at its end. A strict import in one large transaction would need a
  // single pass but block all other writers.
  const roles: Roles = { asking: new Set(), assigned: new Set() };
  if (job.dryRun || job.strict) {
    const checked = await check(db, job, csv, readRow, roles);
    const mayGoOn = checked.end === "done" && checked.totals.bad === 0 && !job.dryRun;
    if (!mayGoOn) return job.strict && checked.totals.bad > 0 ? { ...checked, end: "refused" } : checked;
  } else await readRoles(job, csv, readRow, roles);
  const again = await openCsvFile(job.path, job.map.file.delimiter);
  if (again.stamp !== csv.stamp)
    throw new ImportRefusal(`${job.path} changed while it was being checked. Run the import again.`);
  return write(db, job, again, readRow, roles);
}

async function readRoles(job: ImportJob, csv: CsvFile, readRow: ReadRow, roles: Roles): Promise<void> {
  let read = 0;
  for await (const { rows, bytesRead } of csv.rows()) {
    for (const row of rows) {
      const known = "trouble" in row ? row : readRow(row.line, row.cells);
      if (!("trouble" in known)) noteRoles(roles, [known]);
    }
    read += rows.length;
    job.onProgress({ phase: "checking", bytesRead, bytes: csv.bytes, rows: read });
    if (job.signal.aborted) return;
  }
}

const noTotals = (): ImportTotals => ({
  ...{ read: 0, written: 0, known: 0, bad: 0, tasksMade: 0, peopleMade: 0, entries: 0 },
});

/** Counts the rows, tasks and people an import would write, and collects roles. */
async function check(db: Db, job: ImportJob, csv: CsvFile, readRow: ReadRow, roles: Roles): Promise<ImportOutcome> {
  const totals = noTotals();
  const tally = new ImportTally();
  try {
    for await (const rows of batches(job, csv, readRow, totals, "checking")) {
      noteRoles(roles, rows);
      const rowKeys = rows.map((row) => row.key);
      const before = await knownKeys(db, "event", rowKeys);
      const fresh = rows.filter((row) => !before.has(row.key) && tally.isNew("row", row.key));
      const people = await findPeople(db, fresh.flatMap(peopleOf));
      const { good, bad } = sorted(fresh, people);
      const taskKeys = good.map((row) => row.taskKey);
      const tasks = await knownKeys(db, "task", taskKeys);
      totals.known += rows.length - fresh.length;
      report(job, totals, bad);
      totals.written += good.length;
      for (const row of good) {
        if (!tasks.has(row.taskKey) && tally.isNew("task", row.taskKey)) totals.tasksMade++;
        for (const key of new Set(peopleOf(row).map(personKey))) {
          if (!people.has(key) && tally.isNew("person", key)) totals.peopleMade++;
        }
      }
    }
  } finally {
    tally.close();
  }
  return { totals, end: job.signal.aborted ? "stopped" : "done" };
}

/** On SQLite, waiting writers poll every few milliseconds; the gap lets one in. */
const GAP_MS = 20;

async function write(db: Db, job: ImportJob, csv: CsvFile, readRow: ReadRow, roles: Roles): Promise<ImportOutcome> {
  const totals = noTotals();
  const fieldNames = Object.keys(job.map.event.fields);
  const { newAgents } = job.map.people;
  const context = { newAgents, roles, fieldNames, memory: new FieldMemory(fieldNames), now: job.now };
  for await (const rows of batches(job, csv, readRow, totals, "importing")) {
    try {
      const applied = await applyAgainIfBusy(db, rows, context);
      totals.known += applied.known;
      totals.written += applied.rows;
      totals.tasksMade += applied.tasks;
      totals.peopleMade += applied.people;
      totals.entries += applied.entries;
      report(job, totals, applied.bad);
    } catch (cause) {
      return { totals, end: "failed", cause };
    }
    if (engineOf(db) === "sqlite") await sleep(GAP_MS);
  }
  if (totals.written > 0) await inTransaction(db, (tx) => clockTermsChanged(tx, job.now)); // imported tasks get their clocks
  return { totals, end: job.signal.aborted ? "stopped" : "done" };
}

/** Yields good rows in batches of one transaction each, and reports bad ones. */
async function* batches(
  job: ImportJob,
  csv: CsvFile,
  readRow: ReadRow,
  totals: ImportTotals,
  phase: ImportProgress["phase"],
): AsyncGenerator<ImportRow[]> {
  let batch: ImportRow[] = [];
  for await (const { rows, bytesRead } of csv.rows()) {
    for (const row of rows) {
      totals.read++;
      const read = "trouble" in row ? row : readRow(row.line, row.cells);
      if ("trouble" in read) report(job, totals, [read]);
      else batch.push(read);
      if (batch.length < ROWS_PER_TRANSACTION) continue;
      yield batch;
      batch = [];
      job.onProgress({ phase, bytesRead, bytes: csv.bytes, rows: totals.read });
      if (job.signal.aborted) return;
    }
    job.onProgress({ phase, bytesRead, bytes: csv.bytes, rows: totals.read });
    if (job.signal.aborted) return;
  }
  if (batch.length > 0) yield batch;
  if (totals.read === 0)
    throw new ImportRefusal(`${job.path} has a header but no rows, so there is nothing to import.`);
}

function report(job: ImportJob, totals: ImportTotals, bad: readonly { line: number; trouble: string }[]) {
  totals.bad += bad.length;
  for (const { line, trouble } of bad) job.onBadRow(line, trouble);
}

const MOST_ATTEMPTS = 6;

/** Another process held the lock, or has just created the same person or task. */
const WORTH_ANOTHER_ATTEMPT = /^(SQLITE_BUSY.*|40001|40P01|55P03|23505)$/;

async function applyAgainIfBusy(db: Db, rows: readonly ImportRow[], context: ImportContext) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyRows(db, rows, context);
    } catch (error) {
      const code = String((error as { code?: unknown }).code ?? "");
      if (attempt === MOST_ATTEMPTS || !WORTH_ANOTHER_ATTEMPT.test(code)) throw error;
      await sleep(attempt * 200);
    }
  }
}
