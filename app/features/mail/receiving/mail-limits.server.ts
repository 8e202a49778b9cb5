import type { Tx } from "~/db/transaction.server";
import { HOUR_MS } from "~/lib/durations";

/* Limits on received mail. They trust no headers and count mail processed in the last hour. */

/** New requests an hour from one sender. */
const NEW_REQUESTS = 30;
/** Messages an hour from one sender to one task. */
const TO_ONE_TASK = 20;

/** Whether the sender has reached the limit of new tasks, including follow-ups. */
export async function isTooManyTasks(tx: Tx, from: string, now: number): Promise<boolean> {
  const { mails } = await processed(tx, now)
    .where("from_address", "=", from)
    .where("outcome", "in", ["task", "automatic"])
    .where("task_id", "is not", null)
    .select(({ fn }) => fn.countAll<number>().as("mails"))
    .executeTakeFirstOrThrow();
  return mails >= NEW_REQUESTS;
}

/** Whether the sender has reached the limit of messages to this task. */
export async function isTooMuchForTask(tx: Tx, from: string, taskId: number, now: number): Promise<boolean> {
  const { mails } = await processed(tx, now)
    .where("from_address", "=", from)
    .where("outcome", "in", ["reply", "automatic"])
    .where("task_id", "=", taskId)
    .select(({ fn }) => fn.countAll<number>().as("mails"))
    .executeTakeFirstOrThrow();
  return mails >= TO_ONE_TASK;
}

/** The number of people created by mail to the address in the last hour, regardless of its outcome. */
export async function countNewPeople(tx: Tx, addressId: number, now: number): Promise<number> {
  const mail = processed(tx, now).where("address_id", "=", addressId);
  const writers = mail.innerJoin("message", "message.id", "inbound_mail.message_id").select("message.author_id as id");
  // For forwarded mail, the original author.
  const requesters = mail
    .innerJoin("task", "task.id", "inbound_mail.task_id")
    .where("outcome", "=", "task")
    .select("task.requester_id as id");
  const copied = mail
    .innerJoin("participant", "participant.task_id", "inbound_mail.task_id")
    .select("participant.user_id as id");
  const { people } = await tx
    .selectFrom(writers.union(requesters).union(copied).as("involved"))
    .innerJoin("user", "user.id", "involved.id")
    .select(({ fn }) => fn.countAll<number>().as("people"))
    .where("user.created_at", ">", now - HOUR_MS)
    .executeTakeFirstOrThrow();
  return people;
}

const processed = (tx: Tx, now: number) => tx.selectFrom("inbound_mail").where("received_at", ">", now - HOUR_MS);
