import { sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Database, Db } from "~/db/types";
import { createPeople } from "./people";
import { inParts } from "./row-batches";
import { aTask, type SeededTask } from "./tasks";

/**
 * until         creation time of the newest task, UTC milliseconds
 * seed          each number produces a different desk
 * passwordHash  shared by all accounts; null: no one can sign in
 */
export type Seeding = {
  tasks: number;
  until: number;
  seed: number;
  passwordHash: string | null;
  onProgress?: (done: number) => void;
};

const TASKS_IN_A_TRANSACTION = 500;

/**
 * Fills an empty desk with people, teams and tasks of three messages each. The same arguments produce the same
 * rows and ids. Inserts rows directly: one call per task would be too slow.
 */
export async function seedDesk(
  db: Db,
  { tasks: count, until, seed, passwordHash, onProgress }: Seeding,
): Promise<void> {
  const crew = await createPeople(db, { tasks: count, until, passwordHash });
  for (let from = 0; from < count; from += TASKS_IN_A_TRANSACTION) {
    const to = Math.min(count, from + TASKS_IN_A_TRANSACTION);
    const tasks = Array.from({ length: to - from }, (_, n) => aTask(from + n, { count, until, crew, seed }));
    await inTransaction(db, (tx) => write(tx, tasks));
    onProgress?.(to);
  }
  await finishPostgres(db);
}

async function write(tx: Tx, tasks: readonly SeededTask[]) {
  await insert(tx, "task", (one) => [one.task]);
  await insert(tx, "message", (one) => one.messages);
  await insert(tx, "event", (one) => one.events);
  await insert(tx, "task_tag", (one) => one.tags);
  await insert(tx, "participant", (one) => one.participants);
  await insert(tx, "watcher", (one) => one.watchers);
  await reindexTasks(
    tx,
    tasks.map(({ task }) => task.id),
  );

  async function insert(tx: Tx, table: keyof Database, rowsOf: (one: SeededTask) => object[]) {
    for (const part of inParts(tasks.flatMap(rowsOf)))
      await tx
        .insertInto(table)
        .values(part as never)
        .execute();
  }
}

/**
 * On PostgreSQL, moves the id sequences past the inserted rows and gathers statistics, as autovacuum would within a day.
 * Skips SQLite: a live desk has no statistics either, and with sampled values SQLite recompiles a statement whenever its
 * bound values change. That takes as long as running it.
 */
async function finishPostgres(db: Db) {
  if (engineOf(db) === "sqlite") return;
  for (const table of ["task", "message", "event"]) {
    const last = sql`(select coalesce(max(id), 0) + 1 from ${sql.table(table)})`;
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last}, false)`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}
