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
import { changeDetails, mergeRecord, same } from "~/lib/merge-field";
import { sortKey } from "~/lib/search-tokens";
import { type CheckedRule, checkNamedRule, nameMistake, type Wrong } from "./check-rule.server";
import { dismissNotice } from "./disabled-rules.server";
import { RULE_FIELDS, RULE_LABELS, type RuleFields, ruleValue } from "./rules";
import { readDeletedRule, readRule } from "./rules.server";
import { renewRules } from "./rules-data.server";

type NoSuchRule = { ok: false; why: "no_such_rule" };

const NO_SUCH_RULE: NoSuchRule = { ok: false, why: "no_such_rule" };

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
      const checked = await checkNamedRule(tx, fields, null, now);
      if (!checked.ok) return checked;
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
    const checked = await checkNamedRule(tx, value, id, now);
    if (!checked.ok) return checked;
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
