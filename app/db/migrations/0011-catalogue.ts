import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";

/**
 * Statuses and types that admins can edit, starting with the formerly fixed ones. `catalogue` has one row: its version
 * increases with every change, which tells each process to reload its cache.
 */
export async function up(db: Kysely<object>) {
  const required = (column: ColumnDefinitionBuilder) => column.notNull();
  const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");
  const no = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  const yes = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(1);

  await db.schema
    .createTable("catalogue")
    .addColumn("id", "integer", (c) => c.primaryKey())
    .addColumn("version", "integer", required)
    .execute();
  await sql`insert into catalogue (id, version) values (1, 0)`.execute(db);

  await db.schema
    .createTable("status")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("name", "text", required)
    .addColumn("requester_name", "text", required)
    .addColumn("category", "text", required)
    .addColumn("awaits", "text", required)
    .addColumn("pauses_resolution", "integer", no)
    .addColumn("is_default", "integer", no)
    .addColumn("colour", "text", empty)
    .addColumn("position", "integer", required)
    .addColumn("enabled", "integer", yes)
    .addColumn("former_names", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("deleted_at", "bigint")
    .execute();
  await sql`insert into status (key, name, requester_name, category, awaits, pauses_resolution, is_default, position) values
    ('new', 'New', 'Received', 'new', 'us', 0, 1, 1),
    ('in_progress', 'In progress', 'In progress', 'active', 'us', 0, 1, 2),
    ('waiting_requester', 'Waiting for requester', 'Waiting for your reply', 'waiting', 'requester', 1, 1, 3),
    ('on_hold', 'On hold', 'On hold', 'waiting', 'third_party', 1, 0, 4),
    ('resolved', 'Resolved', 'Resolved', 'resolved', 'nobody', 1, 1, 5),
    ('closed', 'Closed', 'Closed', 'closed', 'nobody', 0, 1, 6),
    ('cancelled', 'Cancelled', 'Cancelled', 'closed', 'nobody', 0, 0, 7)`.execute(db);

  await db.schema
    .createTable("task_type")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("name", "text", required)
    .addColumn("description", "text", empty)
    .addColumn("icon", "text", empty)
    .addColumn("portal_visible", "integer", no)
    .addColumn("team_id", "integer", (c) => c.references("team.id"))
    .addColumn("priority", "integer")
    .addColumn("requester_sets_priority", "integer", no)
    .addColumn("title_template", "text", empty)
    .addColumn("body_template", "text", empty)
    .addColumn("position", "integer", required)
    .addColumn("enabled", "integer", yes)
    .addColumn("former_names", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("deleted_at", "bigint")
    .execute();
  await sql`insert into task_type (key, name, description, icon, portal_visible, position) values
    ('incident', 'Incident', 'Something has stopped working.', 'warning', 1, 1),
    ('request', 'Request', 'A request for something new.', 'new', 1, 2),
    ('question', 'Question', 'A question that needs an answer.', 'info', 1, 3),
    ('task', 'Task', 'Internal work without a requester.', 'tasks', 0, 4)`.execute(db);

  // Whether any task has a value for a custom field.
  await db.schema.createIndex("task_field_by_key").on("task_field").columns(["key", "task_id"]).execute();
}
