import { type Kysely, sql } from "kysely";

/** A partial index for undelivered mail: failed or bounced, and not dismissed. */
export async function up(db: Kysely<object>) {
  await db.schema
    .createIndex("delivery_undelivered")
    .on("delivery")
    .column("outgoing_id")
    .where(sql<boolean>`state in ('failed', 'bounced')`)
    .where(sql<boolean>`dismissed_at is null`)
    .execute();
}
