import type { Kysely } from "kysely";

/**
 * Branding per host: name, colour and logo. `catalogue.sites` increases with every change, which tells each process to
 * reload its cache.
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
  await db.schema.createIndex("site_by_logo").on("site").column("logo").execute(); // whether a file is still referenced
  await db.schema
    .alterTable("catalogue")
    .addColumn("sites", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
