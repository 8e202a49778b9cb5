import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import {
  changeRecords,
  createOnce,
  type NotAllowed,
  type RecordConflict,
} from "~/features/records/change-records.server";
import type { SecurityKind } from "~/features/security-log/security-kinds";
import { logSecurity } from "~/features/security-log/security-log.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { changeDetails, mergeRecord } from "~/lib/merge-field";
import { sortKey } from "~/lib/search-tokens";
import { allOf } from "~/lib/text";
import type { CalendarText } from "../calendar-text";
import { clockTermsChanged } from "../policies-changed.server";
import {
  CALENDAR_FIELDS,
  CALENDAR_LABELS,
  CALENDAR_LIMITS,
  type CalendarFields,
  calendarTextOf,
  calendarValue,
} from "./calendars";
import * as say from "./calendars-copy";

/* A calendar's hours are versioned: clocks use the version in force at the time. */

export type StoredCalendar = { id: number; fields: CalendarFields };

/** A calendar with its newest version. */
const selectCalendars = (db: Db) =>
  db
    .selectFrom("calendar")
    .innerJoin("calendar_version as saved", "saved.calendar_id", "calendar.id")
    .select(["calendar.id", "calendar.name", "calendar.deleted_at", "saved.definition"])
    .where("saved.id", "=", (eb) =>
      eb
        .selectFrom("calendar_version as other")
        .select(({ fn }) => fn.max("other.id").as("newest"))
        .whereRef("other.calendar_id", "=", "calendar.id"),
    );

function shown({ id, name, definition }: { id: number; name: string; definition: string }): StoredCalendar {
  const { weekdays, ...rest } = JSON.parse(definition) as CalendarText;
  const [monday = "", tuesday = "", wednesday = "", thursday = "", friday = "", saturday = "", sunday = ""] = weekdays;
  return { id, fields: { name, ...rest, monday, tuesday, wednesday, thursday, friday, saturday, sunday } };
}

export async function listCalendars(db: Db): Promise<StoredCalendar[]> {
  const rows = await selectCalendars(db)
    .where("calendar.deleted_at", "is", null)
    .orderBy("calendar.name_key")
    .orderBy("calendar.id")
    .execute();
  return rows.map(shown);
}

export async function readCalendar(db: Db, id: number): Promise<StoredCalendar | null> {
  const found = selectCalendars(db).where("calendar.id", "=", id).where("calendar.deleted_at", "is", null);
  const row = await found.executeTakeFirst();
  return row ? shown(row) : null;
}

/** Names of the policies that use each calendar. */
export async function policiesByCalendar(db: Db): Promise<Map<number, string[]>> {
  const policies = await db
    .selectFrom("policy")
    .innerJoin("policy_version as saved", "saved.policy_id", "policy.id")
    .select(["policy.name", "saved.calendar_id"])
    .where("policy.deleted_at", "is", null)
    .where("saved.id", "=", (eb) =>
      eb
        .selectFrom("policy_version as other")
        .select(({ fn }) => fn.max("other.id").as("newest"))
        .whereRef("other.policy_id", "=", "policy.id"),
    )
    .orderBy("policy.position")
    .orderBy("policy.id")
    .execute();
  const byCalendar = new Map<number, string[]>();
  for (const { name, calendar_id } of policies) {
    byCalendar.set(calendar_id, [...(byCalendar.get(calendar_id) ?? []), name]);
  }
  return byCalendar;
}

type Wrong = { ok: false; why: "wrong"; errors: Record<string, string[]> };
type NoSuchCalendar = { ok: false; why: "no_such_calendar" };

const wrongName = (sentence: string): Wrong => ({ ok: false, why: "wrong", errors: { name: [sentence] } });

/** Creates at most one calendar per `requestKey`. */
export const createCalendar = (
  db: Db,
  viewer: Viewer,
  { requestKey, ...fields }: CalendarFields & { requestKey: string },
  now: number,
): Promise<{ ok: true; id: number } | NotAllowed | Wrong> =>
  changeCalendars<{ ok: true; id: number } | Wrong>(db, viewer, (tx) =>
    createOnce<Wrong>(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      const refused = await whyNot(tx, fields.name, null);
      if (refused) return wrongName(refused);
      const { id } = await tx
        .insertInto("calendar")
        .values({ name: fields.name, name_key: sortKey(fields.name), created_at: now, updated_at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      await saveVersion(tx, viewer, id, fields, now);
      await logCalendar(tx, viewer, "calendar_created", { Name: fields.name }, now);
      return id;
    }),
  );

/** Why a calendar can't have this name, or can't be one more (`id` null); null if it can. */
async function whyNot(tx: Tx, name: string, id: number | null): Promise<string | null> {
  const others = await tx.selectFrom("calendar").select(["id", "name_key"]).where("deleted_at", "is", null).execute();
  if (others.some((other) => other.id !== id && other.name_key === sortKey(name))) return say.nameIsTaken;
  const isFull = !others.some((other) => other.id === id) && others.length >= CALENDAR_LIMITS.calendars;
  return isFull ? say.enoughCalendars(CALENDAR_LIMITS.calendars) : null;
}

type EditCalendar = { ok: true } | NotAllowed | NoSuchCalendar | Wrong | RecordConflict<CalendarFields>;

/** Merges the form with concurrent changes, field by field. Changed hours create a new version. */
export const editCalendar = (
  db: Db,
  viewer: Viewer,
  id: number,
  { was, mine }: { was: CalendarFields; mine: CalendarFields },
  now: number,
): Promise<EditCalendar> =>
  changeCalendars<EditCalendar>(db, viewer, async (tx) => {
    const current = (await readCalendar(tx, id))?.fields;
    if (!current) return { ok: false, why: "no_such_calendar" };
    const { value, conflicts, changed } = mergeRecord(CALENDAR_FIELDS, { was, mine, current });
    if (conflicts.length > 0) return { ok: false, why: "conflict", fields: conflicts, current };
    if (changed.length === 0) return { ok: true };
    const refused = changed.includes("name") ? await whyNot(tx, value.name, id) : null;
    if (refused) return wrongName(refused);
    await tx
      .updateTable("calendar")
      .set((eb) => ({
        ...{ name: value.name, name_key: sortKey(value.name), updated_at: now },
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    if (changed.some((field) => field !== "name")) {
      await saveVersion(tx, viewer, id, value, now);
      await clockTermsChanged(tx, now);
    }
    const inWords = (field: keyof CalendarFields) => ({
      from: calendarValue(field, current),
      to: calendarValue(field, value),
    });
    const details = { Of: current.name, ...changeDetails(changed, CALENDAR_LABELS, inWords) };
    await logCalendar(tx, viewer, "calendar_changed", details, now);
    return { ok: true };
  });

/**
 * Saves a version in force from now on, but never dated before the last one, even if the server's clock was set back.
 */
async function saveVersion(tx: Tx, viewer: Viewer, id: number, fields: CalendarFields, now: number) {
  const last = await tx
    .selectFrom("calendar_version")
    .select(({ fn }) => fn.max("saved_at").as("at"))
    .where("calendar_id", "=", id)
    .executeTakeFirstOrThrow();
  const savedAt = Math.max(now, Number(last.at ?? 0) + 1);
  await tx
    .insertInto("calendar_version")
    .values({
      ...{ calendar_id: id, saved_at: savedAt, saved_by: viewer.id },
      definition: JSON.stringify(calendarTextOf(fields)),
    })
    .execute();
}

type DeleteCalendar =
  | { ok: true; name: string }
  | NotAllowed
  | NoSuchCalendar
  | { ok: false; why: "in_use"; sentence: string };

/** Deletes a calendar that no policy uses; it can be restored for a day. */
export const deleteCalendar = (db: Db, viewer: Viewer, id: number, now: number): Promise<DeleteCalendar> =>
  changeCalendars<DeleteCalendar>(db, viewer, async (tx) => {
    const calendar = await readCalendar(tx, id);
    if (!calendar) return { ok: false, why: "no_such_calendar" };
    const { name } = calendar.fields;
    const policies = (await policiesByCalendar(tx)).get(id) ?? [];
    if (policies.length > 0) return { ok: false, why: "in_use", sentence: say.calendarInUse(name, allOf(policies)) };
    await tx.updateTable("calendar").set({ deleted_at: now }).where("id", "=", id).execute();
    await logCalendar(tx, viewer, "calendar_removed", { Of: name }, now);
    return { ok: true, name };
  });

type RestoreCalendar = { ok: true; name: string } | NotAllowed | NoSuchCalendar | Wrong;

/** Restores a calendar deleted within the last day, unless its name is in use by now. */
export const restoreCalendar = (db: Db, viewer: Viewer, id: number, now: number): Promise<RestoreCalendar> =>
  changeCalendars<RestoreCalendar>(db, viewer, async (tx) => {
    const deleted = await tx
      .selectFrom("calendar")
      .select("name")
      .where("id", "=", id)
      .where("deleted_at", ">", now - DAY_MS)
      .executeTakeFirst();
    if (!deleted) return { ok: false, why: "no_such_calendar" };
    const refused = await whyNot(tx, deleted.name, id);
    if (refused) return wrongName(refused);
    await tx.updateTable("calendar").set({ deleted_at: null, updated_at: now }).where("id", "=", id).execute();
    await logCalendar(tx, viewer, "calendar_restored", { Of: deleted.name }, now);
    return { ok: true, name: deleted.name };
  });

const logCalendar = (tx: Tx, { id }: Viewer, kind: SecurityKind, details: Record<string, string>, now: number) =>
  logSecurity(tx, { kind, actorId: id, details }, now);

/** Policies and calendars share a lock, so no policy can start using a calendar that is being deleted. */
const changeCalendars = <T>(db: Db, viewer: Viewer, work: (tx: Tx) => Promise<T>) =>
  changeRecords(db, viewer, { may: maySetUpDesk, table: "policy" }, work);
