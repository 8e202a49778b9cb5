import { type Kysely, sql } from "kysely";

/** Finds mail that wasn't delivered, on one task or on all, among much that was. */
export async function up(db: Kysely<object>) {
  await db.schema
    .createIndex("delivery_undelivered")
    .on("delivery")
    .column("outgoing_id")
    .where(sql<boolean>`state in ('failed', 'bounced')`)
    .where(sql<boolean>`dismissed_at is null`)
    .execute();
}
