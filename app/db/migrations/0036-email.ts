import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** Email: team addresses, received mail, outgoing mail with its deliveries, and sign-in links. */
export async function up(db: Kysely<object>) {
  const sqlite = engineOf(db as never) === "sqlite";
  const id = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const required = (column: ColumnDefinitionBuilder) => column.notNull();
  const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");
  const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();

  await db.schema
    .createTable("mail_address")
    .addColumn("id", "integer", id)
    .addColumn("address", "text", required)
    .addColumn("address_key", "text", required)
    .addColumn("team_id", "integer", (c) => c.notNull().references("team.id"))
    .addColumn("host", "text", empty)
    .addColumn("display_name", "text", empty)
    .addColumn("is_sender", "integer", zero)
    .addColumn("unknown_senders", "text", required)
    .addColumn("way", "text", required)
    .addColumn("incoming", "text", required)
    .addColumn("outgoing", "text", required)
    .addColumn("secrets", "text", empty)
    .addColumn("options", "text", (c) => c.notNull().defaultTo("{}"))
    .addColumn("trusted_server", "text", empty)
    .addColumn("learned_server", "text")
    .addColumn("plus_arrives", "integer")
    .addColumn("http_key", "text")
    .addColumn("cursor", "text")
    .addColumn("paused", "text")
    .addColumn("paused_at", "bigint")
    .addColumn("received_at", "bigint")
    .addColumn("sent_at", "bigint")
    .addColumn("succeeded_at", "bigint")
    .addColumn("failed_at", "bigint")
    .addColumn("failure", "text")
    .addColumn("told_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("deleted_at", "bigint")
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createIndex("mail_address_key")
    .unique()
    .on("mail_address")
    .column("address_key")
    .where(sql`deleted_at`, "is", null) // a removed address can be added again
    .execute();
  await db.schema.createIndex("mail_address_http").unique().on("mail_address").column("http_key").execute();
  await index("mail_address_by_team", "mail_address", ["team_id"]);

  // Locks with one holder across all processes and machines: one per mailbox, one for the listener.
  await db.schema
    .createTable("lease")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("holder", "text", required)
    .addColumn("expires_at", "bigint", required)
    .execute();

  await db.schema
    .createTable("inbound_mail")
    .addColumn("id", "integer", id)
    .addColumn("address_id", "integer", (c) => c.notNull().references("mail_address.id"))
    .addColumn("way", "text", required)
    .addColumn("uid", "text")
    .addColumn("envelope_from", "text")
    .addColumn("envelope_to", "text")
    .addColumn("sha256", "text", (c) => c.references("file.sha256"))
    .addColumn("size", "integer", required)
    .addColumn("from_name", "text", empty)
    .addColumn("from_address", "text", empty)
    .addColumn("subject", "text", empty)
    .addColumn("message_key", "text")
    .addColumn("content_hash", "text")
    .addColumn("outcome", "text")
    .addColumn("reason", "text", empty)
    .addColumn("task_id", "integer", (c) => c.references("task.id").onDelete("set null"))
    .addColumn("message_id", "integer", (c) => c.references("message.id").onDelete("set null"))
    .addColumn("same_as", "integer")
    .addColumn("attempts", "integer", zero)
    .addColumn("received_at", "bigint", required)
    .addColumn("processed_at", "bigint")
    .addColumn("handled_at", "bigint")
    .addColumn("handled_by", "integer", (c) => c.references("user.id"))
    .execute();
  await db.schema.createIndex("inbound_mail_uid").unique().on("inbound_mail").columns(["address_id", "uid"]).execute(); // fetched once
  await db.schema
    .createIndex("inbound_mail_waiting")
    .on("inbound_mail")
    .column("id")
    .where(sql`outcome`, "is", null) // not processed yet
    .execute();
  await index("inbound_mail_by_outcome", "inbound_mail", ["outcome", "id"]); // the log, filtered; quarantine
  await index("inbound_mail_by_time", "inbound_mail", ["received_at", "id"]); // sweeping
  await index("inbound_mail_by_content", "inbound_mail", ["content_hash"]); // duplicates
  await index("inbound_mail_by_sender", "inbound_mail", ["from_address", "received_at"]); // limits
  await index("inbound_mail_by_source", "inbound_mail", ["sha256"]); // whether a file is still referenced
  await index("inbound_mail_by_task", "inbound_mail", ["task_id"]);
  await index("inbound_mail_by_message", "inbound_mail", ["message_id"]);
  await index("inbound_mail_by_handler", "inbound_mail", ["handled_by"]); // merging people

  await db.schema
    .createTable("message_email")
    .addColumn("message_id", "integer", (c) => c.primaryKey().references("message.id").onDelete("cascade"))
    .addColumn("inbound_id", "integer", (c) => c.references("inbound_mail.id").onDelete("set null"))
    .addColumn("from_name", "text", empty)
    .addColumn("from_address", "text", empty)
    .addColumn("reply_to", "text", empty)
    .addColumn("recipients", "text", required)
    .addColumn("subject", "text", empty)
    .addColumn("folded_html", "text")
    .addColumn("sent_at", "bigint")
    .addColumn("flags", "text", empty)
    .execute();
  await index("message_email_by_inbound", "message_email", ["inbound_id"]);

  // Message-IDs of sent and received mail, to match a reply to its task.
  await db.schema
    .createTable("mail_id")
    .addColumn("id_key", "text", required)
    .addColumn("task_id", "integer", (c) => c.notNull().references("task.id").onDelete("cascade"))
    .addColumn("message_id", "integer", (c) => c.references("message.id").onDelete("cascade"))
    .addColumn("ours", "integer", zero)
    .addColumn("at", "bigint", required)
    .addPrimaryKeyConstraint("mail_id_key", ["id_key", "task_id"])
    .execute();
  await index("mail_id_by_task", "mail_id", ["task_id", "at"]);
  await index("mail_id_by_message", "mail_id", ["message_id"]);

  await db.schema
    .createTable("outgoing_mail")
    .addColumn("id", "integer", id)
    .addColumn("address_id", "integer", (c) => c.references("mail_address.id"))
    .addColumn("task_id", "integer", (c) => c.references("task.id").onDelete("cascade"))
    .addColumn("message_id", "integer", (c) => c.references("message.id").onDelete("cascade"))
    .addColumn("kind", "text", required)
    .addColumn("mail_id", "text", required)
    .addColumn("content", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await db.schema.createIndex("outgoing_mail_key").unique().on("outgoing_mail").column("mail_id").execute();
  await index("outgoing_mail_by_task", "outgoing_mail", ["task_id"]);
  await index("outgoing_mail_by_message", "outgoing_mail", ["message_id"]);
  await index("outgoing_mail_by_address", "outgoing_mail", ["address_id"]);
  await index("outgoing_mail_by_time", "outgoing_mail", ["created_at"]); // sweeping

  await db.schema
    .createTable("delivery")
    .addColumn("id", "integer", id)
    .addColumn("outgoing_id", "integer", (c) => c.notNull().references("outgoing_mail.id").onDelete("cascade"))
    .addColumn("user_id", "integer", (c) => c.references("user.id"))
    .addColumn("address", "text", required)
    .addColumn("address_key", "text", required)
    .addColumn("role", "text", required)
    .addColumn("state", "text", required)
    .addColumn("attempts", "integer", zero)
    .addColumn("try_at", "bigint")
    .addColumn("first_tried_at", "bigint")
    .addColumn("settled_at", "bigint")
    .addColumn("status", "text")
    .addColumn("words", "text", empty)
    .addColumn("dismissed_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .execute();
  await index("delivery_by_mail", "delivery", ["outgoing_id"]);
  await db.schema
    .createIndex("delivery_due")
    .on("delivery")
    .columns(["try_at", "id"])
    .where(sql`try_at`, "is not", null) // deliveries due
    .execute();
  await index("delivery_by_recipient", "delivery", ["address_key", "created_at"]); // limits, and bounces
  await index("delivery_by_person", "delivery", ["user_id"]); // merging people

  await db.schema
    .createTable("mail_suppression")
    .addColumn("address_key", "text", (c) => c.primaryKey())
    .addColumn("hard_bounces", "integer", zero)
    .addColumn("reason", "text", empty)
    .addColumn("suppressed_at", "bigint")
    .execute();
  await db.schema
    .createTable("sender_rule")
    .addColumn("address_key", "text", (c) => c.primaryKey())
    .addColumn("rule", "text", required)
    .addColumn("created_by", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("created_at", "bigint", required)
    .execute();
  await index("sender_rule_by_maker", "sender_rule", ["created_by"]); // merging people
  await db.schema
    .createTable("mail_template")
    .addColumn("kind", "text", required)
    .addColumn("host", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("body", "text", required)
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .addPrimaryKeyConstraint("mail_template_key", ["kind", "host"])
    .execute();
  await db.schema
    .createTable("sign_in_link")
    .addColumn("key_hash", "text", (c) => c.primaryKey())
    .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("address_key", "text", required)
    .addColumn("path", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("used_at", "bigint")
    .execute();
  await index("sign_in_link_by_person", "sign_in_link", ["user_id"]);
  await index("sign_in_link_by_time", "sign_in_link", ["expires_at"]); // sweeping
}
