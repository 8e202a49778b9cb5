import { sql } from "kysely";
import { expect } from "vitest";
import { migrateToLatest, NewerDatabaseError } from "~/db/migrate.server";
import { MIGRATIONS } from "~/db/migrations";
import { inTransaction } from "~/db/transaction.server";
import { onEachDatabase } from "../support/database";

onEachDatabase("the database", (test) => {
  test("is up to date after one migration run, and a second run does nothing", async ({ db }) => {
    expect(await migrateToLatest(db)).toEqual([]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(rows.map((row) => row.name)).toEqual(Object.keys(MIGRATIONS));
  });

  test("is refused and left unchanged when a newer version has upgraded it", async ({ db }) => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030')`.execute(db);
    await expect(migrateToLatest(db)).rejects.toThrow(NewerDatabaseError);
    expect(await db.selectFrom("team").select("name").execute()).toEqual([{ name: "Service desk" }]);
  });

  test("has an index for each foreign key to messages, drafts and files", async ({ db, engine }) => {
    if (engine !== "sqlite") return; // PostgreSQL prefers other plans for tables as small as these
    const { rows: keys } = await sql<{ child: string; column: string }>`
      select child.name as child, key."from" as "column"
      from sqlite_master as child, pragma_foreign_key_list(child.name) as key
      where child.type = 'table' and key."table" in ('message', 'draft', 'file')
      order by 1, 2`.execute(db);
    expect(keys.length).toBeGreaterThan(5);
    for (const { child, column } of keys) {
      const rows = sql`select 1 from ${sql.table(child)} where ${sql.ref(column)} = ${"1"}`;
      const plan = await sql<{ detail: string }>`explain query plan ${rows}`.execute(db);
      expect(plan.rows.map(({ detail }) => detail).join("; "), `${child}.${column}`).toMatch(/^SEARCH /);
    }
  });

  test("rolls back everything when a transaction fails halfway", async ({ db }) => {
    const work = inTransaction(db, async (tx) => {
      await tx.insertInto("team").values({ name: "Network", is_default: 0 }).execute();
      throw new Error("power cut");
    });
    await expect(work).rejects.toThrow("power cut");
    expect(await db.selectFrom("team").select("name").execute()).toHaveLength(1);
  });

  test("returns counts as numbers", async ({ db }) => {
    const { count } = await db
      .selectFrom("team")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });
});
