import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** Notifications, notification settings and muted tasks. */
export async function up(db: Kysely<object>) {
  const sqlite = engineOf(db as never) === "sqlite";
  const id = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const required = (column: ColumnDefinitionBuilder) => column.notNull();
  const user = (column: ColumnDefinitionBuilder) => column.notNull().references("user.id");
  const task = (column: ColumnDefinitionBuilder) => column.notNull().references("task.id").onDelete("cascade");
  await db.schema
    .createTable("notification")
    .addColumn("id", "integer", id)
    .addColumn("user_id", "integer", user)
    .addColumn("task_id", "integer", task)
    .addColumn("message_id", "integer", (c) => c.references("message.id").onDelete("cascade"))
    .addColumn("actor_id", "integer", (c) => c.references("user.id"))
    .addColumn("kind", "text", required)
    .addColumn("reason", "text", required)
    .addColumn("inner_only", "integer", required)
    .addColumn("details", "text", required)
    .addColumn("batch", "text")
    .addColumn("tasks", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("at", "bigint", required)
    .addColumn("read_at", "bigint")
    .execute();
  // The notifications page.
  await db.schema.createIndex("notification_by_person").on("notification").columns(["user_id", "at", "id"]).execute();
  // The unread count on every page, and marking a task's notifications as read.
  await db.schema.createIndex("notification_unread").on("notification").columns(["user_id", "read_at", "at"]).execute();
  // One notification per person and bulk change.
  await db.schema.createIndex("notification_batch").unique().on("notification").columns(["user_id", "batch"]).execute();
  await db.schema.createIndex("notification_by_time").on("notification").column("at").execute(); // sweeping
  // Moving notifications in a merge, and deleting them with the task.
  await db.schema.createIndex("notification_by_task").on("notification").column("task_id").execute();
  await db.schema
    .createIndex("notification_by_message")
    .on("notification")
    .column("message_id") // deleted with the message
    .where(sql`message_id`, "is not", null)
    .execute();
  await db.schema
    .createTable("notification_level")
    .addColumn("user_id", "integer", user)
    .addColumn("kind", "text", required)
    .addColumn("level", "text", required)
    .addPrimaryKeyConstraint("notification_level_key", ["user_id", "kind"])
    .execute();
  await db.schema
    .createTable("task_mute")
    .addColumn("task_id", "integer", task)
    .addColumn("user_id", "integer", user)
    .addPrimaryKeyConstraint("task_mute_key", ["task_id", "user_id"])
    .execute();
  await db.schema.alterTable("team_member").addColumn("new_tasks", "integer").execute();
}
