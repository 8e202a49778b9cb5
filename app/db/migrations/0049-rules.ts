import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** Rules, the queue of changes they haven't processed, their runs, and their webhook calls. */
export async function up(db: Kysely<object>) {
  const sqlite = engineOf(db as never) === "sqlite";
  const id = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const required = (column: ColumnDefinitionBuilder) => column.notNull();
  const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  const one = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(1);
  const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");

  // Changes with every rule, so processes reload their cache. 0 means there was never a rule.
  await db.schema.alterTable("catalogue").addColumn("rules", "integer", zero).execute();
  // The account that rules act as; null until a rule runs.
  await db.schema.alterTable("catalogue").addColumn("rule_actor_id", "integer").execute();

  await db.schema
    .createTable("rule")
    .addColumn("id", "integer", id)
    .addColumn("name", "text", required)
    .addColumn("name_key", "text", required)
    .addColumn("position", "integer", required)
    .addColumn("enabled", "integer", zero)
    .addColumn("trigger_kind", "text", required)
    .addColumn("schedule", "text", empty)
    .addColumn("query", "text", required)
    .addColumn("actions", "text", required)
    .addColumn("stop_after", "integer", zero)
    .addColumn("failures", "integer", zero)
    .addColumn("next_at", "bigint")
    .addColumn("next_task", "integer", zero)
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("deleted_at", "bigint")
    .addColumn("version", "integer", one)
    .execute();
  await db.schema
    .createIndex("rule_name_key")
    .unique()
    .on("rule")
    .column("name_key")
    .where(sql`deleted_at`, "is", null)
    .execute();
  await db.schema
    .createTable("rule_change")
    .addColumn("id", "integer", id)
    .addColumn("chain", "text", required)
    .addColumn("depth", "integer", required)
    .addColumn("task_id", "integer", required)
    .addColumn("triggers", "text", required)
    .addColumn("originator_id", "integer")
    .addColumn("after_position", "integer", zero)
    .addColumn("at", "bigint", required)
    .execute();
  await db.schema.createIndex("rule_change_by_chain").on("rule_change").columns(["chain", "id"]).execute();
  await db.schema
    .createTable("rule_run")
    .addColumn("id", "integer", id)
    .addColumn("rule_id", "integer", (column) => column.notNull().references("rule.id"))
    .addColumn("rule_name", "text", required)
    .addColumn("chain", "text", required)
    .addColumn("depth", "integer", required)
    .addColumn("task_id", "integer")
    .addColumn("outcome", "text", required)
    .addColumn("because", "text", required)
    .addColumn("did", "text", empty)
    .addColumn("change_set_id", "integer")
    .addColumn("at", "bigint", required)
    .execute();
  await db.schema.createIndex("rule_run_by_rule").on("rule_run").columns(["rule_id", "id"]).execute();
  await db.schema.createIndex("rule_run_by_chain").on("rule_run").columns(["chain", "task_id"]).execute();
  await db.schema.createIndex("rule_run_by_at").on("rule_run").column("at").execute();
  await db.schema.alterTable("event").addColumn("rule_run_id", "integer").execute();

  await db.schema
    .createTable("webhook_call")
    .addColumn("id", "integer", id)
    .addColumn("rule_id", "integer", required)
    .addColumn("run_id", "integer", required)
    .addColumn("task_id", "integer")
    .addColumn("url", "text", required)
    .addColumn("body", "text", required)
    .addColumn("state", "text", required)
    .addColumn("attempts", "integer", zero)
    .addColumn("result", "text", empty)
    .addColumn("try_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .addColumn("settled_at", "bigint")
    .execute();
  await db.schema
    .createIndex("webhook_call_due")
    .on("webhook_call")
    .column("try_at")
    .where(sql`try_at`, "is not", null)
    .execute();
  await db.schema.createIndex("webhook_call_by_rule").on("webhook_call").columns(["rule_id", "id"]).execute();

  // Example rules, all disabled. Their queries use only keywords, which work on every desk.
  const now = Date.now();
  for (const [index, { name, ...rule }] of EXAMPLES.entries()) {
    const row = { name, name_key: name.toLowerCase(), position: index + 1, ...rule };
    await sql`insert into rule (name, name_key, position, enabled, trigger_kind, schedule, query, actions, created_at, updated_at)
      values (${row.name}, ${row.name_key}, ${row.position}, 0, ${row.trigger}, ${row.schedule}, ${row.query},
        ${JSON.stringify(row.actions)}, ${now}, ${now})`.execute(db);
  }
}

const REMINDER = `Hello {{requester.first_name|there}},

we're still waiting for your answer. If your request is solved, you don't have to do anything.`;

const EXAMPLES = [
  {
    ...{ name: "Remind requesters after 7 days", trigger: "schedule", schedule: "daily at 09:00" },
    query: "awaiting:requester updated:>7d -tag:reminded",
    actions: [
      { kind: "reply", value: REMINDER },
      { kind: "add_tag", value: "reminded" },
    ],
  },
  {
    ...{ name: "Resolve 7 days after a reminder", trigger: "schedule", schedule: "daily at 09:00" },
    query: "awaiting:requester updated:>7d tag:reminded",
    actions: [
      { kind: "status", value: "resolved" },
      { kind: "remove_tag", value: "reminded" },
    ],
  },
  {
    ...{ name: "Forget the reminder once there is an answer", trigger: "message", schedule: "" },
    query: "tag:reminded is:unanswered",
    actions: [{ kind: "remove_tag", value: "reminded" }],
  },
  {
    ...{ name: "Assign urgent tasks", trigger: "created", schedule: "" },
    query: "priority:urgent is:unassigned",
    actions: [{ kind: "assignee", value: "least_loaded" }],
  },
  {
    ...{ name: "Tell leads of missed targets", trigger: "clock_breached", schedule: "" },
    query: "",
    actions: [{ kind: "notify", value: "leads" }],
  },
  {
    ...{ name: "Check backups every week", trigger: "schedule", schedule: "weekly on Monday at 09:00" },
    query: "",
    actions: [{ kind: "create", value: "Check the backups of last week" }],
  },
];
