import type { Kysely } from "kysely";

/** When admins were alerted to an address's failure, whether an admin paused it, and its latest setup test. */
export async function up(db: Kysely<object>) {
  const mailAddress = () => db.schema.alterTable("mail_address");
  await mailAddress().addColumn("alerted_at", "bigint").execute();
  await mailAddress()
    .addColumn("paused_by_admin", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await mailAddress().addColumn("setup_test", "text").execute();
  await mailAddress().addColumn("testing_until", "bigint").execute();
}
