import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import {
  changeRecords,
  createOnce,
  type NotAllowed,
  type RecordConflict,
} from "~/features/records/change-records.server";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { keywordIn, type QueryTerm, termsOf } from "~/features/search/query-ast";
import { fieldOf } from "~/features/search/query-fields";
import { parseQuery } from "~/features/search/query-language";
import { toStoredQuery } from "~/features/search/query-references.server";
import type { SecurityKind } from "~/features/security-log/security-kinds";
import { logSecurity } from "~/features/security-log/security-log.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { deskZone } from "~/lib/desk-zone.server";
import { DAY_MS } from "~/lib/durations";
import { changeDetails, mergeRecord, same } from "~/lib/merge-field";
import { sortKey } from "~/lib/search-tokens";
import { readActionValue } from "./action-values.server";
import { readChangedFields } from "./changed-fields.server";
import { dismissNotice } from "./disabled-rules.server";
import { RULES_VIEW } from "./rule-actor.server";
import {
  ACTION_NUMBERS,
  ACTIONS,
  isActionKind,
  RULE_FIELDS,
  RULE_LABELS,
  RULE_LIMITS,
  type RuleFields,
  ruleValue,
  type StoredAction,
  type TriggerKind,
  WITHOUT_TASK,
} from "./rules";
import { readDeletedRule, readRule } from "./rules.server";
import * as say from "./rules-copy";
import { type LoadedRule, namesChannel, renewRules } from "./rules-data.server";
import { nextTime, parseSchedule } from "./schedule";

type Errors = Record<string, string[]>;
type Wrong = { ok: false; why: "wrong"; errors: Errors };
type NoSuchRule = { ok: false; why: "no_such_rule" };

const wrong = (errors: Errors): Wrong => ({ ok: false, why: "wrong", errors });
const NO_SUCH_RULE: NoSuchRule = { ok: false, why: "no_such_rule" };

/** Why a rule can't use this query; null if it can. */
async function queryMistake(db: Db, query: string, now: number): Promise<string | null> {
  const parsed = parseQuery(query);
  if (!parsed.ok) return parsed.error.message;
  for (const term of termsOf(parsed.query)) {
    const refused = refusedTerm(term);
    if (refused !== null) return refused;
  }
  const compiled = await compileTaskQuery(db, RULES_VIEW, query, now, { timeZone: deskZone() });
  return compiled.ok ? null : compiled.error.message;
}

/** Flags whose answer depends on who asks. */
const OF_READERS = ["is:mine", "is:unread", "is:watched", "has:draft"];

function refusedTerm(term: QueryTerm): string | null {
  if (term.kind !== "qualifier") return null;
  const { key, values } = term;
  if (key === "sort") return say.noOrder;
  const texts = values.flatMap((value) => (value.kind === "range" ? [] : [keywordIn(value)]));
  const flag = texts.map((text) => `${key}:${text}`).find((one) => OF_READERS.includes(one));
  if (flag) return say.dependsOnReader(flag);
  const asksForReader = fieldOf(key)?.kind === "person" || key === "team" || key.startsWith("field.");
  return asksForReader && texts.includes("me") ? say.dependsOnReader(`${key}:me`) : null;
}

/** A rule's form as it's stored. */
export type CheckedRule = {
  query: string;
  changedFields: string;
  newlyMet: boolean;
  actions: StoredAction[];
  nextAt: number | null;
};

/** Checks what the schema can't: the query, and what values name. */
export async function checkRule(
  db: Db,
  fields: RuleFields,
  now: number,
): Promise<{ ok: true; rule: CheckedRule } | Wrong> {
  const errors: Errors = {};
  const mistake = await queryMistake(db, fields.query, now);
  if (mistake) errors.query = [mistake];
  // What other triggers don't show is ignored.
  const isChange = fields.trigger === "changed";
  const changed = await readChangedFields(db, isChange ? fields.changedFields : "");
  if (!changed.ok) errors.changedFields = [changed.message];
  const newlyMet = isChange && fields.newlyMet;
  if (newlyMet && fields.query === "") errors.query = [say.newlyMetNeedsASearch(RULE_LABELS.newlyMet)];
  const actions: StoredAction[] = [];
  for (const number of ACTION_NUMBERS) {
    const kind = fields[`action${number}`] ?? "";
    if (!isActionKind(kind)) continue;
    const read = await readActionValue(db, kind, fields[`value${number}`] ?? "");
    if (read.ok) actions.push({ kind, value: read.value });
    else errors[`value${number}`] = [read.message];
    const hasTask =
      fields.trigger !== "schedule" || fields.query !== "" || actions.some((one) => one.kind === "create");
    if (!hasTask && (!WITHOUT_TASK.includes(kind) || kind === "notify")) {
      errors[`action${number}`] = [say.needsATask(ACTIONS[kind])];
    }
  }
  if (fields.trigger === "schedule" && fields.query === "") {
    for (const number of ACTION_NUMBERS) {
      const kind = fields[`action${number}`] ?? "";
      if (isActionKind(kind) && !WITHOUT_TASK.includes(kind))
        errors[`action${number}`] = [say.needsATask(ACTIONS[kind])];
    }
  }
  if (Object.keys(errors).length > 0 || !changed.ok) return wrong(errors);
  const schedule = fields.trigger === "schedule" && fields.enabled ? parseSchedule(fields.schedule) : null;
  const nextAt = schedule && nextTime(schedule, deskZone(), now);
  const query = await toStoredQuery(db, fields.query);
  return { ok: true, rule: { query, changedFields: changed.value, newlyMet, actions, nextAt } };
}

/** The rule of a form, to be rehearsed before it's saved. */
export async function ruleOfForm(
  db: Db,
  fields: RuleFields,
  now: number,
): Promise<{ ok: true; rule: LoadedRule } | Wrong> {
  const checked = await checkRule(db, fields, now);
  if (!checked.ok) return checked;
  const { name, schedule, stopAfter, trigger } = fields;
  const { query, changedFields, newlyMet, actions } = checked.rule;
  const rule = { id: 0, name, position: 0, trigger: trigger as TriggerKind, schedule, query, actions, stopAfter };
  return { ok: true, rule: { ...rule, changedFields, newlyMet, namesChannel: namesChannel(query) } };
}

async function nameMistake(db: Db, { name }: RuleFields, id: number | null): Promise<Wrong | null> {
  const all = await db.selectFrom("rule").select(["id", "name_key"]).where("deleted_at", "is", null).execute();
  const others = all.filter((other) => other.id !== id);
  if (others.some(({ name_key }) => name_key === sortKey(name))) return wrong({ name: [say.nameIsTaken] });
  return others.length >= RULE_LIMITS.rules ? wrong({ name: [say.enoughRules(RULE_LIMITS.rules)] }) : null;
}

const columnsOf = (fields: RuleFields, { query, changedFields, newlyMet, actions, nextAt }: CheckedRule) => ({
  ...{ name: fields.name, name_key: sortKey(fields.name), trigger_kind: fields.trigger, schedule: fields.schedule },
  ...{ query, actions: JSON.stringify(actions), next_at: nextAt },
  changed_fields: changedFields,
  newly_met: newlyMet ? (1 as const) : (0 as const),
  enabled: fields.enabled ? (1 as const) : (0 as const),
  stop_after: fields.stopAfter ? (1 as const) : (0 as const),
});

/** Creates at most one rule per `requestKey`, at the end of the list. */
export const createRule = (
  db: Db,
  viewer: Viewer,
  { requestKey, ...fields }: RuleFields & { requestKey: string },
  now: number,
): Promise<{ ok: true; id: number } | NotAllowed | Wrong> =>
  changeRules<{ ok: true; id: number } | Wrong>(db, viewer, (tx) =>
    createOnce<Wrong>(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      const checked = await checkRule(tx, fields, now);
      if (!checked.ok) return checked;
      const mistake = await nameMistake(tx, fields, null);
      if (mistake) return mistake;
      const { last } = await tx
        .selectFrom("rule")
        .select(({ fn }) => fn.max("position").as("last"))
        .executeTakeFirstOrThrow();
      const { id } = await tx
        .insertInto("rule")
        .values({
          ...{ ...columnsOf(fields, checked.rule), position: Number(last ?? 0) + 1 },
          ...{ created_at: now, updated_at: now },
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await renewRules(tx);
      await logRule(tx, viewer, "rule_created", { Name: fields.name }, now);
      return id;
    }),
  );

type EditRule = { ok: true } | NotAllowed | NoSuchRule | Wrong | RecordConflict<RuleFields>;

/** Merges the form with concurrent changes, field by field. Enabling starts the count of failures at 0. */
export const editRule = (
  db: Db,
  viewer: Viewer,
  id: number,
  { was, mine }: { was: RuleFields; mine: RuleFields },
  now: number,
): Promise<EditRule> =>
  changeRules<EditRule>(db, viewer, async (tx) => {
    const current = (await readRule(tx, id))?.fields;
    if (!current) return NO_SUCH_RULE;
    const { value, conflicts, changed } = mergeRecord<RuleFields>(RULE_FIELDS, { was, mine, current });
    if (conflicts.length > 0) return { ok: false, why: "conflict", fields: conflicts, current };
    if (changed.length === 0) return { ok: true };
    const checked = await checkRule(tx, value, now);
    if (!checked.ok) return checked;
    const mistake = await nameMistake(tx, value, id);
    if (mistake) return mistake;
    const timed = changed.some((field) => ["trigger", "schedule", "query", "enabled"].includes(field));
    const { next_at, ...columns } = columnsOf(value, checked.rule);
    await tx
      .updateTable("rule")
      .set((eb) => ({
        ...{ ...columns, ...(timed && { next_at, next_task: 0 }) },
        ...(value.enabled && !current.enabled && { failures: 0 }),
        ...{ updated_at: now, version: eb("version", "+", 1) },
      }))
      .where("id", "=", id)
      .execute();
    await renewRules(tx);
    const change = (field: keyof RuleFields & string) => {
      return { from: ruleValue(field, current), to: ruleValue(field, value) };
    };
    const details = { Of: current.name, ...changeDetails(changed, RULE_LABELS, change) };
    await logRule(tx, viewer, "rule_changed", details, now);
    return { ok: true };
  });

export type RuleVerb = "up" | "down" | "remove" | "restore" | "dismiss";

type ChangeRule =
  | { ok: true; name: string }
  | NotAllowed
  | NoSuchRule
  | { ok: false; why: "refused"; sentence: string };

/** Moves a rule in the list, deletes it, restores one deleted in the last day, disabled, or dismisses its notice. */
export const changeRule = (
  db: Db,
  viewer: Viewer,
  { id, verb }: { id: number; verb: RuleVerb },
  now: number,
): Promise<ChangeRule> =>
  changeRules<ChangeRule>(db, viewer, async (tx) => {
    if (verb === "up" || verb === "down") return moveRule(tx, viewer, id, verb, now);
    if (verb === "dismiss") return (await dismissNotice(tx, id)) ?? NO_SUCH_RULE;
    const rule = verb === "remove" ? (await readRule(tx, id))?.fields : await readDeletedRule(tx, id, now - DAY_MS);
    if (!rule) return NO_SUCH_RULE;
    if (verb === "restore") {
      const mistake = await nameMistake(tx, rule as RuleFields, id);
      if (mistake) return { ok: false, why: "refused", sentence: mistake.errors.name?.[0] ?? "" };
    }
    const set = verb === "remove" ? { deleted_at: now } : { deleted_at: null, enabled: 0 as const, next_at: null };
    await tx.updateTable("rule").set(set).where("id", "=", id).execute();
    await renewRules(tx);
    await logRule(tx, viewer, verb === "remove" ? "rule_removed" : "rule_restored", { Of: rule.name }, now);
    return { ok: true, name: rule.name };
  });

/** Moves a rule one place; a no-op at either end. */
async function moveRule(tx: Tx, viewer: Viewer, id: number, verb: "up" | "down", now: number): Promise<ChangeRule> {
  const all = await tx
    .selectFrom("rule")
    .select(["id", "name"])
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const before = all.map((one) => one.id);
  const at = before.indexOf(id);
  const rule = all[at];
  if (!rule) return NO_SUCH_RULE;
  const to = Math.max(0, Math.min(all.length - 1, at + (verb === "up" ? -1 : 1)));
  all.splice(to, 0, ...all.splice(at, 1));
  if (
    same(
      before,
      all.map((one) => one.id),
    )
  )
    return { ok: true, name: rule.name };
  for (const [place, one] of all.entries()) {
    await tx
      .updateTable("rule")
      .set({ position: place + 1 })
      .where("id", "=", one.id)
      .execute();
  }
  await renewRules(tx);
  await logRule(tx, viewer, "rule_changed", { Of: rule.name, Place: `${at + 1} → ${to + 1}` }, now);
  return { ok: true, name: rule.name };
}

const logRule = (tx: Tx, { id }: Viewer, kind: SecurityKind, details: Record<string, string>, now: number) =>
  logSecurity(tx, { kind, actorId: id, details }, now);

/** Serialized, because the order and names depend on all rules. */
const changeRules = <T>(db: Db, viewer: Viewer, work: (tx: Tx) => Promise<T>) =>
  changeRecords(db, viewer, { may: maySetUpDesk, table: "rule" }, work);
