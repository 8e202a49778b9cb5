import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** Service levels: versioned calendars and policies, and each task's clocks with the facts they are computed from. */
export async function up(db: Kysely<object>) {
  const sqlite = engineOf(db as never) === "sqlite";
  const id = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const required = (column: ColumnDefinitionBuilder) => column.notNull();
  const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  const one = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(1);
  const reference = (to: string) => (column: ColumnDefinitionBuilder) => column.notNull().references(to);

  // Changes with everything clocks depend on, so processes reload their cache. 0 means there was never a policy.
  await db.schema.alterTable("catalogue").addColumn("service_levels", "integer", zero).execute();
  // Sent by a rule, so it doesn't count as a response.
  await db.schema.alterTable("message").addColumn("automated", "integer", zero).execute();

  await db.schema
    .createTable("calendar")
    .addColumn("id", "integer", id)
    .addColumn("name", "text", required)
    .addColumn("name_key", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("deleted_at", "bigint")
    .addColumn("version", "integer", one)
    .execute();
  await db.schema
    .createTable("calendar_version")
    .addColumn("id", "integer", id)
    .addColumn("calendar_id", "integer", reference("calendar.id"))
    .addColumn("saved_at", "bigint", required)
    .addColumn("saved_by", "integer", (c) => c.references("user.id"))
    .addColumn("definition", "text", required)
    .execute();
  await db.schema
    .createTable("policy")
    .addColumn("id", "integer", id)
    .addColumn("name", "text", required)
    .addColumn("name_key", "text", required)
    .addColumn("position", "integer", required)
    .addColumn("organization_id", "integer", (c) => c.references("organization.id"))
    .addColumn("enabled", "integer", one)
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("deleted_at", "bigint")
    .addColumn("version", "integer", one)
    .execute();
  await db.schema
    .createTable("policy_version")
    .addColumn("id", "integer", id)
    .addColumn("policy_id", "integer", reference("policy.id"))
    .addColumn("saved_at", "bigint", required)
    .addColumn("saved_by", "integer", (c) => c.references("user.id"))
    .addColumn("query", "text", required)
    .addColumn("calendar_id", "integer", reference("calendar.id"))
    .addColumn("targets", "text", required)
    .execute();
  for (const table of ["calendar", "policy"]) {
    await db.schema
      .createIndex(`${table}_name_key`)
      .unique()
      .on(table)
      .column("name_key")
      .where(sql`deleted_at`, "is", null) // names of deleted rows can be reused
      .execute();
    await db.schema
      .createIndex(`${table}_version_by_${table}`)
      .on(`${table}_version`)
      .columns([`${table}_id`, "id"])
      .execute();
  }
  await db.schema
    .createIndex("policy_by_organization")
    .unique()
    .on("policy")
    .column("organization_id")
    .where(sql`deleted_at`, "is", null)
    .where(sql`organization_id`, "is not", null)
    .execute();
  await db.schema
    .createTable("pausing_version")
    .addColumn("id", "integer", id)
    .addColumn("status_key", "text", required)
    .addColumn("saved_at", "bigint", required)
    .addColumn("pauses", "integer", required)
    .execute();
  await sql`insert into pausing_version (status_key, saved_at, pauses)
    select key, 0, pauses_resolution from status order by position, key`.execute(db);

  await db.schema
    .createTable("clock_fact")
    .addColumn("task_id", "integer", reference("task.id"))
    .addColumn("seq", "integer", required)
    .addColumn("at", "bigint", required)
    .addColumn("kind", "text", required)
    .addColumn("value", "text", required)
    .addPrimaryKeyConstraint("clock_fact_key", ["task_id", "seq"])
    .$call((table) => (sqlite ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await db.schema
    .createTable("clock_state")
    .addColumn("task_id", "integer", (c) => c.primaryKey().references("task.id"))
    .addColumn("policy_id", "integer", (c) => c.references("policy.id"))
    .addColumn("facts", "integer", required)
    .addColumn("state", "text", required)
    .addColumn("level", "text", required)
    .addColumn("due_at", "bigint")
    .addColumn("next_at", "bigint")
    .execute();
  await db.schema
    .createIndex("clock_state_next")
    .on("clock_state")
    .column("next_at")
    .where(sql`next_at`, "is not", null)
    .execute();
  await db.schema
    .createIndex("clock_state_by_level")
    .on("clock_state")
    .columns(["level", "due_at", "task_id"])
    .execute();
  await db.schema
    .createIndex("clock_state_due")
    .on("clock_state")
    .columns(["due_at", "task_id"])
    .where(sql`due_at`, "is not", null)
    .execute();
  await db.schema
    .createTable("clock")
    .addColumn("task_id", "integer", reference("task.id"))
    .addColumn("metric", "text", required)
    .addColumn("ordinal", "integer", required)
    .addColumn("is_current", "integer", required)
    .addColumn("policy_id", "integer", (c) => c.references("policy.id"))
    .addColumn("state", "text", required)
    .addColumn("target", "bigint", required)
    .addColumn("consumed", "bigint", required)
    .addColumn("started_at", "bigint", required)
    .addColumn("due_at", "bigint")
    .addColumn("warned_at", "bigint")
    .addColumn("met_at", "bigint")
    .addColumn("breached_at", "bigint")
    .addColumn("ended_at", "bigint")
    .addColumn("retargeted", "integer", zero)
    .addColumn("told_warning", "bigint")
    .addColumn("told_breach", "bigint")
    .addPrimaryKeyConstraint("clock_key", ["task_id", "metric", "ordinal"])
    .execute();
  await db.schema.createIndex("clock_by_state").on("clock").columns(["metric", "state", "task_id"]).execute();
  await db.schema.createIndex("clock_by_due").on("clock").columns(["metric", "due_at", "task_id"]).execute();
}
