import type { Db } from "~/db/types";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { PAGE_ROWS, type PagePlace } from "~/lib/page-cursor";
import { isBeside, readPage } from "~/lib/read-page.server";
import { noteAccountChange } from "./account-changes.server";
import { isSecurityKind, SECURITY_KINDS, type SecurityKind } from "./security-kinds";

export type NewSecurityEvent = {
  kind: SecurityKind;
  /** Null for an unknown visitor, or the desk itself. */
  actorId: number | null;
  userId?: number | null;
  teamId?: number | null;
  taskId?: number | null;
  ip?: string | null;
  /** Labels and texts as of now, without secrets. */
  details?: Record<string, string>;
};

type Listener = (db: Db, event: NewSecurityEvent, now: number) => Promise<void>;

let listeners: readonly Listener[] = [];

/** Registers features that react to entries, in the transaction of the change (app/subjects.server). */
export function onSecurityEvents(registered: readonly Listener[]): void {
  listeners = registered;
}

/** Adds an entry and returns its id. Call it in the transaction of the change, if there is one. */
export async function logSecurity(db: Db, event: NewSecurityEvent, now: number): Promise<number> {
  const { kind, actorId, userId = null, teamId = null, taskId = null, ip = null, details = {} } = event;
  const { id } = await db
    .insertInto("security_event")
    .values({
      ...{ kind, ip, actor_id: actorId, user_id: userId, team_id: teamId, task_id: taskId },
      ...{ details: JSON.stringify(details), at: now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await noteAccountChange(db, event, now);
  for (const listener of listeners) await listener(db, event, now);
  return id;
}

/** Replaces an entry's details, for an outcome that wasn't known when it was logged. */
export async function addDetails(db: Db, id: number, details: Record<string, string>): Promise<void> {
  await db
    .updateTable("security_event")
    .set({ details: JSON.stringify(details) })
    .where("id", "=", id)
    .execute();
}

/** Skips an event logged within the last hour: coming back to a task isn't a new event. */
export async function logAtMostHourly(
  db: Db,
  event: NewSecurityEvent & { actorId: number; taskId: number },
  now: number,
): Promise<void> {
  const known = await db
    .selectFrom("security_event")
    .select("id")
    .where("actor_id", "=", event.actorId)
    .where("at", ">", now - HOUR_MS)
    .where("task_id", "=", event.taskId)
    .where("kind", "=", event.kind)
    .limit(1)
    .executeTakeFirst();
  if (!known) await logSecurity(db, event, now);
}

/** Page cursor: time and id of the first or last event. */
export type LogPosition = { at: number; id: number };
export type LogPlace = PagePlace<LogPosition>;

/** `person`: the actor or the affected person. */
export type LogFilter = { kind: SecurityKind | null; person: number | null };

/** Newest first, a page at a time, in both directions. For admins. */
export async function readSecurityLog(db: Db, filter: LogFilter, asked: LogPlace = null, limit = PAGE_ROWS) {
  const { rows, ...neighbours } = await readPage(asked, limit, {
    back: "after",
    read: (place, most) => eventsFrom(db, filter, place, most),
    cursorOf: ({ at, id }) => ({ at, id }),
  });
  return { events: rows.map(asShown), ...neighbours };
}

type Row = Awaited<ReturnType<typeof eventsFrom>>[number];

function asShown({ kind, details, ...row }: Row) {
  return {
    id: row.id,
    at: row.at,
    what: isSecurityKind(kind) ? SECURITY_KINDS[kind] : kind,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor ?? "" },
    user: row.user_id === null ? null : { id: row.user_id, name: row.user ?? "" },
    team: row.team_id === null ? null : { id: row.team_id, name: row.team ?? "" },
    task: row.task_id,
    ip: row.ip,
    details: Object.entries(JSON.parse(details) as Record<string, string>),
  };
}

export type LoggedEvent = ReturnType<typeof asShown>;

function eventsFrom(db: Db, { kind, person }: LogFilter, place: LogPlace, limit: number) {
  const way = place !== null && "after" in place ? "asc" : "desc";
  let events = db
    .selectFrom("security_event as entry")
    .leftJoin("user as actor", "actor.id", "entry.actor_id")
    .leftJoin("user as subject", "subject.id", "entry.user_id")
    .leftJoin("team", "team.id", "entry.team_id")
    .select(["entry.id", "entry.kind", "entry.at", "entry.ip", "entry.details", "entry.task_id"])
    .select(["entry.actor_id", "entry.user_id", "entry.team_id"])
    .select(["actor.name as actor", "subject.name as user", "team.name as team"])
    .orderBy("entry.at", way)
    .orderBy("entry.id", way)
    .limit(limit);
  if (kind) events = events.where("entry.kind", "=", kind);
  if (person)
    events = events.where((eb) => eb.or([eb("entry.actor_id", "=", person), eb("entry.user_id", "=", person)]));
  if (place) events = events.where(isBeside(place, ["entry.at", "entry.id"], ({ at, id }) => [at, id]));
  return events.execute();
}

const KEPT_MS = 400 * DAY_MS;
const BATCH = 1000;

/** Deletes a batch of old entries. Returns whether there may be more. */
export async function sweepSecurityLog(db: Db, now: number): Promise<boolean> {
  const old = db
    .selectFrom("security_event")
    .select("id")
    .where("at", "<", now - KEPT_MS)
    .orderBy("at")
    .orderBy("id")
    .limit(BATCH);
  const { numDeletedRows } = await db.deleteFrom("security_event").where("id", "in", old).executeTakeFirstOrThrow();
  return Number(numDeletedRows) === BATCH;
}
