import { sql } from "kysely";
import type { Tx } from "~/db/transaction.server";
import type { Actions } from "~/features/actions/actions";
import { actionsInWords, applyActions } from "~/features/actions/apply-actions.server";
import { writeAutomaticMessage } from "~/features/conversation/sending/automatic-message.server";
import { fillLine, fillTemplate } from "~/features/macros/fill-template.server";
import { templateValues } from "~/features/macros/template-values.server";
import { isNoReply } from "~/features/mail/parsing/automatic-mail";
import { senderFor } from "~/features/mail/sending/mail-sender.server";
import { originOf } from "~/features/mail/sending/mail-to-requester.server";
import { createTask } from "~/features/new-task/task-create.server";
import { notifyByRule } from "~/features/notifications/notify-by-rule.server";
import { addLink } from "~/features/relations/links.server";
import type { AssignmentMode } from "~/features/tasks/next-assignee.server";
import { taskToChange } from "~/features/tasks/task-rows.server";
import { defaultType } from "~/features/tasks/tasks";
import { followPeopleMerges } from "~/features/users/user-queries.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { allOf } from "~/lib/text";
import { idsIn, settingOf } from "./action-values.server";
import { RULE_LIMITS, type StoredAction } from "./rules";
import * as say from "./rules-copy";
import type { LoadedRule } from "./rules-data.server";
import { planWebhook } from "./webhooks/webhook-calls.server";

/**
 * The result of a run.
 *
 * changed  whether anything was changed or sent
 * did      descriptions of what it did
 * taskId   the run's task, or the one that a schedule created
 */
export type Done = { changed: boolean; did: string[]; changeSetId: number | null; taskId: number | null };

/** An action failed, so the whole run is rolled back. `stops`: a limit was reached, which ends the chain. */
export class CannotDo extends Error {
  constructor(
    readonly reason: string,
    readonly stops = false,
  ) {
    super(reason);
  }
}

type Run = {
  actor: Viewer;
  rule: LoadedRule;
  runId: number;
  /** Null for a schedule without a condition. */
  taskId: number | null;
  originatorId: number | null;
};

/** Performs a rule's actions in order. All field changes are one change, made at the position of the first. */
export async function doActions(tx: Tx, run: Run, now: number): Promise<Done> {
  const done: Done = { changed: false, did: [], changeSetId: null, taskId: run.taskId };
  const steps = await stepsOf(tx, run.rule.actions);
  for (const step of steps) {
    const words =
      step.kind === "fields"
        ? await changeFields(tx, run, step.actions, done, now)
        : await doOne(tx, run, step, done, now);
    if (words.length === 0) continue;
    done.changed = true;
    done.did.push(...words);
  }
  return done;
}

type Step =
  | { kind: "fields"; actions: Actions }
  | (StoredAction & { kind: "reply" | "note" | "notify" | "create" | "webhook" });

/** Expands macros into their parts, and combines all field changes into one step. */
export async function stepsOf(tx: Tx, stored: readonly StoredAction[]): Promise<Step[]> {
  const fields: Step = { kind: "fields", actions: {} };
  const steps: Step[] = [];
  const add = (actions: Actions) => {
    if (!steps.includes(fields)) steps.push(fields);
    fields.actions = together(fields.actions, actions);
  };
  for (const action of stored) {
    if (action.kind === "macro") {
      const macro = await macroOf(tx, Number(action.value));
      add(macro.actions);
      if (macro.kind !== "none") steps.push({ kind: macro.kind, value: macro.body });
    } else if (isOther(action)) steps.push(action);
    else add(asActions(action));
  }
  return steps;
}

const OTHERS = ["reply", "note", "notify", "create", "webhook"] as const;
const isOther = (action: StoredAction): action is Extract<Step, StoredAction> =>
  OTHERS.some((kind) => kind === action.kind);

/** Merges two sets of actions: later values win; tags and people accumulate. */
function together(one: Actions, other: Actions): Actions {
  const added = other.addTags ?? [];
  const removed = other.removeTags ?? [];
  return {
    ...one,
    ...Object.fromEntries(Object.entries(other).filter(([, value]) => value !== undefined)),
    addTags: [...(one.addTags ?? []).filter((tag) => !removed.includes(tag)), ...added],
    removeTags: [...(one.removeTags ?? []).filter((tag) => !added.includes(tag)), ...removed],
    participants: [...(one.participants ?? []), ...(other.participants ?? [])],
    watchers: [...(one.watchers ?? []), ...(other.watchers ?? [])],
    ...((one.fields || other.fields) && { fields: { ...one.fields, ...other.fields } }),
  };
}

function asActions({ kind, value }: StoredAction): Actions {
  switch (kind) {
    case "assignee":
      if (value === "none") return { assignee: null };
      return { assignee: /^\d+$/.test(value) ? Number(value) : (value as AssignmentMode) };
    case "team":
      return { team: Number(value) };
    case "add_tag":
      return { addTags: [value] };
    case "remove_tag":
      return { removeTags: [value] };
    case "due":
      return { dueIn: value === "none" ? null : value };
    case "snooze":
      return { snoozeIn: value };
    case "field": {
      const setting = settingOf(value);
      return { fields: { [setting.key]: setting.value } };
    }
    case "add_watcher":
      return { watchers: idsIn(value) };
    case "add_participant":
      return { participants: idsIn(value) };
    default:
      return { [kind]: value };
  }
}

async function macroOf(tx: Tx, id: number) {
  const row = await tx
    .selectFrom("macro")
    .select(["kind", "body", "actions"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new CannotDo(say.macroIsGone);
  const { assignee, putAway: _, ...actions } = JSON.parse(row.actions) as Actions;
  // "Me" is the agent applying a macro; a rule can't be assigned tasks.
  return { ...row, actions: { ...actions, ...(assignee !== undefined && assignee !== "me" && { assignee }) } };
}

async function changeFields(tx: Tx, run: Run, actions: Actions, done: Done, now: number): Promise<string[]> {
  if (run.taskId === null) throw new CannotDo(say.taskIsGone);
  const applied = await applyActions(tx, run.actor, { taskId: run.taskId, byRule: true }, actions, now);
  if (!applied.ok) throw new CannotDo(applied.why === "refused" ? applied.reason : say.taskIsGone);
  if (applied.changeSetId === null) return [];
  done.changeSetId = applied.changeSetId;
  return actionsInWords(tx, actions);
}

async function doOne(tx: Tx, run: Run, { kind, value }: Exclude<Step, { kind: "fields" }>, done: Done, now: number) {
  switch (kind) {
    case "reply":
      return (await reply(tx, run, value, now)) ? [say.repliedToRequester] : [];
    case "note":
      await write(tx, run, { kind: "internal", text: value }, now);
      return [say.addedANote];
    case "notify":
      return notify(tx, run, value, done, now);
    case "create":
      return create(tx, run, value, done, now);
    case "webhook":
      return [await planWebhook(tx, { ...run, ruleId: run.rule.id, ruleName: run.rule.name, url: value }, now)];
  }
}

/** Sends a reply, but never to a machine that might answer. */
async function reply(tx: Tx, run: Run, text: string, now: number): Promise<boolean> {
  if (run.taskId === null) throw new CannotDo(say.taskIsGone);
  if (await isFromMachine(tx, run.taskId)) return false;
  const { sent } = await tx
    .selectFrom("message")
    .select(({ fn }) => fn.countAll<number | string>().as("sent"))
    .where("task_id", "=", run.taskId)
    .where("kind", "=", "public")
    .where("automated", "=", 1)
    .where("created_at", ">", now - DAY_MS)
    .executeTakeFirstOrThrow();
  if (Number(sent) >= RULE_LIMITS.messages) throw new CannotDo(say.enoughMessages(RULE_LIMITS.messages), true);
  await write(tx, run, { kind: "public", text }, now);
  return true;
}

/** Flags of an email that must not be answered automatically. */
const UNANSWERED = ["automatic", "unverified", "no_answer"];

/** Whether the requester's last message came from a machine, or their address is a no-reply one. */
export async function isFromMachine(tx: Tx, taskId: number): Promise<boolean> {
  const last = await tx
    .selectFrom("message")
    .leftJoin("message_email", "message_email.message_id", "message.id")
    .select("message_email.flags")
    .where("message.task_id", "=", taskId)
    .where("message.side", "=", "requester")
    .where("message.kind", "=", "public")
    .orderBy("message.created_at", "desc")
    .orderBy("message.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if ((last?.flags ?? "").split(",").some((flag) => UNANSWERED.includes(flag))) return true;
  const requester = await tx
    .selectFrom("task")
    .innerJoin("user", "user.id", "task.requester_id")
    .select("user.email")
    .where("task.id", "=", taskId)
    .executeTakeFirst();
  return requester?.email != null && isNoReply(requester.email);
}

async function write(tx: Tx, run: Run, { kind, text }: { kind: "public" | "internal"; text: string }, now: number) {
  const task = run.taskId === null ? undefined : await taskToChange(tx, run.actor, run.taskId);
  if (!task) throw new CannotDo(say.taskIsGone);
  const { text: body, missing } = fillTemplate(text, await valuesFor(tx, run, task.id, kind === "public"));
  if (missing.length > 0) throw new CannotDo(say.emptyVariables(allOf(missing)));
  await writeAutomaticMessage(tx, run.actor, task, { kind, body }, now);
}

/** A rule isn't an agent, so `agent.name` is empty. */
async function valuesFor(tx: Tx, { actor }: Pick<Run, "actor">, taskId: number, isReply: boolean) {
  const origin = originOf((await senderFor(tx, taskId))?.host ?? "") ?? "";
  const values = await templateValues(tx, { ...actor, name: "" }, { taskId, isReply, origin });
  if (!values) throw new CannotDo(say.taskIsGone);
  return values;
}

async function notify(tx: Tx, run: Run, value: string, { taskId }: Done, now: number): Promise<string[]> {
  if (taskId === null) throw new CannotDo(say.noRecipients);
  const named = value.split(",");
  const idsOf = (kind: string) => named.flatMap((one) => (one.startsWith(kind) ? Number(one.slice(kind.length)) : []));
  const people = await followPeopleMerges(tx, idsOf("user:"));
  const recipients = { people, teams: idsOf("team:"), leads: named.includes("leads") };
  const about = { details: run.rule.name, except: run.originatorId, actorId: run.actor.id };
  const names = await notifyByRule(tx, taskId, recipients, about, now);
  return names.length > 0 ? [say.notifiedPeople(allOf(names))] : [];
}

async function create(tx: Tx, run: Run, value: string, done: Done, now: number): Promise<string[]> {
  const values = run.taskId === null ? new Map<string, string>() : await valuesFor(tx, run, run.taskId, false);
  const { text: title, missing } = fillLine(value, values);
  if (missing.length > 0) throw new CannotDo(say.emptyVariables(allOf(missing)));
  const from = run.taskId === null ? undefined : await taskToChange(tx, run.actor, run.taskId);
  const task = {
    ...{ title, body: say.createdByRule(run.rule.name), type: defaultType(), anyway: true, evenIfShutOut: true },
    ...{ requestKey: `rule:${run.runId}:${done.did.length}`, team: from?.team_id },
  };
  const made = await createTask(tx, run.actor, task, now);
  if (!made.ok) throw new CannotDo(made.why === "wrong" ? Object.values(made.errors).flat().join(" ") : say.taskIsGone);
  if (run.taskId !== null) await addLink(tx, run.actor, run.taskId, { view: "relates", other: made.id }, now);
  else done.taskId = made.id;
  return [say.createdTask(made.id)];
}

const SAVEPOINT = sql.raw("rule_run");
export const beginRun = (tx: Tx) => sql`savepoint ${SAVEPOINT}`.execute(tx);
export const takeBackRun = (tx: Tx) => sql`rollback to savepoint ${SAVEPOINT}`.execute(tx);
