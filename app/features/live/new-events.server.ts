import { type SqlBool, sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { fieldName } from "~/features/custom-fields/field-name";
import { shownToAll } from "~/features/task-list/unread.server";

/**
 * A history event, for open pages.
 *
 * actorId  null for the system
 * said     whether it is a message or a note
 * shown    whether the requester's side sees what it changed
 */
export type NewEvent = { id: number; taskId: number; actorId: number | null; said: boolean; shown: boolean };

/** With more events than this, pages reload instead. */
export const MOST_EVENTS = 300;

/**
 * Events that change an open page on the requester's side. Besides unread ones, these are redactions, readable custom
 * fields, merges and their undo, and restores from the trash.
 */
const shownOnPages = sql<SqlBool>`(${shownToAll} or event.field in ('merged', 'put_away')
  or (event.field in ('message_redacted', 'files_redacted') and exists (
    select 1 from message where message.id = event.message_id and message.kind = 'public'))
  or exists (select 1 from custom_field where ${fieldName("")} || custom_field.key = event.field
    and custom_field.enabled = 1 and custom_field.visibility <> 'agents'))`;

const eventsSince = (db: Db, id: number) =>
  db
    .selectFrom("event")
    .select(["event.id", "event.task_id as taskId", "event.actor_id as actorId"])
    .select(sql<0 | 1>`case when event.kind in ('replied', 'noted') then 1 else 0 end`.as("said"))
    .select(sql<0 | 1>`case when ${shownOnPages} then 1 else 0 end`.as("shown"))
    .where("event.id", ">", id);

type Row = Pick<NewEvent, "id" | "taskId" | "actorId"> & { said: 0 | 1; shown: 0 | 1 };

const asEvent = ({ id, taskId, actorId, said, shown }: Row): NewEvent => {
  return { id, taskId, actorId, said: said === 1, shown: shown === 1 };
};

/** Events after event `id`; null if there are more than `MOST_EVENTS`, or no event has that id yet. */
export async function missedSince(db: Db, id: number): Promise<NewEvent[] | null> {
  if (id > (await lastId(db))) return null; // also keeps out numbers PostgreSQL would reject
  const rows = await eventsSince(db, id)
    .limit(MOST_EVENTS + 1)
    .execute();
  return rows.length > MOST_EVENTS ? null : rows.map(asEvent);
}

/** Events since a time (UTC milliseconds); null if there are more than `MOST_EVENTS`. */
export async function doneSince(db: Db, at: number): Promise<NewEvent[] | null> {
  const latest = await eventsSince(db, 0)
    .select("event.at")
    .orderBy("event.id", "desc")
    .limit(MOST_EVENTS + 1)
    .execute();
  const done = latest.filter((event) => event.at >= at);
  return done.length > MOST_EVENTS ? null : done.map(asEvent).reverse();
}

async function lastId(db: Db): Promise<number> {
  const row = await db.selectFrom("event").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** How far below the last event a transaction that was open when reading began may still insert. */
const WINDOW = 10_000;

/**
 * Reads new history events without missing any, in any number of processes. PostgreSQL assigns ids before commit, so a row
 * can appear after others with higher ids. So each read starts from the last id below which no transaction is open, and
 * skips events it already returned.
 */
export async function readNewEvents(db: Db) {
  const isShared = engineOf(db) === "postgres";
  const told = new Set<number>();
  /** No event up to this id can still appear. */
  let settled = 0;
  /** Assigned ids, each with a later transaction; settled once all transactions before that one have ended. */
  let marks: { given: number; by: bigint }[] = [];

  async function next(): Promise<NewEvent[]> {
    const given = isShared ? await lastGiven(db) : 0;
    if (isShared && given <= settled) return [];
    const now = isShared ? await transactions(db) : null;
    const rows = await eventsSince(db, settled).orderBy("event.id").execute();
    const fresh = rows.filter(({ id }) => !told.has(id)).map(asEvent);
    for (const { id } of fresh) told.add(id);
    if (now) {
      marks.push({ given, by: now.newest });
      settled = Math.max(settled, marks.findLast(({ by }) => by <= now.oldest)?.given ?? 0);
      marks = marks.filter(({ by }) => by > now.oldest);
    } else settled = rows.at(-1)?.id ?? settled;
    for (const id of told) if (id <= settled) told.delete(id);
    return fresh;
  }

  const last = await lastId(db);
  settled = isShared ? Math.max(0, last - WINDOW) : last;
  if (isShared) await next(); // skips existing events

  return {
    /** Events committed since the last call. */
    next,
    /** The event id from which a stream that has everything so far resumes. It may get some events twice. */
    position: () => settled,
  };
}

export type NewEvents = Awaited<ReturnType<typeof readNewEvents>>;

/** The last assigned id, whether or not its row is ever committed. */
async function lastGiven(db: Db): Promise<number> {
  const { rows } = await sql<{ given: number }>`
    select case when is_called then last_value else 0 end as given from event_id_seq`.execute(db);
  return rows[0]?.given ?? 0;
}

/**
 * The oldest transaction that may be open, and the newest: this one. The snapshot's xmax won't do for the newest: it only
 * follows the last completed transaction, and others may be open beyond it.
 */
async function transactions(db: Db) {
  const { rows } = await sql<{ oldest: string; newest: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_current_xact_id()::text as newest`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL returned no transaction ids.");
  return { oldest: BigInt(row.oldest), newest: BigInt(row.newest) };
}
