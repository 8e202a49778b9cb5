import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** Secondary email addresses, invitations to set a password, and merged duplicates of people. */
export async function up(db: Kysely<object>) {
  const sortable = engineOf(db as never) === "sqlite" ? sql`text` : sql`text collate "C"`;

  await db.schema.alterTable("user").addColumn("verified_at", "bigint").execute();
  await db.schema
    .createTable("user_address")
    .addColumn("email_key", sortable, (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("verified_at", "bigint")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("user_address_by_user").on("user_address").columns(["user_id", "email_key"]).execute();

  await db.schema
    .createTable("invitation")
    .addColumn("user_id", "integer", (c) => c.primaryKey().references("user.id")) // a new one replaces the previous one
    .addColumn("key_hash", "text", (c) => c.notNull().unique())
    .addColumn("created_by", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("invitation_by_maker").on("invitation").columns(["created_by"]).execute(); // merging people

  await db.schema
    .alterTable("user")
    .addColumn("merged_into", "integer", (c) => c.references("user.id"))
    .execute();
  await db.schema
    .createIndex("user_by_merge")
    .on("user")
    .columns(["merged_into"])
    .where(sql`merged_into`, "is not", null) // a user's merged duplicates
    .execute();
}
