import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import {
  changeRecords,
  createOnce,
  type NotAllowed,
  type RecordConflict,
} from "~/features/records/change-records.server";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { parseQuery } from "~/features/search/query-language";
import { toStoredQuery } from "~/features/search/query-references.server";
import type { SecurityKind } from "~/features/security-log/security-kinds";
import { logSecurity } from "~/features/security-log/security-log.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { deskZone } from "~/lib/desk-zone.server";
import { DAY_MS } from "~/lib/durations";
import { changeDetails, mergeRecord } from "~/lib/merge-field";
import { sortKey } from "~/lib/search-tokens";
import { policiesChanged } from "../policies-changed.server";
import { refusedInPolicies } from "../policy-selection";
import { NEW_POLICY_ID, type Trial } from "../what-if/what-if.server";
import {
  POLICY_FIELDS,
  POLICY_LABELS,
  POLICY_LIMITS,
  type PolicyFields,
  policyValue,
  targetMinutes,
  targetsOf,
  VERSIONED_FIELDS,
} from "./policies";
import { calendarChoices, readDeletedPolicy, readPolicy } from "./policies.server";
import * as say from "./policies-copy";

/* A policy's query, calendar and targets are versioned: clocks use the version in force at the time. */

type Errors = Record<string, string[]>;
type Wrong = { ok: false; why: "wrong"; errors: Errors };
type NoSuchPolicy = { ok: false; why: "no_such_policy" };

const wrong = (errors: Errors): Wrong => ({ ok: false, why: "wrong", errors });

/** Why a policy can't use this query; null if it can. */
export async function queryMistake(db: Db, viewer: Viewer, query: string, now: number): Promise<string | null> {
  const parsed = parseQuery(query);
  const refused = parsed.ok ? refusedInPolicies(parsed.query) : parsed.error.message;
  if (refused !== null) return refused;
  const compiled = await compileTaskQuery(db, viewer, query, now, { timeZone: deskZone() });
  return compiled.ok ? null : compiled.error.message;
}

/** Creates at most one policy per `requestKey`, at the end of the list. */
export async function createPolicy(
  db: Db,
  viewer: Viewer,
  { requestKey, ...fields }: PolicyFields & { requestKey: string },
  now: number,
): Promise<{ ok: true; id: number } | NotAllowed | Wrong> {
  const mistake = await queryMistake(db, viewer, fields.query, now);
  if (mistake) return wrong({ query: [mistake] });
  return changePolicies<{ ok: true; id: number } | Wrong>(db, viewer, (tx) =>
    createOnce<Wrong>(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      const checked = await check(tx, fields, null);
      if (!checked.ok) return checked;
      const { last } = await tx
        .selectFrom("policy")
        .select(({ fn }) => fn.max("position").as("last"))
        .executeTakeFirstOrThrow();
      const { id } = await tx
        .insertInto("policy")
        .values({
          ...{ ...columnsOf(fields, checked.organization), position: Number(last ?? 0) + 1 },
          ...{ created_at: now, updated_at: now },
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await saveVersion(tx, viewer, id, fields, now);
      await policiesChanged(tx, now);
      await logPolicy(tx, viewer, "policy_created", { Name: fields.name }, now);
      return id;
    }),
  );
}

const columnsOf = ({ name, enabled }: PolicyFields, organization: number | null) => ({
  ...{ name, name_key: sortKey(name), organization_id: organization },
  enabled: enabled ? (1 as const) : (0 as const),
});

type Checked = { ok: true; organization: number | null } | Wrong;

/** Checks that the schema can't make: names, the limit, the calendar and the organization. `id` null: a new policy. */
async function check(db: Db, fields: PolicyFields, id: number | null): Promise<Checked> {
  const errors: Errors = {};
  const all = await db
    .selectFrom("policy")
    .select(["id", "name", "name_key", "organization_id"])
    .where("deleted_at", "is", null)
    .execute();
  const others = all.filter((other) => other.id !== id);
  if (others.some(({ name_key }) => name_key === sortKey(fields.name))) errors.name = [say.nameIsTaken];
  else if (others.length >= POLICY_LIMITS.policies) errors.name = [say.enoughPolicies(POLICY_LIMITS.policies)];
  const calendars = await calendarChoices(db);
  if (!calendars.some(({ value }) => value === fields.calendar)) errors.calendar = [say.chooseACalendar];

  const organization = fields.organization === "" ? null : await organizationNamed(db, fields.organization);
  const own = others.find(({ organization_id }) => organization && organization_id === organization.id);
  if (fields.organization !== "" && !organization) errors.organization = [say.noSuchOrganization(fields.organization)];
  else if (organization && own) errors.organization = [say.hasAPolicy(organization.name, own.name)];
  else if (organization && fields.query !== "") errors.query = [say.noQueryWithOrganization];
  return Object.keys(errors).length > 0 ? wrong(errors) : { ok: true, organization: organization?.id ?? null };
}

const organizationNamed = (db: Db, name: string) =>
  db.selectFrom("organization").select(["id", "name"]).where("name_key", "=", sortKey(name)).executeTakeFirst();

/** The policy of a form, for trying it out before saving; `id` null for a new one. */
export async function policyTrial(
  db: Db,
  viewer: Viewer,
  id: number | null,
  fields: PolicyFields,
  now: number,
): Promise<{ ok: true; trial: Trial } | Wrong> {
  const mistake = await queryMistake(db, viewer, fields.query, now);
  if (mistake) return wrong({ query: [mistake] });
  const checked = await check(db, fields, id);
  if (!checked.ok) return checked;
  const { name, enabled } = fields;
  const query = await toStoredQuery(db, fields.query);
  const policy = { id: id ?? NEW_POLICY_ID, name, enabled, query, organizationId: checked.organization };
  const terms = { calendar: Number(fields.calendar), targets: targetsOf(fields) };
  return { ok: true, trial: { kind: "policy", policy, terms } };
}

type EditPolicy = { ok: true } | NotAllowed | NoSuchPolicy | Wrong | RecordConflict<PolicyFields>;

/** Merges the form with concurrent changes, field by field. A changed query, calendar or target is a new version. */
export async function editPolicy(
  db: Db,
  viewer: Viewer,
  id: number,
  { was, mine }: { was: PolicyFields; mine: PolicyFields },
  now: number,
): Promise<EditPolicy> {
  const mistake = await queryMistake(db, viewer, mine.query, now);
  if (mistake) return wrong({ query: [mistake] });
  return changePolicies<EditPolicy>(db, viewer, async (tx) => {
    const current = (await readPolicy(tx, id))?.fields;
    if (!current) return { ok: false, why: "no_such_policy" };
    const { value, conflicts, changed } = mergeRecord(POLICY_FIELDS, { was, mine, current });
    if (conflicts.length > 0) return { ok: false, why: "conflict", fields: conflicts, current };
    if (changed.length === 0) return { ok: true };
    const checked = await check(tx, value, id);
    if (!checked.ok) return checked;
    await tx
      .updateTable("policy")
      .set((eb) => ({ ...columnsOf(value, checked.organization), updated_at: now, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
    if (VERSIONED_FIELDS.some((field) => changed.includes(field))) await saveVersion(tx, viewer, id, value, now);
    await policiesChanged(tx, now);
    const inWords = policyValue(await calendarChoices(tx));
    const change = (field: keyof PolicyFields) => ({ from: inWords(field, current), to: inWords(field, value) });
    const details = { Of: current.name, ...changeDetails(changed, POLICY_LABELS, change) };
    await logPolicy(tx, viewer, "policy_changed", details, now);
    return { ok: true };
  });
}

/**
 * Saves a version in force from now on, but never dated before the last one, even if the server's clock was set back.
 */
async function saveVersion(tx: Tx, viewer: Viewer, id: number, fields: PolicyFields, now: number) {
  const last = await tx
    .selectFrom("policy_version")
    .select(({ fn }) => fn.max("saved_at").as("at"))
    .where("policy_id", "=", id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("policy_version")
    .values({
      ...{ policy_id: id, saved_at: Math.max(now, Number(last.at ?? 0) + 1), saved_by: viewer.id },
      query: await toStoredQuery(tx, fields.query),
      calendar_id: Number(fields.calendar),
      targets: JSON.stringify(targetMinutes(fields)),
    })
    .execute();
}

export type PolicyVerb = "up" | "down" | "remove" | "restore";

type ChangePolicy =
  | { ok: true; name: string }
  | NotAllowed
  | NoSuchPolicy
  | { ok: false; why: "refused"; sentence: string };

/** Moves a policy in the list, deletes it, or restores one deleted in the last day. */
export const changePolicy = (
  db: Db,
  viewer: Viewer,
  { id, verb }: { id: number; verb: PolicyVerb },
  now: number,
): Promise<ChangePolicy> =>
  changePolicies<ChangePolicy>(db, viewer, (tx) => {
    if (verb === "restore") return restorePolicy(tx, viewer, id, now);
    return verb === "remove" ? removePolicy(tx, viewer, id, now) : movePolicy(tx, viewer, id, verb, now);
  });

const NO_SUCH_POLICY: NoSuchPolicy = { ok: false, why: "no_such_policy" };

async function removePolicy(tx: Tx, viewer: Viewer, id: number, now: number): Promise<ChangePolicy> {
  const policy = await readPolicy(tx, id);
  if (!policy) return NO_SUCH_POLICY;
  const { name } = policy.fields;
  await tx.updateTable("policy").set({ deleted_at: now }).where("id", "=", id).execute();
  await policiesChanged(tx, now);
  await logPolicy(tx, viewer, "policy_removed", { Of: name }, now);
  return { ok: true, name };
}

/** Restores a policy unless it now conflicts with another one, or its calendar is gone. */
async function restorePolicy(tx: Tx, viewer: Viewer, id: number, now: number): Promise<ChangePolicy> {
  const policy = await readDeletedPolicy(tx, id, now - DAY_MS);
  if (!policy) return NO_SUCH_POLICY;
  const checked = await check(tx, policy.fields, id);
  if (!checked.ok) {
    const [sentence = ""] = Object.values(checked.errors).flat();
    return { ok: false, why: "refused", sentence: checked.errors.calendar ? say.calendarIsGone : sentence };
  }
  await tx.updateTable("policy").set({ deleted_at: null, updated_at: now }).where("id", "=", id).execute();
  await policiesChanged(tx, now);
  await logPolicy(tx, viewer, "policy_restored", { Of: policy.fields.name }, now);
  return { ok: true, name: policy.fields.name };
}

/** Moves a policy one place among those of the list; a no-op at either end. */
async function movePolicy(tx: Tx, viewer: Viewer, id: number, verb: "up" | "down", now: number): Promise<ChangePolicy> {
  const all = await tx
    .selectFrom("policy")
    .select(["id", "name"])
    .where("deleted_at", "is", null)
    .where("organization_id", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const at = all.findIndex((policy) => policy.id === id);
  const policy = all[at];
  if (!policy) return NO_SUCH_POLICY;
  const to = Math.max(0, Math.min(all.length - 1, at + (verb === "up" ? -1 : 1)));
  if (to === at) return { ok: true, name: policy.name };
  all.splice(to, 0, ...all.splice(at, 1));
  for (const [place, one] of all.entries()) {
    await tx
      .updateTable("policy")
      .set({ position: place + 1 })
      .where("id", "=", one.id)
      .execute();
  }
  await policiesChanged(tx, now);
  await logPolicy(tx, viewer, "policy_changed", { Of: policy.name, Place: `${at + 1} → ${to + 1}` }, now);
  return { ok: true, name: policy.name };
}

const logPolicy = (tx: Tx, { id }: Viewer, kind: SecurityKind, details: Record<string, string>, now: number) =>
  logSecurity(tx, { kind, actorId: id, details }, now);

/** Serialized, because the order and names depend on all policies. */
const changePolicies = <T>(db: Db, viewer: Viewer, work: (tx: Tx) => Promise<T>) =>
  changeRecords(db, viewer, { may: maySetUpDesk, table: "policy" }, work);
