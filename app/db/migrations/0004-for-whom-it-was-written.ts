import { type Kysely, sql } from "kysely";

/** Stores on a task's description the requester it was written for, so splits and merges keep it. */
export async function up(db: Kysely<{ message: { on_behalf_of: number | null } }>) {
  await db.schema
    .alterTable("message")
    .addColumn("on_behalf_of", "integer", (c) => c.references("user.id"))
    .execute();
  await sql`update message set on_behalf_of = (select requester_id from task where task.id = message.task_id)
    where kind = 'public' and side = 'requester' and channel = 'web'
    and created_at = (select created_at from task where task.id = message.task_id)`.execute(db);
  await sql`update message set on_behalf_of = (select first.on_behalf_of from message as first where first.id = message.copy_of)
    where copy_of is not null`.execute(db);
}
