import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** Availability, capacity, absences and substitutes of agents, and the security log. */
export async function up(db: Kysely<object>) {
  const sqlite = engineOf(db as never) === "sqlite";
  const id = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();

  await db.schema
    .alterTable("user")
    .addColumn("available", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable("user")
    .addColumn("capacity", "integer", (c) => c.notNull().defaultTo(20))
    .execute();
  await db.schema.alterTable("user").addColumn("absent_from", "bigint").execute();
  await db.schema.alterTable("user").addColumn("absent_until", "bigint").execute();
  await db.schema
    .alterTable("user")
    .addColumn("substitute_id", "integer", (c) => c.references("user.id"))
    .execute();
  await db.schema.alterTable("team_member").addColumn("assigned_at", "bigint").execute();

  await db.schema
    .createTable("security_event")
    .addColumn("id", "integer", id)
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("actor_id", "integer", (c) => c.references("user.id"))
    .addColumn("user_id", "integer", (c) => c.references("user.id"))
    .addColumn("team_id", "integer", (c) => c.references("team.id"))
    .addColumn("task_id", "integer") // no foreign key: log entries outlive the task
    .addColumn("ip", "text")
    .addColumn("details", "text", (c) => c.notNull().defaultTo("{}"))
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
  await index(db, "security_event_by_time", ["at", "id"]); // the log, sweeping old entries
  await index(db, "security_event_by_kind", ["kind", "at", "id"]);
  await partIndex(db, "actor_id"); // the log filtered by person, as actor or as the one affected
  await partIndex(db, "user_id");
}

async function index(db: Kysely<object>, name: string, columns: string[]) {
  await db.schema.createIndex(name).on("security_event").columns(columns).execute();
}

async function partIndex(db: Kysely<object>, column: "actor_id" | "user_id") {
  await db.schema
    .createIndex(`security_event_by_${column}`)
    .on("security_event")
    .columns([column, "at", "id"])
    .where(sql.ref(column), "is not", null)
    .execute();
}
