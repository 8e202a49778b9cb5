import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshDatabase } from "../support/database";

test("an idle connection cut by PostgreSQL doesn't end the process; the next query reconnects", async () => {
  const { db, drop } = await freshDatabase("postgres");
  const pidOf = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  const other = await freshDatabase("postgres");
  const before = await pidOf();
  await sql`select pg_terminate_backend(${before}::integer)`.execute(other.db);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await pidOf()).not.toBe(before);
  await other.drop();
  await drop();
});
