import type { Db } from "~/db/types";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { keywordIn, type QueryTerm, termsOf } from "~/features/search/query-ast";
import { fieldOf } from "~/features/search/query-fields";
import { parseQuery } from "~/features/search/query-language";
import { toStoredQuery } from "~/features/search/query-references.server";
import { deskZone } from "~/lib/desk-zone.server";
import { sortKey } from "~/lib/search-tokens";
import { readActionValue } from "./action-values.server";
import { readChangedFields } from "./changed-fields.server";
import { RULES_VIEW } from "./rule-actor.server";
import {
  ACTION_NUMBERS,
  ACTIONS,
  isActionKind,
  RULE_FIELDS,
  RULE_LABELS,
  RULE_LIMITS,
  type RuleFields,
  type StoredAction,
  type TriggerKind,
  WITHOUT_TASK,
} from "./rules";
import * as say from "./rules-copy";
import { type LoadedRule, namesChannel } from "./rules-data.server";
import { nextTime, parseSchedule } from "./schedule";

type Errors = Record<string, string[]>;
export type Wrong = { ok: false; why: "wrong"; errors: Errors };

const wrong = (errors: Errors): Wrong => ({ ok: false, why: "wrong", errors: inFormOrder(errors) });

/** Errors in the order of their fields. */
export const inFormOrder = (errors: Errors): Errors =>
  Object.fromEntries(Object.entries(errors).sort(([a], [b]) => placeOf(a) - placeOf(b)));

const placeOf = (field: string) => (RULE_FIELDS as readonly string[]).indexOf(field);

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

/** Flags whose result depends on the viewer. */
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

/** A rule's form in its stored representation. */
export type CheckedRule = {
  query: string;
  changedFields: string;
  newlyMet: boolean;
  actions: StoredAction[];
  nextAt: number | null;
};

/** Checks that the schema can't make: the query, and the names in values. */
export async function checkRule(
  db: Db,
  fields: RuleFields,
  now: number,
): Promise<{ ok: true; rule: CheckedRule } | Wrong> {
  const errors: Errors = {};
  const mistake = await queryMistake(db, fields.query, now);
  if (mistake) errors.query = [mistake];
  // Fields hidden for other triggers are ignored.
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

/** The rule of a form, for a rehearsal before saving. */
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

export async function nameMistake(db: Db, { name }: RuleFields, id: number | null): Promise<Wrong | null> {
  const all = await db.selectFrom("rule").select(["id", "name_key"]).where("deleted_at", "is", null).execute();
  const others = all.filter((other) => other.id !== id);
  if (others.some(({ name_key }) => name_key === sortKey(name))) return wrong({ name: [say.nameIsTaken] });
  return others.length >= RULE_LIMITS.rules ? wrong({ name: [say.enoughRules(RULE_LIMITS.rules)] }) : null;
}

/** All errors that need the database, including the name's. `id`: the rule being edited; null for a new one. */
export async function checkNamedRule(
  db: Db,
  fields: RuleFields,
  id: number | null,
  now: number,
): Promise<{ ok: true; rule: CheckedRule } | Wrong> {
  const [checked, mistake] = [await checkRule(db, fields, now), await nameMistake(db, fields, id)];
  if (checked.ok) return mistake ?? checked;
  return wrong({ ...mistake?.errors, ...checked.errors });
}
