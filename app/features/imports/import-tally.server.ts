import SqliteDatabase from "better-sqlite3";

type Kind = "row" | "task" | "person";
const KINDS: Record<Kind, number> = { row: 1, task: 2, person: 3 };

/**
 * Remembers what a trial run has met, so that it can count what an import would make. A file may name millions of rows
 * and tasks: they are kept in a database of its own that lives in a temporary file, which is gone when it is closed.
 */
export class ImportTally {
  readonly #db = new SqliteDatabase(""); // a nameless database is a temporary file once it outgrows its cache
  readonly #insert: SqliteDatabase.Statement<[number, string]>;

  constructor() {
    this.#db.pragma("journal_mode = OFF");
    this.#db.pragma("synchronous = OFF");
    this.#db.pragma("cache_size = -16000"); // KiB
    this.#db.exec("create table seen (kind integer, key text, primary key (kind, key)) without rowid");
    this.#insert = this.#db.prepare("insert or ignore into seen values (?, ?)");
  }

  /** Notes it and answers whether it was new. */
  isNew(kind: Kind, key: string): boolean {
    return this.#insert.run(KINDS[kind], key).changes === 1;
  }

  close() {
    this.#db.close();
  }
}
