import { type Kysely, sql } from "kysely";

/**
 * The desk's time zone, for people who haven't chosen one and for automatic work. Until now everybody without a zone had UTC,
 * and saving any other choice stored it as theirs: those people follow the desk from now on.
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
