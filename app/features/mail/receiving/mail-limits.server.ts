import type { Tx } from "~/db/transaction.server";
import { HOUR_MS } from "~/lib/durations";

/* Guards that trust no header: they count what was processed in the last hour. */

/** New requests an hour from one sender. */
const NEW_REQUESTS = 30;
/** Messages an hour from one sender to one task. */
const TO_ONE_TASK = 20;

/** Whether the sender has opened as many tasks as one person may, follow-ups among them. */
export async function isTooManyTasks(tx: Tx, from: string, now: number): Promise<boolean> {
  const { mails } = await processed(tx, now)
    .where("from_address", "=", from)
    .where("outcome", "in", ["task", "automatic"])
    .where("task_id", "is not", null)
    .select(({ fn }) => fn.countAll<number>().as("mails"))
    .executeTakeFirstOrThrow();
  return mails >= NEW_REQUESTS;
}

/** Whether the sender has sent as much to this task as one person may. */
export async function isTooMuchForTask(tx: Tx, from: string, taskId: number, now: number): Promise<boolean> {
  const { mails } = await processed(tx, now)
    .where("from_address", "=", from)
    .where("outcome", "in", ["reply", "automatic"])
    .where("task_id", "=", taskId)
    .select(({ fn }) => fn.countAll<number>().as("mails"))
    .executeTakeFirstOrThrow();
  return mails >= TO_ONE_TASK;
}

/** How many new people mail to the address made in the last hour, whatever became of it. */
export async function countNewPeople(tx: Tx, addressId: number, now: number): Promise<number> {
  const mail = processed(tx, now).where("address_id", "=", addressId);
  const writers = mail.innerJoin("message", "message.id", "inbound_mail.message_id").select("message.author_id as id");
  // Of a forwarded mail, who wrote it.
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
