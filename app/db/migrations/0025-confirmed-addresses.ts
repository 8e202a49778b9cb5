import { type Kysely, sql } from "kysely";

/**
 * An address works for sign-in once confirmed: the person or an admin confirms an address that an agent entered.
 * Existing primary addresses count as confirmed because people sign in with them. Secondary addresses count if they
 * were verified; the rest never worked with the provider and still don't.
 */
export async function up(db: Kysely<object>) {
  for (const table of ["user", "user_address"]) {
    await db.schema.alterTable(table).addColumn("confirmed_at", "bigint").execute();
  }
  await sql`update "user" set confirmed_at = created_at where email_key is not null`.execute(db);
  await sql`update user_address set confirmed_at = verified_at`.execute(db);
}
