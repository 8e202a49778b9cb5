import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** A trigger condition: any of these columns changed. */
const changed = (...columns: string[]) =>
  sql.raw(columns.map((name) => `old.${name} is distinct from new.${name}`).join(" or "));

/**
 * Triggers that notify every process when a commit changes data shown live on open pages. The notification is empty and
 * is sent once per transaction: processes read the changes, and who may see them, from the tables. On SQLite, processes
 * poll the file instead (db/watch-changes.server.ts).
 */
export async function up(db: Kysely<object>) {
  if (engineOf(db as never) === "sqlite") return;
  await sql`create function tell_live() returns trigger language plpgsql as $$
    begin
      perform pg_notify('taskdesk_live', '');
      return null;
    end
  $$`.execute(db);
  const tell = sql`execute function tell_live()`;
  await sql`create trigger live_event after insert on event for each statement ${tell}`.execute(db);
  await sql`create trigger live_read after update of read_at on notification for each row
    when (${changed("read_at")}) ${tell}`.execute(db);
  await sql`create trigger live_session after delete on session for each row ${tell}`.execute(db);
  await sql`create trigger live_person after update of state, role, organization_id, org_manager on "user" for each row
    when (${changed("state", "role", "organization_id", "org_manager")}) ${tell}`.execute(db);
  await sql`create trigger live_presence after insert or delete on presence for each row ${tell}`.execute(db);
  // Skips heartbeats of people who are still present, but not the first one after a gap.
  await sql`create trigger live_writing after update on presence for each row
    when (${changed("writing")} or new.expires_at > old.expires_at + 30000) ${tell}`.execute(db);
}
