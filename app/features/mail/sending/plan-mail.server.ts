import { randomUUID } from "node:crypto";
import type { Tx } from "~/db/transaction.server";
import { listRecipients } from "~/features/conversation/sending/recipients.server";
import type { Subject } from "~/features/tasks/subjects.server";
import { hasParticipants } from "~/features/tasks/task-parts.server";
import type { NewEvent } from "~/features/tasks/write-task-history.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { rememberIds } from "../threading/known-ids.server";
import { signedKey } from "../threading/signed-address.server";

/** Plans what new events send, in the transaction of the change: a reply that is undone was never planned. */
async function planMail(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) {
    if (event.kind !== "replied" || event.side !== "agent" || event.via === "import") continue;
    const address = await senderFor(tx, event.taskId);
    if (address) await planReply(tx, address, event, event.at);
  }
}

/** The address that sends mail about a task. Undefined for a desk without an address: it sends no mail. */
export async function senderFor(tx: Tx, taskId: number) {
  const addresses = tx
    .selectFrom("mail_address")
    .select(["mail_address.id", "mail_address.address"])
    .where("mail_address.deleted_at", "is", null);
  const ofTeam = addresses
    .innerJoin("task", "task.team_id", "mail_address.team_id")
    .where("task.id", "=", taskId)
    .orderBy("mail_address.is_sender", "desc")
    .orderBy("mail_address.id")
    .limit(1);
  const first = addresses.orderBy("mail_address.is_sender", "desc").orderBy("mail_address.id").limit(1);
  return (await ofTeam.executeTakeFirst()) ?? (await first.executeTakeFirst());
}

type Reply = { taskId: number; messageId: number; actorId: number | null };

/** Plans a copy of a public message for its requester and everyone in copy, each with a delivery of its own. */
async function planReply(tx: Tx, address: { id: number; address: string }, reply: Reply, now: number): Promise<void> {
  const { taskId, messageId } = reply;
  const task = await tx
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .select(["task.id", "task.requester_id", "requester.name as requester"])
    .select(["requester.email as requester_email", "requester.state as requester_state", hasParticipants])
    .where("task.id", "=", taskId)
    .executeTakeFirstOrThrow();
  const people = await listRecipients(tx, { id: reply.actorId ?? 0 }, task);
  const reached = people.flatMap(({ id, email, disabled }) => (email === null || disabled ? [] : [{ id, email }]));
  if (reached.length === 0) return;

  const domain = address.address.slice(address.address.lastIndexOf("@") + 1);
  const mailId = `${signedKey({ taskId, userId: 0, kind: "reply", madeAt: now })}.${randomUUID()}@${domain}`;
  const { id: outgoingId } = await tx
    .insertInto("outgoing_mail")
    .values({
      ...{ address_id: address.id, task_id: taskId, message_id: messageId, kind: "reply", mail_id: mailId },
      ...{ content: "{}", created_at: now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await rememberIds(tx, { taskId, messageId, ours: true }, [mailId], now);
  const deliveries = reached.map(({ id, email }) => ({
    ...{ outgoing_id: outgoingId, user_id: id, address: email, address_key: emailKeyOf(email), created_at: now },
    ...{ role: id === task.requester_id ? ("to" as const) : ("cc" as const), state: "queued" as const, try_at: now },
    ...{ first_tried_at: null, settled_at: null, status: null, dismissed_at: null },
  }));
  await tx.insertInto("delivery").values(deliveries).execute();
}

export const mailSubject: Subject = { onEvents: planMail };
