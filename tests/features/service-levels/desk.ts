import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import type { CalendarText } from "~/features/service-levels/calendar-text";
import { clocksAt } from "~/features/service-levels/clock-rules";
import { readClocks } from "~/features/service-levels/clock-store.server";
import { noticeClocks } from "~/features/service-levels/notice-clocks.server";
import { policiesChanged, policyJobs } from "~/features/service-levels/policies-changed.server";
import { loadServiceLevels, type StoredTargets } from "~/features/service-levels/service-levels-data.server";
import { type ClockDifference, verifyClocks } from "~/features/service-levels/verify-clocks.server";
import { PRIORITY_KEYS } from "~/features/tasks/tasks";
import { outline } from "./histories";

const HOURS = "09:00-17:00";

/** Stores a calendar from Monday to Friday in Berlin; returns its id. */
export async function storeCalendar(
  db: Db,
  { hours = HOURS, at = 0, ...text }: Partial<CalendarText> & { hours?: string; at?: number } = {},
): Promise<number> {
  const name = crypto.randomUUID();
  const row = { name, name_key: name, created_at: at, updated_at: at };
  const { id } = await db.insertInto("calendar").values(row).returning("id").executeTakeFirstOrThrow();
  await changeCalendar(db, id, { hours, ...text }, at);
  return id;
}

export async function changeCalendar(
  db: Db,
  calendar_id: number,
  { hours = HOURS, ...text }: Partial<CalendarText> & { hours?: string },
  at: number,
): Promise<void> {
  const weekdays = [hours, hours, hours, hours, hours, "", ""];
  const definition = JSON.stringify({ zone: "Europe/Berlin", weekdays, holidays: "", alwaysOpen: false, ...text });
  await inTransaction(db, async (tx) => {
    await tx.insertInto("calendar_version").values({ calendar_id, saved_at: at, saved_by: null, definition }).execute();
    await policiesChanged(tx, at);
  });
}

/** The same targets, in minutes, for every priority. */
export const forAllPriorities = (minutes: StoredTargets["normal"]): StoredTargets =>
  Object.fromEntries(PRIORITY_KEYS.map((key) => [key, minutes]));

type PolicyText = { query?: string; calendar: number; targets: StoredTargets };

/** Stores a policy at the end of the list; returns its id. */
export async function storePolicy(
  db: Db,
  {
    name = crypto.randomUUID(),
    organization = null,
    at = 0,
    ...text
  }: PolicyText & { name?: string } & {
    organization?: number | null;
    at?: number;
  },
): Promise<number> {
  const { position } = await db
    .selectFrom("policy")
    .select(({ fn }) => fn.countAll<number | string>().as("position"))
    .executeTakeFirstOrThrow();
  const row = { name, name_key: name, position: Number(position), organization_id: organization };
  const { id } = await db
    .insertInto("policy")
    .values({ ...row, created_at: at, updated_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await changePolicy(db, id, text, at);
  return id;
}

export async function changePolicy(db: Db, policy_id: number, text: PolicyText, at: number): Promise<void> {
  const { query = "", calendar, targets } = text;
  const version = { query, calendar_id: calendar, targets: JSON.stringify(targets) };
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto("policy_version")
      .values({ policy_id, saved_at: at, saved_by: null, ...version })
      .execute();
    await policiesChanged(tx, at);
  });
}

/** Runs the jobs due by `now`: selects policies after a change, and records warnings and breaches. */
export async function runClockJobs(db: Db, now: number): Promise<void> {
  const failed = (error: unknown) => {
    throw error;
  };
  while ((await doDueJobs(db, policyJobs, now, failed)) > 0);
  while (await inTransaction(db, (tx) => noticeClocks(tx, now)));
}

/** A task's clocks as outlines. */
export async function clocksOfTask(db: Db, taskId: number, now: number): Promise<string[]> {
  const desk = await loadServiceLevels(db);
  const stored = (await readClocks(db, [taskId])).get(taskId);
  return desk && stored ? clocksAt(stored.history, now, desk.levels).map(outline) : [];
}

/** The policy that a task has, by its stored clocks; undefined for a task without any. */
export const policyOf = async (db: Db, taskId: number) => (await readClocks(db, [taskId])).get(taskId)?.known.policy;

/** Where stored clocks differ from recomputed ones. */
export async function differences(db: Db, now: number): Promise<ClockDifference[]> {
  const all: ClockDifference[] = [];
  for await (const batch of verifyClocks(db, now)) all.push(...batch.differences);
  return all;
}
