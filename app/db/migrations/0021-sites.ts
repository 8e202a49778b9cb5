import type { Kysely } from "kysely";

/**
 * What admins say of the hosts that a desk is reached by. `catalogue.sites` grows with every change, so that each process
 * knows when to read them anew.
 */
export async function up(db: Kysely<object>) {
  await db.schema
    .createTable("site")
    .addColumn("host", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("colour", "text", (c) => c.notNull())
    .addColumn("logo", "text", (c) => c.references("file.sha256"))
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("site_by_logo").on("site").column("logo").execute(); // who needs a file
  await db.schema
    .alterTable("catalogue")
    .addColumn("sites", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
