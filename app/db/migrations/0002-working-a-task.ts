import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

type AtStep1 = {
  user: { id: number; role: string };
  team: { id: number; is_default: 0 | 1 };
  team_member: { team_id: number; user_id: number; lead: 0 | 1 };
  message: { id: number; body: string; body_text: string };
};

/**
 * Working on a task: drafts, files, held replies, undo, participants, watchers, links, sub-tasks, checklists, custom
 * fields, presence and background jobs.
 */
export async function up(db: Kysely<AtStep1>) {
  const sqlite = engineOf(db as never) === "sqlite";
  const id = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const required = (column: ColumnDefinitionBuilder) => column.notNull();
  const no = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  const refers = (to: string) => (column: ColumnDefinitionBuilder) => column.references(to);
  const belongs = (to: string) => (column: ColumnDefinitionBuilder) => column.notNull().references(to);

  await db.schema
    .alterTable("user")
    .addColumn("preferences", "text", (c) => c.notNull().defaultTo("{}"))
    .execute();
  await db.schema
    .alterTable("team")
    .addColumn("after_reply", "text", (c) => c.notNull().defaultTo("waiting_requester"))
    .execute();
  await db.schema
    .alterTable("team")
    .addColumn("auto_close_days", "integer", (c) => c.notNull().defaultTo(7))
    .execute();
  await db.schema
    .alterTable("team")
    .addColumn("reopen_days", "integer", (c) => c.notNull().defaultTo(14))
    .execute();
  await db.schema
    .createTable("team_member")
    .addColumn("team_id", "integer", belongs("team.id"))
    .addColumn("user_id", "integer", belongs("user.id"))
    .addColumn("lead", "integer", no)
    .addPrimaryKeyConstraint("team_member_key", ["team_id", "user_id"])
    .execute();
  await index(db, "team_member_by_user", "team_member", ["user_id", "team_id"]); // access checks: a user's teams
  await db
    .insertInto("team_member")
    .columns(["team_id", "user_id", "lead"])
    .expression((eb) =>
      eb
        .selectFrom(["team", "user"])
        .select(["team.id", "user.id as user_id", eb.lit(0).as("lead")])
        .where("team.is_default", "=", 1)
        .where("user.role", "!=", "requester"),
    )
    .execute();

  await db.schema.alterTable("task").addColumn("confidential", "integer", no).execute();
  await db.schema.alterTable("task").addColumn("snoozed_until", "bigint").execute();
  await db.schema.alterTable("task").addColumn("parent_id", "integer", refers("task.id")).execute();
  await db.schema.alterTable("task").addColumn("merged_into", "integer", refers("task.id")).execute();
  await db.schema.alterTable("task").addColumn("rating", "text").execute();
  await db.schema.alterTable("task").addColumn("rating_comment", "text").execute();
  await db.schema.alterTable("task").addColumn("rated_at", "bigint").execute();
  await db.schema.alterTable("task").addColumn("rated_by", "integer", refers("user.id")).execute();
  await index(db, "task_by_secrecy", "task", ["confidential", "requester_id"]); // an agent's own confidential requests
  await index(db, "task_by_parent", "task", ["parent_id", "id"]); // a task's sub-tasks
  // Tasks merged into a task. Partial, so no planner picks it to find tasks that aren't merged.
  await db.schema
    .createIndex("task_by_merge")
    .on("task")
    .columns(["merged_into", "id"])
    .where(sql`merged_into`, "is not", null)
    .execute();
  await index(db, "task_by_resolution", "task", ["status", "resolved_at", "id"]); // resolved tasks due to auto-close

  await db.schema
    .alterTable("message")
    .addColumn("body_text", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema.alterTable("message").addColumn("send_after", "bigint").execute();
  await db.schema.alterTable("message").addColumn("send_status", "text").execute();
  await db.schema.alterTable("message").addColumn("send_from", "text").execute();
  await db.schema.alterTable("message").addColumn("edited_at", "bigint").execute();
  await db.schema.alterTable("message").addColumn("redacted_at", "bigint").execute();
  await db.schema.alterTable("message").addColumn("split_into", "integer", refers("task.id")).execute();
  await db.schema
    .createIndex("message_by_split")
    .on("message")
    .columns(["split_into"])
    .where(sql`split_into`, "is not", null) // the source messages of a split, for undo
    .execute();
  await db.schema.alterTable("message").addColumn("copy_of", "integer", refers("message.id")).execute();
  await db.schema
    .createIndex("message_by_copy")
    .on("message")
    .columns(["copy_of"])
    .where(sql`copy_of`, "is not", null) // copies to redact with their original
    .execute();
  await db
    .updateTable("message")
    .set((eb) => ({ body_text: eb.ref("body") }))
    .execute();
  await db.schema.dropIndex("message_by_task").execute();
  await index(db, "message_by_task", "message", ["task_id", "created_at", "id"]); // a page of the conversation
  await db.schema
    .createTable("message_edit")
    .addColumn("id", "integer", id)
    .addColumn("message_id", "integer", belongs("message.id"))
    .addColumn("body", "text", required)
    .addColumn("edited_by", "integer", refers("user.id"))
    .addColumn("edited_at", "bigint", required)
    .execute();
  await index(db, "message_edit_by_message", "message_edit", ["message_id", "id"]); // previous versions of a note

  await db.schema
    .createTable("change_set")
    .addColumn("id", "integer", id)
    .addColumn("task_id", "integer", belongs("task.id"))
    .addColumn("actor_id", "integer", belongs("user.id"))
    .addColumn("kind", "text", required)
    .addColumn("inverse", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("undone_at", "bigint")
    .addColumn("undone_by", "integer", refers("user.id"))
    .addColumn("undoes", "integer", refers("change_set.id"))
    .execute();
  await index(db, "change_set_by_task", "change_set", ["task_id", "id"]); // undoable changes on the task page
  await db.schema.alterTable("event").addColumn("change_set_id", "integer", refers("change_set.id")).execute();

  await db.schema
    .createTable("participant")
    .addColumn("task_id", "integer", belongs("task.id"))
    .addColumn("user_id", "integer", belongs("user.id"))
    .addColumn("added_at", "bigint", required)
    .addColumn("address", "text") // as typed by the requester, who sees it instead of the name
    .addPrimaryKeyConstraint("participant_key", ["task_id", "user_id"])
    .execute();
  await index(db, "participant_by_user", "participant", ["user_id", "task_id"]); // access checks: a user's cc tasks
  await db.schema
    .createTable("watcher")
    .addColumn("task_id", "integer", belongs("task.id"))
    .addColumn("user_id", "integer", belongs("user.id"))
    .addColumn("added_at", "bigint", required)
    .addPrimaryKeyConstraint("watcher_key", ["task_id", "user_id"])
    .execute();
  await index(db, "watcher_by_user", "watcher", ["user_id", "task_id"]); // is:watched

  await db.schema
    .createTable("task_link")
    .addColumn("task_id", "integer", belongs("task.id"))
    .addColumn("kind", "text", required)
    .addColumn("other_id", "integer", belongs("task.id"))
    .addColumn("created_at", "bigint", required)
    .addPrimaryKeyConstraint("task_link_key", ["task_id", "kind", "other_id"])
    .execute();
  await index(db, "task_link_by_other", "task_link", ["other_id", "kind", "task_id"]); // links to a task

  await db.schema
    .createTable("checklist_item")
    .addColumn("id", "integer", id)
    .addColumn("task_id", "integer", belongs("task.id"))
    .addColumn("position", "integer", required)
    .addColumn("text", "text", required)
    .addColumn("done_by", "integer", refers("user.id"))
    .addColumn("done_at", "bigint")
    .execute();
  await index(db, "checklist_item_by_task", "checklist_item", ["task_id", "position", "id"]); // a task's items in order

  await db.schema
    .createTable("custom_field")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("label", "text", required)
    .addColumn("help", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("kind", "text", required)
    .addColumn("options", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("types", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("visibility", "text", (c) => c.notNull().defaultTo("agents"))
    .addColumn("required", "text", (c) => c.notNull().defaultTo("never"))
    .addColumn("show_if", "text")
    .addColumn("position", "integer", no)
    .addColumn("enabled", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createTable("task_field")
    .addColumn("task_id", "integer", belongs("task.id"))
    .addColumn("key", "text", belongs("custom_field.key"))
    .addColumn("value", "text", required)
    .addPrimaryKeyConstraint("task_field_key", ["task_id", "key"])
    .execute();

  await db.schema
    .createTable("draft")
    .addColumn("id", "integer", id)
    .addColumn("user_id", "integer", belongs("user.id"))
    .addColumn("task_id", "integer", refers("task.id"))
    .addColumn("kind", "text", required)
    .addColumn("body", "text", required)
    .addColumn("fields", "text", (c) => c.notNull().defaultTo("{}"))
    .addColumn("base_version", "integer")
    .addColumn("request_key", "text")
    .addColumn("revision", "integer", no)
    .addColumn("shared", "integer", no)
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("deleted_at", "bigint")
    .execute();
  // One draft per user, task and kind; a new task counts as task 0. Deleted drafts stay restorable for a day.
  await sql`create unique index draft_by_place on draft (user_id, (coalesce(task_id, 0)), kind) where deleted_at is null`.execute(
    db,
  );
  await index(db, "draft_by_user", "draft", ["user_id", "task_id", "kind"]); // own drafts on a page, has:draft, limits
  await index(db, "draft_by_task", "draft", ["task_id", "kind"]); // shared drafts, drafts a merge moves
  await index(db, "draft_by_age", "draft", ["updated_at"]); // deleting drafts untouched for 90 days

  await db.schema
    .createTable("file")
    .addColumn("sha256", "text", (c) => c.primaryKey())
    .addColumn("size", "bigint", required)
    .addColumn("type", "text", required)
    .addColumn("width", "integer")
    .addColumn("height", "integer")
    .addColumn("created_at", "bigint", required)
    .execute();
  await db.schema
    .createTable("attachment")
    .addColumn("id", "integer", id)
    .addColumn("sha256", "text", refers("file.sha256"))
    .addColumn("task_id", "integer", refers("task.id"))
    .addColumn("message_id", "integer", refers("message.id"))
    .addColumn("draft_id", "integer", refers("draft.id"))
    .addColumn("uploaded_by", "integer", refers("user.id"))
    .addColumn("name", "text", required)
    .addColumn("declared_type", "text", required)
    .addColumn("size", "bigint", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("redacted_at", "bigint")
    .execute();
  await index(db, "attachment_by_message", "attachment", ["message_id", "id"]); // a message's files
  await index(db, "attachment_by_draft", "attachment", ["draft_id", "id"]); // a draft's files
  await index(db, "attachment_by_task", "attachment", ["task_id", "id"]); // a task's file count
  await index(db, "attachment_by_file", "attachment", ["sha256"]); // whether a stored file is still referenced

  await db.schema
    .createTable("parked_form")
    .addColumn("request_key", "text", (c) => c.primaryKey())
    .addColumn("user_id", "integer", belongs("user.id"))
    .addColumn("address", "text", required)
    .addColumn("form", "text", required)
    .addColumn("files", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await index(db, "parked_form_by_user", "parked_form", ["user_id", "address", "created_at"]); // a page's parked forms
  await index(db, "parked_form_by_age", "parked_form", ["created_at"]); // sweeping old forms

  await db.schema
    .createTable("presence")
    .addColumn("task_id", "integer", belongs("task.id"))
    .addColumn("user_id", "integer", belongs("user.id"))
    .addColumn("writing", "integer", no)
    .addColumn("expires_at", "bigint", required)
    .addPrimaryKeyConstraint("presence_key", ["task_id", "user_id"])
    .execute();
  await index(db, "presence_by_end", "presence", ["expires_at"]); // sweeping expired presence

  await db.schema
    .createTable("job")
    .addColumn("id", "integer", id)
    .addColumn("kind", "text", required)
    .addColumn("key", "text", (c) => c.unique())
    .addColumn("payload", "text", (c) => c.notNull().defaultTo("{}"))
    .addColumn("run_at", "bigint")
    .addColumn("attempts", "integer", no)
    .addColumn("last_error", "text")
    .addColumn("created_at", "bigint", required)
    .execute();
  await index(db, "job_by_time", "job", ["run_at", "id"]); // due jobs
}

async function index(db: Kysely<AtStep1>, name: string, table: string, columns: string[]) {
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}
