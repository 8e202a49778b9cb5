import type { Db } from "~/db/types";
import { toShownQueries } from "~/features/search/query-references.server";
import { listCalendars } from "../calendars/calendars.server";
import { type CalendarChoice, type PolicyFields, type TargetMinutes, targetFields } from "./policies";

export type StoredPolicy = { id: number; fields: PolicyFields };

/** Policies with their newest version, in their order. */
const selectPolicies = (db: Db) =>
  db
    .selectFrom("policy")
    .innerJoin("policy_version as saved", "saved.policy_id", "policy.id")
    .leftJoin("organization", "organization.id", "policy.organization_id")
    .select(["policy.id", "policy.name", "policy.enabled", "organization.name as organization"])
    .select(["saved.query", "saved.calendar_id", "saved.targets"])
    .where("saved.id", "=", (eb) =>
      eb
        .selectFrom("policy_version as other")
        .select(({ fn }) => fn.max("other.id").as("newest"))
        .whereRef("other.policy_id", "=", "policy.id"),
    )
    .orderBy("policy.position")
    .orderBy("policy.id");

/** With current names in queries. */
async function withNames(
  db: Db,
  rows: Awaited<ReturnType<ReturnType<typeof selectPolicies>["execute"]>>,
): Promise<StoredPolicy[]> {
  const queries = await toShownQueries(
    db,
    rows.map(({ query }) => query),
  );
  return rows.map((row, at) => ({
    id: row.id,
    fields: {
      ...{ name: row.name, query: queries[at] ?? row.query, calendar: String(row.calendar_id) },
      ...{ organization: row.organization ?? "", enabled: row.enabled === 1 },
      ...targetFields(JSON.parse(row.targets) as TargetMinutes),
    },
  }));
}

export const listPolicies = async (db: Db) =>
  withNames(db, await selectPolicies(db).where("policy.deleted_at", "is", null).execute());

export async function readPolicy(db: Db, id: number): Promise<StoredPolicy | null> {
  const found = selectPolicies(db).where("policy.id", "=", id).where("policy.deleted_at", "is", null);
  return (await withNames(db, await found.execute()))[0] ?? null;
}

/** A policy deleted after a moment. */
export async function readDeletedPolicy(db: Db, id: number, after: number): Promise<StoredPolicy | null> {
  const found = selectPolicies(db).where("policy.id", "=", id).where("policy.deleted_at", ">", after);
  return (await withNames(db, await found.execute()))[0] ?? null;
}

export const calendarChoices = async (db: Db): Promise<CalendarChoice[]> =>
  (await listCalendars(db)).map(({ id, fields }) => ({ value: String(id), label: fields.name }));
