import { type Kysely, sql } from "kysely";

/** The setup checklist's state, and which rows are sample data. Existing desks hide the checklist. */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("catalogue")
    .addColumn("setup", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
  await sql`update catalogue set setup = '{"hidden":true}' where (select count(*) from "user") > 1`.execute(db);
  await db.schema
    .createTable("sample_record")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("id", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("sample_record_key", ["kind", "id"])
    .execute();
}
