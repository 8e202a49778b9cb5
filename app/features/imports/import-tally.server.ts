import { createHash } from "node:crypto";
import SqliteDatabase from "better-sqlite3";

type Kind = "row" | "task" | "person";

/**
 * Remembers what a trial run has met, so that it can count what an import would make. A file may name millions of rows
 * and tasks: they are kept in a database of its own that lives in a temporary file, which is gone when it is closed.
 */
export class ImportTally {
  readonly #db = new SqliteDatabase(""); // a nameless database is a temporary file once it outgrows its cache
  readonly #insert: SqliteDatabase.Statement<[bigint]>;

  constructor() {
    this.#db.pragma("journal_mode = OFF");
    this.#db.pragma("synchronous = OFF");
    this.#db.pragma(`cache_size = ${-32 * 1024}`); // KiB
    // 64 bits of a hash instead of the key: ten million keys share one with a chance of 1 in 300,000.
    this.#db.exec("create table seen (hash integer primary key); begin");
    this.#insert = this.#db.prepare("insert or ignore into seen values (?)");
  }

  /** Notes it and answers whether it was new. */
  isNew(kind: Kind, key: string): boolean {
    const hash = createHash("sha256").update(`${kind} ${key}`).digest().readBigInt64BE();
    return this.#insert.run(hash).changes === 1;
  }

  close() {
    this.#db.close();
  }
}
