import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/**
 * Bulk changes with the requested changes, their tasks and the outcome of each; and macros, which are named texts with
 * field changes.
 */
export async function up(db: Kysely<object>) {
  const sqlite = engineOf(db as never) === "sqlite";
  const id = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const required = (column: ColumnDefinitionBuilder) => column.notNull();
  await db.schema
    .createTable("bulk_change")
    .addColumn("id", "integer", id)
    .addColumn("actor_id", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("wanted", "text", required)
    .addColumn("back", "text", required)
    .addColumn("undoes", "integer")
    .addColumn("total", "integer", required)
    .addColumn("changed", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("skipped", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("created_at", "bigint", required)
    .addColumn("ended_at", "bigint")
    .addColumn("cancelled", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("bulk_change_by_actor")
    .on("bulk_change")
    .columns(["actor_id", "id"]) // a user's latest bulk changes
    .execute();
  await db.schema.createIndex("bulk_change_by_time").on("bulk_change").column("created_at").execute(); // sweeping
  await db.schema
    .createIndex("bulk_change_undoing")
    .on("bulk_change")
    .column("undoes")
    .where(sql`undoes`, "is not", null)
    .execute();
  await db.schema
    .createTable("bulk_task")
    .addColumn("bulk_id", "integer", (c) => c.notNull().references("bulk_change.id"))
    .addColumn("task_id", "integer", required) // no foreign key: a request may name missing tasks
    .addColumn("outcome", "text")
    .addColumn("reason", "text")
    .addColumn("change_set_id", "integer")
    .addPrimaryKeyConstraint("bulk_task_key", ["bulk_id", "task_id"])
    .execute();
  // A bulk change's tasks that aren't processed yet.
  await db.schema
    .createIndex("bulk_task_to_do")
    .on("bulk_task")
    .columns(["bulk_id", "task_id"])
    .where(sql`outcome`, "is", null)
    .execute();
  await db.schema.alterTable("change_set").addColumn("bulk_id", "integer").execute();
  await db.schema
    .createTable("macro")
    .addColumn("id", "integer", id)
    .addColumn("name", "text", required)
    .addColumn("scope", "text", required)
    .addColumn("owner_id", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("team_id", "integer", (c) => c.references("team.id"))
    .addColumn("kind", "text", required)
    .addColumn("body", "text", required)
    .addColumn("actions", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("deleted_at", "bigint")
    .execute();
  await db.schema.createIndex("macro_by_owner").on("macro").columns(["scope", "owner_id"]).execute(); // a user's macros
}
