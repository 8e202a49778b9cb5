import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** The `until_at` of tasks still open, so one index range finds all tasks open at a given time. */
const STILL_OPEN = 8_640_000_000_000_000;

/**
 * Reports: when each task was open, and counts per day. In the transaction of each change, triggers queue the task to
 * be counted again by a job. All existing tasks start in the queue.
 */
export async function up(db: Kysely<object>) {
  const sqlite = engineOf(db as never) === "sqlite";
  const id = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const required = (column: ColumnDefinitionBuilder) => column.notNull();
  const task = (column: ColumnDefinitionBuilder) => column.notNull().references("task.id").onDelete("cascade");

  await db.schema
    .createTable("task_open")
    .addColumn("task_id", "integer", task)
    .addColumn("from_at", "bigint", required)
    .addColumn("until_at", "bigint", required)
    .addPrimaryKeyConstraint("task_open_key", ["task_id", "from_at"])
    .$call((table) => (sqlite ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await db.schema
    .createTable("report_change")
    .addColumn("id", sqlite ? "integer" : "bigint", id)
    .addColumn("task_id", "integer", required)
    .execute();
  await db.schema.createIndex("report_change_task").on("report_change").column("task_id").execute();
  await db.schema
    .createTable("report_task")
    .addColumn("task_id", "integer", (c) => c.primaryKey().references("task.id").onDelete("cascade"))
    .addColumn("facts", "text", required)
    .execute();
  await db.schema
    .createTable("report_count")
    .addColumn("dimension", "text", required)
    .addColumn("period", "text", required)
    .addColumn("item", "text", required)
    .addColumn("team_id", "integer", required)
    .addColumn("confidential", "integer", required)
    .addColumn("measure", "text", required)
    .addColumn("n", "integer", required)
    .addPrimaryKeyConstraint("report_count_key", ["dimension", "period", "item", "team_id", "confidential", "measure"])
    .$call((table) => (sqlite ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  // A single row: the time zone whose days are counted; empty before the first count.
  await db.schema
    .createTable("report_state")
    .addColumn("id", "integer", (c) => c.primaryKey())
    .addColumn("zone", "text", required)
    .execute();
  await sql`insert into report_state (id, zone) values (1, '')`.execute(db);

  await db.schema
    .createTable("report")
    .addColumn("id", "integer", id)
    .addColumn("name", "text", required)
    .addColumn("period", "text", required)
    .addColumn("grouped_by", "text", required)
    .addColumn("query", "text", required)
    .addColumn("scope", "text", required)
    .addColumn("owner_id", "integer", (c) => c.notNull().references("user.id"))
    .addColumn("team_id", "integer", (c) => c.references("team.id"))
    .addColumn("mailed", "text", required)
    .addColumn("recipients", "text", required)
    .addColumn("mail_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("deleted_at", "bigint")
    .execute();

  await sql`insert into task_open (task_id, from_at, until_at)
    select id, created_at, case when open = 1 then ${sql.lit(STILL_OPEN)}
      else coalesce(resolved_at, closed_at, updated_at) end from task`.execute(db);
  await db.schema.createIndex("task_open_until").on("task_open").columns(["until_at", "from_at", "task_id"]).execute();
  await sql`insert into report_change (task_id) select id from task`.execute(db);
  for (const [index, column] of [
    ["task_first_responded", "first_responded_at"],
    ["task_rated", "rated_at"],
  ] as const) {
    await db.schema.createIndex(index).on("task").column(column).where(sql.ref(column), "is not", null).execute();
  }
  await db.schema
    .createIndex("clock_by_end")
    .on("clock")
    .columns(["metric", "ended_at", "task_id"])
    .where(sql`ended_at`, "is not", null)
    .execute();

  for (const trigger of TRIGGERS) {
    const { name, on, when, events } = trigger;
    const table = sql.table(on);
    const steps = trigger.steps.map((step) => sql.raw(step));
    if (sqlite) {
      for (const event of events) {
        await sql`create trigger ${sql.ref(`${name}_${event.split(" ")[0]}`)} after ${sql.raw(event)} on ${table}
          for each row ${sql.raw(when ? `when ${when}` : "")} begin ${sql.join(steps, sql`; `)}; end`.execute(db);
      }
    } else {
      await sql`create function ${sql.ref(name)}() returns trigger language plpgsql as $$
        begin ${sql.join(steps, sql`; `)}; return null; end $$`.execute(db);
      await sql`create trigger ${sql.ref(name)} after ${sql.raw(events.join(" or "))} on ${table}
        for each row ${sql.raw(when ? `when (${when})` : "")} execute function ${sql.ref(name)}()`.execute(db);
    }
  }
}

type Trigger = { name: string; on: string; when?: string; events: readonly string[]; steps: readonly string[] };

const note = (row: "new" | "old") => `insert into report_change (task_id) values (${row}.task_id)`;

/** Task columns that counts depend on. */
const COLUMNS = [
  ...["open", "team_id", "assignee_id", "type", "organization_id", "confidential", "merged_into", "put_away"],
  ...["created_at", "first_responded_at", "resolved_at", "closed_at", "reopen_count", "rating", "rated_at"],
];

/** The time a task stopped being open: when it was resolved or closed, or failing that, when it was updated. */
const ENDED = `case
  when new.resolved_at is not null and (old.resolved_at is null or old.resolved_at <> new.resolved_at) then new.resolved_at
  when new.closed_at is not null and (old.closed_at is null or old.closed_at <> new.closed_at) then new.closed_at
  else new.updated_at end`;

const TRIGGERS: readonly Trigger[] = [
  {
    name: "report_new_task",
    on: "task",
    events: ["insert"],
    steps: [
      `insert into task_open (task_id, from_at, until_at) values (new.id, new.created_at,
        case when new.open = 1 then ${STILL_OPEN} else coalesce(new.resolved_at, new.closed_at, new.updated_at) end)`,
      "insert into report_change (task_id) values (new.id)",
    ],
  },
  {
    name: "report_task_done",
    on: "task",
    when: "old.open = 1 and new.open = 0",
    events: ["update of open"],
    steps: [`update task_open set until_at = ${ENDED} where task_id = new.id and until_at = ${STILL_OPEN}`],
  },
  {
    name: "report_task_reopened",
    on: "task",
    when: "old.open = 0 and new.open = 1",
    events: ["update of open"],
    steps: [
      `insert into task_open (task_id, from_at, until_at) values (new.id, new.updated_at, ${STILL_OPEN})
        on conflict (task_id, from_at) do update set until_at = excluded.until_at`,
    ],
  },
  {
    name: "report_changed_task",
    on: "task",
    events: [`update of ${COLUMNS.join(", ")}`],
    steps: ["insert into report_change (task_id) values (new.id)"],
  },
  { name: "report_new_tag", on: "task_tag", events: ["insert"], steps: [note("new")] },
  { name: "report_old_tag", on: "task_tag", events: ["delete"], steps: [note("old")] },
  {
    name: "report_message",
    on: "message",
    when: "new.side = 'agent' and new.kind = 'public'",
    events: ["insert", "update of task_id, send_after, automated"],
    steps: [note("new")],
  },
  {
    name: "report_moved_message",
    on: "message",
    when: "old.side = 'agent' and old.kind = 'public'",
    events: ["delete", "update of task_id"],
    steps: [note("old")],
  },
  {
    name: "report_new_clock",
    on: "clock",
    when: "new.ended_at is not null",
    events: ["insert"],
    steps: [note("new")],
  },
  {
    name: "report_clock",
    on: "clock",
    when: `old.ended_at is distinct from new.ended_at or (new.ended_at is not null and (old.state <> new.state
      or old.consumed <> new.consumed or old.retargeted <> new.retargeted or old.is_current <> new.is_current))`,
    events: ["update"],
    steps: [note("new")],
  },
  { name: "report_old_clock", on: "clock", events: ["delete"], steps: [note("old")] },
];
