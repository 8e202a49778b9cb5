import type { Db } from "~/db/types";
import { toShownQuery } from "~/features/search/query-references.server";
import { showActionValue } from "./action-values.server";
import { showChangedFields } from "./changed-fields.server";
import {
  ACTION_NUMBERS,
  ACTIONS,
  NEW_RULE,
  type RuleFields,
  type StoredAction,
  TRIGGERS,
  type TriggerKind,
} from "./rules";
import * as say from "./rules-copy";

const selectRules = (db: Db) => db.selectFrom("rule").selectAll().orderBy("position").orderBy("id");

type Row = Awaited<ReturnType<ReturnType<typeof selectRules>["execute"]>>[number];

/** Rules in order, each with a short summary. */
export async function listRules(db: Db) {
  const rows = await selectRules(db).where("deleted_at", "is", null).execute();
  const listed = [];
  for (const row of rows) {
    const does: string[] = [];
    for (const action of JSON.parse(row.actions) as StoredAction[]) {
      does.push(say.actionWithValue(ACTIONS[action.kind], await showActionValue(db, action)));
    }
    listed.push({
      ...{ id: row.id, name: row.name, enabled: row.enabled === 1, failures: row.failures },
      when: whenOf(row),
      query: await toShownQuery(db, row.query),
      does,
    });
  }
  return listed;
}

function whenOf({ schedule, trigger_kind, changed_fields }: Row): string {
  const trigger = TRIGGERS[trigger_kind as TriggerKind];
  if (changed_fields !== "") return say.whenFieldsChange(trigger, showChangedFields(changed_fields));
  return say.scheduled(schedule) || trigger;
}

/** A rule's form. */
export async function readRule(db: Db, id: number): Promise<{ id: number; fields: RuleFields } | null> {
  const row = await selectRules(db).where("id", "=", id).where("deleted_at", "is", null).executeTakeFirst();
  return row ? { id, fields: await fieldsOf(db, row) } : null;
}

export async function readDeletedRule(db: Db, id: number, after: number): Promise<{ name: string } | null> {
  const row = await selectRules(db).where("id", "=", id).where("deleted_at", ">", after).executeTakeFirst();
  return row ?? null;
}

async function fieldsOf(db: Db, row: Row): Promise<RuleFields> {
  const fields: RuleFields = {
    ...NEW_RULE,
    ...{ name: row.name, trigger: row.trigger_kind, schedule: row.schedule },
    ...{ query: await toShownQuery(db, row.query), enabled: row.enabled === 1, stopAfter: row.stop_after === 1 },
    ...{ changedFields: showChangedFields(row.changed_fields), newlyMet: row.newly_met === 1 },
  };
  const actions = JSON.parse(row.actions) as StoredAction[];
  for (const [index, number] of ACTION_NUMBERS.entries()) {
    const action = actions[index];
    if (!action) break;
    fields[`action${number}`] = action.kind;
    fields[`value${number}`] = await showActionValue(db, action);
  }
  return fields;
}

const PAGE = 50;

/** A page of a rule's runs, newest first. `before`: the id of the last run on the previous page. */
export async function readRunLog(db: Db, ruleId: number, before: number | null) {
  const rows = await db
    .selectFrom("rule_run as run")
    .leftJoin("task", "task.id", "run.task_id")
    .leftJoin("change_set as set", "set.id", "run.change_set_id")
    .select(["run.id", "run.at", "run.task_id", "run.outcome", "run.because", "run.did", "run.change_set_id"])
    .select(["task.title", "task.merged_into", "task.put_away", "set.undone_at", "set.task_id as set_task"])
    .where("run.rule_id", "=", ruleId)
    .$if(before !== null, (query) => query.where("run.id", "<", before ?? 0))
    .orderBy("run.id", "desc")
    .limit(PAGE + 1)
    .execute();
  const runs = rows.slice(0, PAGE).map((row) => ({
    ...{ id: row.id, at: row.at, outcome: row.outcome, because: row.because, did: row.did.split("\n") },
    task: row.task_id === null || row.title === null ? null : { id: row.task_id, title: row.title },
    undone: row.undone_at !== null,
    /** The change set to undo, on its task. */
    undo:
      row.change_set_id !== null && row.undone_at === null && row.set_task !== null
        ? { changeSetId: row.change_set_id, taskId: row.set_task }
        : null,
  }));
  return { runs, older: rows.length > PAGE ? (runs.at(-1)?.id ?? null) : null };
}

export type RunLog = Awaited<ReturnType<typeof readRunLog>>;
