import { type Kysely, sql } from "kysely";

/**
 * The desk's time zone, for people who haven't chosen one and for automatic work. Until now, people without a zone got UTC,
 * and saving any preference stored it as their choice. They now follow the desk.
 */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("catalogue")
    .addColumn("time_zone", "text", (c) => c.notNull().defaultTo("UTC"))
    .execute();
  await sql`update "user"
    set preferences = replace(replace(replace(preferences, '"zone":"UTC",', ''), ',"zone":"UTC"', ''), '"zone":"UTC"', '')
    where preferences like '%"zone":"UTC"%'`.execute(db);
}
