import type { Kysely } from "kysely";

/** What admins were told of an address's failures, who paused it, and its newest setup test. */
export async function up(db: Kysely<object>) {
  const mailAddress = () => db.schema.alterTable("mail_address");
  await mailAddress().addColumn("alerted_at", "bigint").execute();
  await mailAddress()
    .addColumn("paused_by_admin", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await mailAddress().addColumn("setup_test", "text").execute();
  await mailAddress().addColumn("testing_until", "bigint").execute();
}
