import { type Kysely, sql } from "kysely";

/**
 * An address opens a sign-in from when it is confirmed: one that an agent enters waits for the person or an admin. First
 * addresses of before count as confirmed, for people sign in with them. Of the others those do that were proved; the rest
 * never opened a sign-in by the provider, and don't begin to.
 */
export async function up(db: Kysely<object>) {
  for (const table of ["user", "user_address"]) {
    await db.schema.alterTable(table).addColumn("confirmed_at", "bigint").execute();
  }
  await sql`update "user" set confirmed_at = created_at where email_key is not null`.execute(db);
  await sql`update user_address set confirmed_at = verified_at`.execute(db);
}
