import type { Tx } from "~/db/transaction.server";
import { HOUR_MS } from "~/lib/durations";

/* Guards that trust no header: they count what was processed in the last hour. */

/** New requests an hour from one sender. */
const NEW_REQUESTS = 30;
/** Messages an hour from one sender to one task. */
const TO_ONE_TASK = 20;

/** Whether the sender has sent as much as one person may: to this task, or as new requests. */
export async function isTooMuch(
  tx: Tx,
  { from, taskId }: { from: string; taskId: number | null },
  now: number,
): Promise<boolean> {
  const { mails } = await tx
    .selectFrom("inbound_mail")
    .select(({ fn }) => fn.countAll<number>().as("mails"))
    .where("from_address", "=", from)
    .where("received_at", ">", now - HOUR_MS)
    .where("outcome", "in", taskId === null ? ["task", "automatic"] : ["reply", "automatic"])
    .$if(taskId !== null, (query) => query.where("task_id", "=", taskId))
    .$if(taskId === null, (query) => query.where("task_id", "is not", null))
    .executeTakeFirstOrThrow();
  return mails >= (taskId === null ? NEW_REQUESTS : TO_ONE_TASK);
}

/** Whether mail to the address made more new people in the last hour than the setting allows, whatever became of it. */
export async function isFloodOfPeople(
  tx: Tx,
  { addressId, most }: { addressId: number; most: number },
  now: number,
): Promise<boolean> {
  const { people } = await tx
    .selectFrom("inbound_mail")
    .innerJoin("task", "task.id", "inbound_mail.task_id")
    .innerJoin("message", "message.id", "inbound_mail.message_id")
    .innerJoin("user", (join) =>
      join.on(({ eb, and, or }) =>
        or([
          eb("user.id", "=", eb.ref("message.author_id")),
          // Of a forwarded mail, who wrote it.
          and([eb("user.id", "=", eb.ref("task.requester_id")), eb("inbound_mail.outcome", "=", "task")]),
        ]),
      ),
    )
    .select(({ fn }) => fn.count<number>("user.id").distinct().as("people"))
    .where("inbound_mail.address_id", "=", addressId)
    .where("inbound_mail.received_at", ">", now - HOUR_MS)
    .where("user.created_at", ">", now - HOUR_MS)
    .executeTakeFirstOrThrow();
  return people >= most;
}
