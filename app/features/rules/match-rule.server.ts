import { type SqlBool, sql } from "kysely";
import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { type Explained, explainTask } from "~/features/search/explain-task.server";
import { workableBy } from "~/features/tasks/task-policy.server";
import { deskZone } from "~/lib/desk-zone.server";
import { allOf } from "~/lib/text";
import { listedAmong } from "./changed-fields.server";
import { copyTasks, readPast, rewind } from "./rehearsal/rewind-task.server";
import { RULES_VIEW } from "./rule-actor.server";
import * as say from "./rules-copy";
import { type LoadedRule, shownQuery } from "./rules-data.server";
import type { Triggers } from "./rules-subject.server";

/** A rule's condition on `task` as SQL; null if it no longer compiles, because something it names was deleted. */
export async function conditionOf(db: Db, rule: Pick<LoadedRule, "query">, now: number, task: number | null = null) {
  const query = await shownQuery(db, rule);
  if (query === "") return workableBy(RULES_VIEW);
  const compiled = await compileTaskQuery(db, RULES_VIEW, query, now, { timeZone: deskZone(), task });
  return compiled.ok ? sql<SqlBool>`(${workableBy(RULES_VIEW)} and ${compiled.asked({ works: true }).where})` : null;
}

/** Whether the task meets the rule's condition now. */
export async function meetsCondition(tx: Tx, rule: LoadedRule, taskId: number, now: number): Promise<boolean> {
  const condition = await conditionOf(tx, rule, now, taskId);
  if (!condition) return false;
  const task = tx.selectFrom("task").select("task.id").where("task.id", "=", taskId).where(condition);
  return (await task.executeTakeFirst()) !== undefined;
}

/**
 * Whether the task met the rule's condition just before a change at `at`. Reads copies of the task, as a rehearsal
 * does; rolling back to a savepoint drops them.
 */
export async function metBefore(tx: Tx, rule: LoadedRule, taskId: number, at: number): Promise<boolean> {
  const since = await readPast(tx, [taskId], at);
  await sql`savepoint ${BEFORE}`.execute(tx);
  await copyTasks(tx, [taskId]);
  for (const event of since) await rewind(tx, event);
  const met = await meetsBefore(tx, rule, taskId, at);
  await sql`rollback to savepoint ${BEFORE}`.execute(tx);
  await sql`release savepoint ${BEFORE}`.execute(tx);
  return met;
}

const BEFORE = sql.raw("before_change");

/** Whether the task's copy, rewound to before a change at `at`, meets the rule's condition. */
export async function meetsBefore(tx: Tx, rule: LoadedRule, taskId: number, at: number): Promise<boolean> {
  const last = await tx
    .selectFrom("event")
    .select(({ fn }) => fn.max("at").as("at"))
    .where("task_id", "=", taskId)
    .where("at", "<", at)
    .executeTakeFirst();
  if (last?.at != null) await tx.updateTable("task").set({ updated_at: last.at }).where("id", "=", taskId).execute();
  await reindexTasks(tx, [taskId]); // its words are those of the copy, too
  return meetsCondition(tx, rule, taskId, at);
}

/** Whether a machine caused the change: a rule's own message, or mail that no person wrote. */
export async function isAutomatic(tx: Tx, taskId: number, { kinds, messages }: Triggers): Promise<boolean> {
  const isNew = kinds.includes("created");
  if (!isNew && !kinds.includes("message")) return false;
  const rows = await tx
    .selectFrom("message")
    .leftJoin("message_email", "message_email.message_id", "message.id")
    .select(["message.automated", "message_email.flags"])
    .where("message.task_id", "=", taskId)
    .$if(!isNew, (query) => query.where("message.id", "in", [0, ...messages]))
    .orderBy("message.id")
    .$if(isNew, (query) => query.limit(1))
    .execute();
  return (
    rows.length > 0 && rows.every(({ automated, flags }) => automated === 1 || flags?.split(",").includes("automatic"))
  );
}

/**
 * A rule's reason to act, worded to follow "because": its trigger, and the task's value for each term of its condition.
 */
export async function reasonFor(
  db: Db,
  rule: LoadedRule,
  { taskId, triggers }: { taskId: number | null; triggers: Triggers },
  now: number,
): Promise<string> {
  const reason = await triggerInWords(db, rule, triggers);
  const text = await shownQuery(db, rule);
  if (text === "" || taskId === null) return reason;
  const explained = await explainTask(db, RULES_VIEW, { task: String(taskId), text }, now);
  if (!explained.ok || !explained.parts) return reason;
  const both = say.reasonAndCondition(reason, metTerms(explained.parts).join(", "));
  return rule.newlyMet ? say.reasonAndNewly(both) : both;
}

async function triggerInWords(db: Db, { trigger, schedule, changedFields }: LoadedRule, { fields = [] }: Triggers) {
  if (trigger === "schedule") return say.onSchedule(schedule);
  const listed = await listedAmong(db, changedFields, fields);
  return listed.length > 0 ? say.fieldsChanged(allOf(listed)) : say.REASONS[trigger];
}

/** The terms by which a task meets a query. */
function metTerms(part: Explained): string[] {
  if (part.kind === "term") return part.matches ? [say.termAndWhy(part.typed, part.why.replace(/\.$/, ""))] : [];
  if (part.kind === "not") return part.items.flatMap(allTerms).map((typed) => `-${typed}`);
  return part.items.flatMap(metTerms);
}

const allTerms = (part: Explained): string[] => (part.kind === "term" ? [part.typed] : part.items.flatMap(allTerms));
