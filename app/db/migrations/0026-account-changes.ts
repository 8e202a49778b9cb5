import type { Kysely } from "kysely";

/** Since when somebody else has changed how a person signs in, who has not yet been shown it and put it away. */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("user").addColumn("account_changed_at", "bigint").execute();
}
