import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** Team settings and visibility, and organizations, to which requesters belong by email domain. */
export async function up(db: Kysely<object>) {
  const sqlite = engineOf(db as never) === "sqlite";
  const id = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const sortable = sqlite ? sql`text` : sql`text collate "C"`;
  const no = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");

  await db.schema.alterTable("team").addColumn("description", "text", empty).execute();
  await db.schema
    .alterTable("team")
    .addColumn("visibility", "text", (c) => c.notNull().defaultTo("open"))
    .execute();
  await db.schema
    .alterTable("team")
    .addColumn("assignment", "text", (c) => c.notNull().defaultTo("manual"))
    .execute();
  await db.schema.alterTable("team").addColumn("archived_at", "bigint").execute();
  await db.schema
    .alterTable("team")
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();

  await db.schema
    .createTable("organization")
    .addColumn("id", "integer", id)
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("name_key", sortable, (c) => c.notNull().unique())
    .addColumn("sharing", "text", (c) => c.notNull().defaultTo("none"))
    .addColumn("note", "text", empty)
    .addColumn("team_id", "integer", (c) => c.references("team.id"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createTable("organization_domain")
    .addColumn("domain", sortable, (c) => c.primaryKey())
    .addColumn("organization_id", "integer", (c) => c.notNull().references("organization.id"))
    .execute();
  await index(db, "organization_domain_by_organization", "organization_domain", ["organization_id", "domain"]);

  await db.schema
    .alterTable("user")
    .addColumn("organization_id", "integer", (c) => c.references("organization.id"))
    .execute();
  await db.schema.alterTable("user").addColumn("org_manager", "integer", no).execute();
  await index(db, "user_by_organization", "user", ["organization_id", "name_key", "id"]); // an organization's members

  await db.schema
    .alterTable("task")
    .addColumn("organization_id", "integer", (c) => c.references("organization.id"))
    .execute();
  await db.schema
    .createIndex("task_by_organization")
    .on("task")
    .columns(["organization_id", "open", "updated_at", "id"])
    .where(sql`organization_id`, "is not", null) // an organization's tasks
    .execute();
  await index(db, "task_by_team", "task", ["team_id", "open", "updated_at", "id"]); // a team's queue
  await index(db, "task_by_team_and_requester", "task", ["team_id", "requester_id"]); // an agent's own requests
}

async function index(db: Kysely<object>, name: string, table: string, columns: string[]) {
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}
