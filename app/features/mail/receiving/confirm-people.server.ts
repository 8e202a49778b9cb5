import type { Tx } from "~/db/transaction.server";
import { changePeople, type PersonOnTask } from "~/features/people/change-task-people.server";
import { listParticipants } from "~/features/people/participants.server";
import { type TaskRow, taskToChange } from "~/features/tasks/task-rows.server";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import type { MailAddress } from "../parsing/parsed-mail";
import { copiedAddresses, newInCopy } from "./copied-people.server";
import { ourAddresses } from "./our-addresses.server";

/** `names` is empty where all of them are on the task already. */
type Confirmed =
  | { ok: true; names: string[]; changeSetId: number | null }
  | { ok: false; why: "no_such_message" | "too_many" };

const noSuchMessage: Confirmed = { ok: false, why: "no_such_message" };

/** Puts in copy whom an emailed message names in To and Cc, as an agent confirms. */
export async function confirmParticipants(
  tx: Tx,
  viewer: Viewer,
  taskId: number,
  messageId: number,
  now: number,
): Promise<Confirmed> {
  const found = await emailOf(tx, viewer, taskId, messageId);
  if (!found) return noSuchMessage;
  const { task, email } = found;
  const { to, cc } = JSON.parse(email.recipients) as { to: MailAddress[]; cc: MailAddress[] };
  const ours = await ourAddresses(tx);
  const addresses = copiedAddresses({ to, cc, headers: [] }, (key) => ours.has(key));
  const adding = { by: viewer, mayCreate: () => true, showsAddresses: email.author_id === task.requester_id };
  const come = await newInCopy(tx, task, addresses, adding, now);
  return putInCopy(tx, viewer, task, come, now);
}

/** Puts the author of a message in copy who wasn't on the task, and takes the mark off their messages. */
export async function confirmSender(
  tx: Tx,
  viewer: Viewer,
  taskId: number,
  messageId: number,
  now: number,
): Promise<Confirmed> {
  const found = await emailOf(tx, viewer, taskId, messageId);
  const author = found?.email;
  if (!found || !author || author.author_id === null) return noSuchMessage;
  const { task } = found;
  const inCopy = await listParticipants(tx, taskId);
  const isOnTask = task.requester_id === author.author_id || inCopy.some(({ id }) => id === author.author_id);
  if (!isOnTask && inCopy.length >= TASK_LIMITS.participants) return { ok: false, why: "too_many" };
  const come = isOnTask ? [] : [{ id: author.author_id, name: author.name ?? "" }];
  const confirmed = await putInCopy(tx, viewer, task, come, now);
  const marked = await tx
    .selectFrom("message_email")
    .innerJoin("message", "message.id", "message_email.message_id")
    .select(["message_email.message_id", "message_email.flags"])
    .where("message.task_id", "=", taskId)
    .where("message.author_id", "=", author.author_id)
    .execute();
  for (const { message_id, flags } of marked) {
    const left = flags.split(",").filter((flag) => flag !== "outsider");
    await tx
      .updateTable("message_email")
      .set({ flags: left.join(",") })
      .where("message_id", "=", message_id)
      .execute();
  }
  return confirmed;
}

async function putInCopy(
  tx: Tx,
  viewer: Viewer,
  task: TaskRow,
  come: readonly PersonOnTask[],
  now: number,
): Promise<Confirmed> {
  const changeSetId = come.length === 0 ? null : await changePeople(tx, viewer, task, "participants", { come }, now);
  return { ok: true, names: come.map(({ name }) => name), changeSetId };
}

/** An emailed message of a task that the viewer works on. */
async function emailOf(tx: Tx, viewer: Viewer, taskId: number, messageId: number) {
  const task = await taskToChange(tx, viewer, taskId);
  if (!task?.works) return null;
  const email = await tx
    .selectFrom("message_email")
    .innerJoin("message", "message.id", "message_email.message_id")
    .leftJoin("user", "user.id", "message.author_id")
    .select(["message_email.recipients", "message.author_id", "user.name"])
    .where("message.id", "=", messageId)
    .where("message.task_id", "=", taskId)
    .executeTakeFirst();
  return email ? { task, email } : null;
}
