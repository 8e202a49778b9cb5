import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

type AtStep0 = { team: { name: string; is_default: 0 | 1 } };

/** The first schema: people, sessions, teams, tasks with their messages and history, and the search index. */
export async function up(db: Kysely<AtStep0>) {
  const sqlite = engineOf(db as never) === "sqlite";
  const id = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  // Sorts text by code point on both engines, regardless of the PostgreSQL database's locale.
  const sortable = sqlite ? sql`text` : sql`text collate "C"`;
  const required = (column: ColumnDefinitionBuilder) => column.notNull();

  await db.schema
    .createTable("user")
    .addColumn("id", "integer", id)
    .addColumn("name", "text", required)
    .addColumn("name_key", sortable, required)
    .addColumn("search_text", sortable, required)
    .addColumn("email", "text")
    .addColumn("email_key", sortable, (c) => c.unique())
    .addColumn("role", "text", required)
    .addColumn("state", "text", required)
    .addColumn("password_hash", "text")
    .addColumn("external_key", sortable, (c) => c.unique())
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await index(db, "user_by_name", "user", ["name_key", "id"]); // people list
  await index(db, "user_by_role", "user", ["role", "name_key", "id"]); // possible assignees, people filtered by role

  await db.schema
    .createTable("session")
    .addColumn("id_hash", "text", (c) => c.primaryKey())
    .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .execute();
  await index(db, "session_by_user", "session", ["user_id"]); // ending all of a user's sessions
  await index(db, "session_by_end", "session", ["expires_at"]); // sweeping expired sessions

  await db.schema
    .createTable("rate_limit")
    .addColumn("key", "varchar(255)", (c) => c.primaryKey())
    .addColumn("points", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("expire", "bigint")
    .execute();

  await db.schema
    .createTable("team")
    .addColumn("id", "integer", id)
    .addColumn("name", "text", (c) => c.notNull().unique())
    .addColumn("is_default", "integer", required)
    .execute();
  await db.insertInto("team").values({ name: "Service desk", is_default: 1 }).execute();

  await db.schema
    .createTable("task")
    .addColumn("id", "integer", id)
    .addColumn("title", "text", required)
    .addColumn("type", "text", required)
    .addColumn("status", "text", required)
    .addColumn("open", "integer", required)
    .addColumn("priority", "integer", required)
    .addColumn("team_id", "integer", (c) => c.notNull().references("team.id"))
    .addColumn("assignee_id", "integer", (c) => c.references("user.id"))
    .addColumn("requester_id", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("due_at", "bigint")
    .addColumn("channel", "text", required)
    .addColumn("external_key", sortable, (c) => c.unique())
    .addColumn("reopen_count", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("first_responded_at", "bigint")
    .addColumn("resolved_at", "bigint")
    .addColumn("closed_at", "bigint")
    .addColumn("last_public_at", "bigint")
    .addColumn("last_requester_at", "bigint")
    .addColumn("last_agent_at", "bigint")
    .addColumn("created_by", "integer", (c) => c.references("user.id"))
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  // Open and closed task lists, one index per sort order.
  await index(db, "task_by_update", "task", ["open", "updated_at", "id"]);
  await index(db, "task_by_creation", "task", ["open", "created_at", "id"]);
  await index(db, "task_by_priority", "task", ["open", "priority", "updated_at", "id"]);
  await index(db, "task_by_due", "task", ["open", "due_at", "id"]);
  await index(db, "task_by_number", "task", ["open", "id"]);
  await index(db, "task_by_any_update", "task", ["updated_at", "id"]); // recently changed tasks in any status
  await index(db, "task_by_status", "task", ["status", "updated_at", "id"]);
  await index(db, "task_by_requester", "task", ["requester_id", "open", "updated_at", "id"]); // a requester's own tasks
  await index(db, "task_by_assignee", "task", ["assignee_id", "open", "updated_at", "id"]); // my work, unassigned

  await db.schema
    .createTable("task_tag")
    .addColumn("task_id", "integer", (c) => c.notNull().references("task.id"))
    .addColumn("tag", sortable, required)
    .addPrimaryKeyConstraint("task_tag_key", ["task_id", "tag"])
    .execute();
  await index(db, "task_tag_by_tag", "task_tag", ["tag", "task_id"]); // tag:vpn

  await db.schema
    .createTable("message")
    .addColumn("id", "integer", id)
    .addColumn("task_id", "integer", (c) => c.notNull().references("task.id"))
    .addColumn("author_id", "integer", (c) => c.references("user.id"))
    .addColumn("kind", "text", required)
    .addColumn("side", "text", required)
    .addColumn("body", "text", required)
    .addColumn("body_html", "text", required)
    .addColumn("channel", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await index(db, "message_by_task", "message", ["task_id", "id"]); // the conversation
  await index(db, "message_by_author", "message", ["author_id", "created_at"]); // hourly message limit per author

  await db.schema
    .createTable("event")
    .addColumn("id", "integer", id)
    .addColumn("task_id", "integer", (c) => c.notNull().references("task.id"))
    .addColumn("actor_id", "integer", (c) => c.references("user.id"))
    .addColumn("via", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("field", "text")
    .addColumn("old_value", "text")
    .addColumn("new_value", "text")
    .addColumn("message_id", "integer", (c) => c.references("message.id"))
    .addColumn("external_key", sortable)
    .addColumn("at", "bigint", required)
    .execute();
  await index(db, "event_by_task", "event", ["task_id", "at", "id"]); // the history
  await index(db, "event_by_external_key", "event", ["external_key"]); // importing the same row again

  await db.schema
    .createTable("request_key")
    .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("key", "text", required)
    .addColumn("result_id", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addPrimaryKeyConstraint("request_key_key", ["user_id", "key"])
    .execute();
  await index(db, "request_key_by_age", "request_key", ["created_at"]); // deleting keys after 30 days

  await createSearchTable(db, sqlite);
}

/** One search document per task: title, labels (tags, requester, number), public messages, internal notes. */
async function createSearchTable(db: Kysely<AtStep0>, sqlite: boolean) {
  if (sqlite) {
    // Words arrive folded and split (lib/search-tokens); the "ascii" tokenizer keeps all non-ASCII characters.
    await sql`
      create virtual table task_search using fts5 (
        title, labels, public_text, notes,
        content = '', contentless_delete = 1, prefix = '2 3',
        tokenize = "ascii"
      )`.execute(db);
    return;
  }
  await sql`create table task_search (task_id integer primary key references task (id) on delete cascade, document tsvector not null)`.execute(
    db,
  );
  // Stores documents out of line and uncompressed: scanning for hits then reads only the small main table.
  await sql`alter table task_search set (toast_tuple_target = 128)`.execute(db);
  await sql`alter table task_search alter column document set storage external`.execute(db);
  await sql`create index task_search_words on task_search using gin (document) with (fastupdate = off)`.execute(db);
}

async function index(db: Kysely<AtStep0>, name: string, table: string, columns: string[]) {
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}
