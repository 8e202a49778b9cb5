import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { connectPostgres } from "~/db/connect.server";
import type { Engine } from "~/db/engine.server";
import type { Db } from "~/db/types";

const { startSession } = await import("~/features/auth/session-queries.server");
const { openDatabase } = await import("../database");
const { seedDesk } = await import("../seed/fill");
const { inTransaction } = await import("~/db/transaction.server");
const { countTasks } = await import("~/features/reports/count-tasks.server");
const { seedClocks } = await import("./clocks");
const { emailOf } = await import("../seed/people");

/** Every run in a month gets the same desk: the same arguments produce the same bytes, and the newest tasks stay recent. */
const MONTH = new Date().toISOString().slice(0, 7);
const SEED = { seed: 1, until: Date.parse(`${MONTH}-01`), passwordHash: null };

/** A throwaway desk to start a server on. */
export type Desk = {
  engine: Engine;
  tasks: number;
  dataDir: string;
  databaseUrl: string | null;
  /** The session cookie of one agent; `cookies` has those of several. */
  cookie: string;
  cookies: string[];
  /** Process id of PostgreSQL's postmaster, whose children do the work; null on SQLite. */
  postmaster: number | null;
  /** A task with three messages. */
  taskId: number;
  drop: () => Promise<void>;
};

/** A PostgreSQL server: its URL without a database, and the postmaster's process id. */
export type Postgres = { url: string; pid: number };

/** `postgres`: the server that holds the desk; null for SQLite. */
type BenchDesk = { tasks: number; folder: string; postgres: Postgres | null };

/** Copies the seeded desk of this size; the seed is created once and kept in `folder` or in PostgreSQL. */
export async function openDesk({ tasks, folder, postgres }: BenchDesk): Promise<Desk> {
  const { dataDir, databaseUrl, drop } = postgres
    ? await onPostgres(postgres, tasks, folder)
    : await onSqlite(tasks, folder);
  const db = await openDatabase({ dataDir, databaseUrl });
  try {
    return {
      engine: postgres ? "postgres" : "sqlite",
      tasks,
      dataDir,
      databaseUrl,
      drop,
      postmaster: postgres?.pid ?? null,
      ...(await signInAgents(db)),
    };
  } finally {
    await db.destroy();
  }
}

async function onSqlite(tasks: number, folder: string) {
  const seed = join(folder, `sqlite-${tasks}-${MONTH}`);
  if (!existsSync(seed)) {
    const unfinished = `${seed}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    await fill(await openDatabase({ dataDir: unfinished, databaseUrl: null }), tasks);
    renameSync(unfinished, seed);
  }
  const dataDir = join(folder, `run-${process.pid}`);
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(seed, dataDir, { recursive: true });
  const drop = async () => rmSync(dataDir, { recursive: true, force: true });
  return { dataDir, databaseUrl: null, drop };
}

async function onPostgres(postgres: Postgres, tasks: number, folder: string) {
  const seed = `seed_${tasks}_${MONTH}`;
  const admin = connectPostgres(`${postgres.url}/postgres`);
  const dataDir = join(folder, `run-${process.pid}`);
  mkdirSync(dataDir, { recursive: true });
  try {
    const { rows } = await sql`select 1 from pg_database where datname = ${seed}`.execute(admin);
    if (rows.length === 0) {
      await sql`drop database if exists ${sql.ref(`${seed}_unfinished`)}`.execute(admin);
      await sql`create database ${sql.ref(`${seed}_unfinished`)}`.execute(admin);
      await fill(await openDatabase({ dataDir, databaseUrl: `${postgres.url}/${seed}_unfinished` }), tasks);
      await sql`alter database ${sql.ref(`${seed}_unfinished`)} rename to ${sql.ref(seed)}`.execute(admin);
    }
    await sql`drop database if exists run`.execute(admin);
    await sql`create database run template ${sql.ref(seed)}`.execute(admin);
  } finally {
    await admin.destroy();
  }
  const drop = async () => rmSync(dataDir, { recursive: true, force: true });
  return { dataDir, databaseUrl: `${postgres.url}/run`, drop };
}

async function fill(db: Db, tasks: number) {
  try {
    await seedDesk(db, { ...SEED, tasks });
    await seedClocks(db, Date.now());
    while (await inTransaction(db, (tx) => countTasks(tx, Date.now()))); // else it would go on while pages are measured
  } finally {
    await db.destroy();
  }
}

const AGENTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

async function signInAgents(db: Db) {
  const { task_id: taskId } = await db
    .selectFrom("message")
    .select("task_id")
    .groupBy("task_id")
    .having((has) => has.fn.countAll(), "=", 3)
    .orderBy("task_id")
    .offset(200)
    .limit(1)
    .executeTakeFirstOrThrow();
  const cookies: string[] = [];
  for (const number of AGENTS) cookies.push(await signIn(db, emailOf("agent", number)));
  return { taskId, cookie: cookies[0] ?? "", cookies };
}

async function signIn(db: Db, email: string): Promise<string> {
  const { id } = await db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  return `next-auth.session-token=${await startSession(db, id, null, Date.now())}`;
}
