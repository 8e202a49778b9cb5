import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

type AtStep7 = { user: { read_until: number } };

/**
 * Working the queue: read marks per person and task, the "needs attention" sort order, and saved views. `read_until` is
 * the time up to which tasks a person has never opened count as read.
 */
export async function up(db: Kysely<AtStep7>) {
  await db.schema
    .alterTable("user")
    .addColumn("read_until", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.updateTable("user").set({ read_until: Date.now() }).execute(); // or every existing task would be unread
  await db.schema
    .createTable("task_seen")
    .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("task_id", "integer", (c) => c.notNull().references("task.id"))
    .addColumn("seen_until", "bigint")
    .addColumn("viewed_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("task_seen_key", ["user_id", "task_id"])
    .execute();
  // A user's recently viewed tasks.
  await db.schema
    .createIndex("task_seen_by_view")
    .on("task_seen")
    .columns(["user_id", "viewed_at", "task_id"])
    .execute();
  // Tasks a user marked as unread, regardless of age.
  await db.schema
    .createIndex("task_seen_by_mark")
    .on("task_seen")
    .columns(["user_id", "task_id"])
    .where(sql`seen_until`, "is", null)
    .execute();
  // The queue: by due day, then priority, then the longest wait for a reply.
  await sql`create index task_by_attention on task (
    open, due_at, (4 - priority),
    (case when last_requester_at > coalesce(last_agent_at, 0) then last_requester_at else 999999999999999 end), id
  )`.execute(db);

  const sqlite = engineOf(db as never) === "sqlite";
  const id = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const required = (column: ColumnDefinitionBuilder) => column.notNull();
  await db.schema
    .createTable("view")
    .addColumn("id", "integer", id)
    .addColumn("name", "text", required)
    .addColumn("query", "text", required)
    .addColumn("sort", "text", required)
    .addColumn("scope", "text", required)
    .addColumn("owner_id", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("team_id", "integer", (c) => c.references("team.id"))
    .addColumn("position", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("deleted_at", "bigint")
    .execute();
  await db.schema.createIndex("view_by_owner").on("view").columns(["scope", "owner_id"]).execute(); // a user's views
}
