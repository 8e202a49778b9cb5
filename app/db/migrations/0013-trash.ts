import { type Kysely, sql } from "kysely";

/** Tasks that were put away: into the trash, as spam, or permanently deleted, of which the number remains. */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("task").addColumn("put_away", "text").execute();
  await db.schema.alterTable("task").addColumn("put_away_at", "bigint").execute();
  // What lies in the trash, and since when.
  await db.schema
    .createIndex("task_put_away")
    .on("task")
    .columns(["put_away", "put_away_at", "id"])
    .where(sql`put_away`, "is not", null)
    .execute();
}
