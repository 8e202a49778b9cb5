import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** A part of the text of a trigger. */
const changed = (...columns: string[]) =>
  sql.raw(columns.map((name) => `old.${name} is distinct from new.${name}`).join(" or "));

/**
 * PostgreSQL tells every process when something has changed that open pages hear of, with the commit: a word without content,
 * once in a transaction. Who may hear what is read from the tables then. On SQLite the file itself says that it has changed
 * (db/watch-changes.server.ts).
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
  // Not each sign of somebody who is there anyway; but that of one who was thought to have gone.
  await sql`create trigger live_writing after update on presence for each row
    when (${changed("writing")} or new.expires_at > old.expires_at + 30000) ${tell}`.execute(db);
}
