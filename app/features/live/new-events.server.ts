import { type SqlBool, sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { fieldName } from "~/features/custom-fields/field-name";
import { shownToAll } from "~/features/task-list/unread.server";

/**
 * A row of the history, as far as open pages hear of it.
 *
 * actorId  who has done it; null for the system
 * said     whether it is a message, or a note
 * shown    whether pages show what it has changed to those on the requester's side, too
 */
export type NewEvent = { id: number; taskId: number; actorId: number | null; said: boolean; shown: boolean };

/** Of more at once nobody is told one by one. */
export const MOST_EVENTS = 300;

/**
 * More than what is news to whoever sees a task from the requester's side: what becomes another on an open page of theirs. Words
 * and files that were redacted, a value of a field they may read, messages that come in from a task that was merged or go back,
 * and that the task is there again.
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

/** What was written into the history after its row `id`; null for more than `MOST_EVENTS`, or where there is no such row yet. */
export async function missedSince(db: Db, id: number): Promise<NewEvent[] | null> {
  if (id > (await lastId(db))) return null; // PostgreSQL would not even take some of those numbers
  const rows = await eventsSince(db, id)
    .limit(MOST_EVENTS + 1)
    .execute();
  return rows.length > MOST_EVENTS ? null : rows.map(asEvent);
}

/** What was done from a time on (UTC milliseconds), among the last rows; null for more than `MOST_EVENTS`. */
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

/** So many rows before the last may belong to a transaction that was going on when somebody began to read. */
const WINDOW = 10_000;

/**
 * Reads what is new in the history, in any number of processes, and misses nothing. PostgreSQL gives numbers before a
 * transaction is committed: a row may appear after others with a higher one. So all is read again from the last number below
 * which no transaction is going on any more, and what was told already is left out.
 */
export async function readNewEvents(db: Db) {
  const isShared = engineOf(db) === "postgres";
  const told = new Set<number>();
  /** No row up to this one is still to come. */
  let settled = 0;
  /** Numbers that were given, and a transaction that began after that: settled once all before that one have ended. */
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
  if (isShared) await next(); // what is there already is no news

  return {
    /** What has been committed since the last time, or since the beginning. */
    next,
    /** From where somebody goes on who has been told all until now: a row of the history. It may tell them some again. */
    position: () => settled,
  };
}

export type NewEvents = Awaited<ReturnType<typeof readNewEvents>>;

/** The number that a row got last, whether or not there is such a row yet, or ever. */
async function lastGiven(db: Db): Promise<number> {
  const { rows } = await sql<{ given: number }>`
    select case when is_called then last_value else 0 end as given from event_id_seq`.execute(db);
  return rows[0]?.given ?? 0;
}

/**
 * The oldest transaction that may go on, and the newest: this one itself. The end of a snapshot would not do: it is behind what
 * has ended last, and others may be going on beyond it.
 */
async function transactions(db: Db) {
  const { rows } = await sql<{ oldest: string; newest: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_current_xact_id()::text as newest`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL does not say which transactions there are.");
  return { oldest: BigInt(row.oldest), newest: BigInt(row.newest) };
}
