import { randomInt } from "node:crypto";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { parseQuery } from "~/features/search/query-language";
import { toShownQueries } from "~/features/search/query-references.server";
import type { PriorityKey } from "~/features/tasks/tasks";
import { MINUTE_MS } from "~/lib/durations";
import type { BusinessCalendar } from "./business-calendar";
import { type CalendarText, parseCalendar } from "./calendar-text";
import { factsUsed } from "./policy-selection";
import type { Metric, PolicyTerms, ServiceLevels, Targets, Version, Versions } from "./service-levels";

/*
 * This process's cache of calendars, policies and pausing statuses. Tasks read it with every change, and it rarely
 * changes. `catalogue.service_levels` is a new random number after each change, so each number identifies one state of
 * the data.
 */

/** The parts of a policy's newest version that selection needs. Deleted policies count as disabled. */
export type StoredPolicy = {
  id: number;
  name: string;
  organizationId: number | null;
  enabled: boolean;
  /** As stored: with references in place of names. */
  query: string;
};

/** `policies` are in their order. `used`: the qualifiers that enabled ones use (policy-selection). */
export type DeskServiceLevels = {
  levels: ServiceLevels;
  policies: readonly StoredPolicy[];
  used: ReadonlySet<string>;
};

let cached: { stamp: number; desk: DeskServiceLevels } | null = null;

/** Everything that clocks depend on; null if there was never a policy, so no task has a clock. */
export async function loadServiceLevels(db: Db): Promise<DeskServiceLevels | null> {
  const row = await db.selectFrom("catalogue").select("service_levels").executeTakeFirstOrThrow();
  const stamp = row.service_levels;
  if (stamp === 0) return null;
  // Read the number first: if the data changes before the rest is read, the next call reloads it.
  if (cached?.stamp !== stamp) cached = { stamp, desk: await readServiceLevels(db) };
  return cached.desk;
}

/** Makes every process reload service levels. Call it in the transaction that changes them. */
export async function renewServiceLevels(tx: Tx): Promise<void> {
  const stamp = randomInt(1, 2 ** 31 - 1);
  await tx.updateTable("catalogue").set({ service_levels: stamp }).execute();
}

/** Renews unless there was never a policy, because then no clock depends on the change. */
export async function renewIfInUse(tx: Tx): Promise<boolean> {
  const { service_levels } = await tx.selectFrom("catalogue").select("service_levels").executeTakeFirstOrThrow();
  if (service_levels === 0) return false;
  await renewServiceLevels(tx);
  return true;
}

/** Everything that clocks depend on, from the database. */
export async function readServiceLevels(db: Db): Promise<DeskServiceLevels> {
  const calendars = await db
    .selectFrom("calendar_version")
    .select(["calendar_id as id", "saved_at", "definition"])
    .orderBy("calendar_version.id")
    .execute();
  const terms = await db
    .selectFrom("policy_version")
    .select(["policy_id as id", "saved_at", "query", "calendar_id", "targets"])
    .orderBy("policy_version.id")
    .execute();
  const pausing = await db
    .selectFrom("pausing_version")
    .select(["status_key as id", "saved_at", "pauses"])
    .orderBy("pausing_version.id")
    .execute();
  const statuses = await db.selectFrom("status").select(["key", "pauses_resolution"]).execute();
  const rows = await db.selectFrom("policy").selectAll().orderBy("position").orderBy("id").execute();
  const queries = new Map(terms.map(({ id, query }) => [id, query]));
  const policies = rows.map(({ id, name, organization_id, enabled, deleted_at }): StoredPolicy => {
    const isEnabled = enabled === 1 && deleted_at === null && queries.has(id);
    return { id, name, organizationId: organization_id, enabled: isEnabled, query: queries.get(id) ?? "" };
  });
  const shown = await toShownQueries(
    db,
    policies.flatMap(({ enabled, query }) => (enabled ? query : [])),
  );
  const used = shown.flatMap((text) => {
    const parsed = parseQuery(text);
    return parsed.ok ? [...factsUsed(parsed.query)] : [];
  });
  return {
    levels: {
      calendars: versionsById(calendars, ({ definition }) => calendarFrom(definition)),
      policies: versionsById(terms, ({ calendar_id, targets }): PolicyTerms => {
        return { calendar: calendar_id, targets: targetsFrom(targets) };
      }),
      pausing: new Map([
        ...statuses.map(({ key, pauses_resolution }): [string, Versions<boolean>] => [
          key,
          [{ from: 0, value: pauses_resolution === 1 }],
        ]),
        ...versionsById(pausing, ({ pauses }) => pauses === 1).entries(),
      ]),
    },
    policies,
    used: new Set(used),
  };
}

function versionsById<Row extends { id: string | number; saved_at: number }, T>(
  rows: readonly Row[],
  read: (row: Row) => T,
): Map<Row["id"], Versions<T>> {
  const all = new Map<Row["id"], Versions<T>>();
  for (const row of rows) {
    const version: Version<T> = { from: row.saved_at, value: read(row) };
    const before = all.get(row.id);
    all.set(row.id, before ? [...before, version] : [version]);
  }
  return all;
}

/** Calendars by their stored text, because each caches its openings. */
const calendarsByText = new Map<string, BusinessCalendar>();
const MOST_CALENDARS = 1_000;

function calendarFrom(definition: string): BusinessCalendar {
  const known = calendarsByText.get(definition);
  if (known) return known;
  const parsed = parseCalendar(JSON.parse(definition) as CalendarText);
  if (!parsed.ok) throw new Error(`A stored calendar is invalid: ${JSON.stringify(parsed.mistakes)}`);
  if (calendarsByText.size >= MOST_CALENDARS) calendarsByText.clear();
  calendarsByText.set(definition, parsed.calendar);
  return parsed.calendar;
}

/** Targets in minutes, as a policy's version stores them. */
export type StoredTargets = Partial<Record<PriorityKey, Partial<Record<Metric, number>>>>;

const targetsFrom = (stored: string): Targets =>
  Object.fromEntries(
    Object.entries(JSON.parse(stored) as StoredTargets).map(([priority, minutes]) => [
      priority,
      Object.fromEntries(Object.entries(minutes).map(([metric, target]) => [metric, target * MINUTE_MS])),
    ]),
  );
