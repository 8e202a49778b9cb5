import type { Kysely } from "kysely";

/** The time of the first change someone else made to how a person signs in, until the person dismisses the notice. */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("user").addColumn("account_changed_at", "bigint").execute();
}
