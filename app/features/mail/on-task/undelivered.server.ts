import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { pieces } from "~/features/tasks/history-sentence";
import { type ChangeToUndo, nothingUndone, type Subject, type UndoResult } from "~/features/tasks/subjects.server";
import { type TaskRow, taskToChange, touchTask } from "~/features/tasks/task-rows.server";
import { isUndelivered } from "~/features/tasks/undelivered-mail.server";
import { recordChangeSet, recordEvents } from "~/features/tasks/write-task-history.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import type { Viewer } from "~/features/users/users";
import { liftSuppression } from "../delivery-reports/suppression.server";
import * as say from "./on-task-copy";

/*
 * Agents' actions for undelivered mail. The banner shows one entry per address, so each action covers all of the task's mail
 * that failed at that address.
 */

/**
 * no_such_task      missing, or the viewer has no agent access
 * no_such_delivery  not of this task
 * handled           by a colleague, or delivered since
 */
type Refused = { ok: false; why: "no_such_task" | "no_such_delivery" | "handled" };
export type HandleDelivery = { ok: true; address: string; changeSetId: number | null } | Refused;

type Place = { taskId: number; deliveryId: number };

/** Queues the mail again, to the person's current address if it changed. */
export const retryDelivery = (db: Db, viewer: Viewer, place: Place, now: number) =>
  handle(db, viewer, place, async (tx, task, { ids, address: failed, user_id: userId }) => {
    const person = tx
      .selectFrom("user")
      .select("email")
      .where("id", "=", userId ?? 0);
    const address = (await person.executeTakeFirst())?.email ?? failed;
    const key = emailKeyOf(address);
    await liftSuppression(tx, key);
    await tx
      .updateTable("delivery")
      .set({
        ...{ address, address_key: key, state: "queued", attempts: 0, try_at: now },
        ...{ first_tried_at: null, settled_at: null, status: null, words: "" },
      })
      .where("id", "in", ids)
      .execute();
    await record(tx, viewer, task, { field: "delivery_retried", to: address }, now);
    return { ok: true, address, changeSetId: null };
  });

/** Removes the banner and `is:undelivered` from the task. */
export const dismissDelivery = (db: Db, viewer: Viewer, place: Place, now: number) =>
  handle(db, viewer, place, async (tx, task, { ids, address }) => {
    await tx.updateTable("delivery").set({ dismissed_at: now }).where("id", "in", ids).execute();
    const inverse: Dismissal = { deliveries: ids, address };
    const change = { taskId: task.id, actorId: viewer.id, kind: "delivery_dismissed", inverse };
    const changeSetId = await recordChangeSet(tx, change, now);
    await record(tx, viewer, task, { field: "delivery_dismissed", to: address, changeSetId }, now);
    return { ok: true, address, changeSetId };
  });

type Failed = { ids: number[]; address: string; user_id: number | null };

async function handle(
  db: Db,
  viewer: Viewer,
  { taskId, deliveryId }: Place,
  work: (tx: Tx, task: TaskRow, failed: Failed) => Promise<HandleDelivery>,
): Promise<HandleDelivery> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task?.works) return { ok: false, why: "no_such_task" };
    const ofTask = tx
      .selectFrom("delivery")
      .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
      .select(["delivery.id", "delivery.address", "delivery.address_key", "delivery.user_id"])
      .where("outgoing_mail.task_id", "=", taskId);
    const asked = await ofTask.where("delivery.id", "=", deliveryId).executeTakeFirst();
    if (!asked) return { ok: false, why: "no_such_delivery" };
    const failed = await ofTask.where("delivery.address_key", "=", asked.address_key).where(isUndelivered).execute();
    if (failed.length === 0) return { ok: false, why: "handled" };
    const { address, user_id } = asked;
    return work(tx, task, { ids: failed.map(({ id }) => id), address, user_id });
  });
}

/** not_suppressed: mail to it is already allowed. */
type Allowed = { ok: true; address: string } | { ok: false; why: "no_such_task" | "not_suppressed" };

/** Lifts the suppression of a requester's or copied person's address. */
export async function allowMailTo(
  db: Db,
  viewer: Viewer,
  taskId: number,
  address: string,
  now: number,
): Promise<Allowed> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task?.works) return { ok: false, why: "no_such_task" };
    const inCopy = tx.selectFrom("participant").select("user_id").where("task_id", "=", taskId);
    const person = await tx
      .selectFrom("user")
      .select(["email", "email_key"])
      .where("email_key", "=", emailKeyOf(address))
      .where((eb) => eb.or([eb("id", "=", task.requester_id), eb("id", "in", inCopy)]))
      .executeTakeFirst();
    if (!person?.email || !person.email_key) return { ok: false, why: "not_suppressed" };
    if (!(await liftSuppression(tx, person.email_key))) return { ok: false, why: "not_suppressed" };
    await record(tx, viewer, task, { field: "mail_allowed", to: person.email }, now);
    return { ok: true, address: person.email };
  });
}

type Recorded = { field: keyof typeof HISTORY; from?: string; to?: string; changeSetId?: number };

async function record(tx: Tx, { id: actorId }: Viewer, task: TaskRow, event: Recorded, now: number): Promise<void> {
  await touchTask(tx, task, now);
  const about = { taskId: task.id, actorId, kind: "changed", at: now } as const;
  await recordEvents(tx, [{ ...about, from: null, to: null, ...event }]);
}

type Dismissal = { deliveries: number[]; address: string };

/** Restores a dismissed failure, unless the email has been sent again since. */
async function undoDismissal(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
  const { deliveries, address } = JSON.parse(change.inverse) as Dismissal;
  const task = await taskToChange(tx, viewer, change.taskId);
  if (!task) return { back: [], kept: [] };
  const { numUpdatedRows } = await tx
    .updateTable("delivery")
    .set({ dismissed_at: null })
    .where("id", "in", deliveries)
    .where("dismissed_at", "is not", null)
    .where("state", "in", ["failed", "bounced"])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return nothingUndone(say.nothingToBringBack);
  const undoing = {
    taskId: task.id,
    actorId: viewer.id,
    kind: "delivery_brought_back",
    inverse: {},
    undoes: change.id,
  };
  const changeSetId = await recordChangeSet(tx, undoing, now);
  await record(tx, viewer, task, { field: "delivery_dismissed", from: address, changeSetId }, now);
  return { back: [say.theNotice(address)], kept: [] };
}

const HISTORY = {
  delivery_retried: say.retriedDelivery,
  delivery_dismissed: say.dismissedDelivery,
  mail_allowed: say.allowedMail,
};

const isHistoryField = (field: string): field is keyof typeof HISTORY => field in HISTORY;

export const undeliveredSubject: Subject = {
  history: {
    has: isHistoryField,
    label: () => say.delivery,
    says(field, from, to) {
      if (!isHistoryField(field)) return [];
      return to === null ? pieces`${say.broughtBackDelivery(from ?? "")}` : pieces`${HISTORY[field](to)}`;
    },
  },
  undo: { delivery_dismissed: undoDismissal },
};
