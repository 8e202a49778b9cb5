import type { Tx } from "~/db/transaction.server";
import { listRecipients } from "~/features/conversation/sending/recipients.server";
import { causeOf } from "~/features/tasks/event-cause.server";
import type { Subject } from "~/features/tasks/subjects.server";
import { hasParticipants } from "~/features/tasks/task-parts.server";
import { statusOf } from "~/features/tasks/tasks";
import type { NewEvent } from "~/features/tasks/write-task-history.server";
import { planAcknowledgement } from "./acknowledgement.server";
import { senderFor } from "./mail-sender.server";
import { queueMail } from "./queue-mail.server";
import { planResolvedMail } from "./resolved-mail.server";
import type { ReplyContent } from "./written-mail";

/** Queues the mail that new events cause, in the transaction of the change. A reply undone in time never gets here. */
async function planMail(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) {
    if (event.via === "import") continue;
    const sendsMail = event.kind === "created" || isReply(event) || isStatusChange(event);
    const sender = sendsMail && (await senderFor(tx, event.taskId));
    if (!sender) continue;
    const ofTask = events.filter(({ taskId }) => taskId === event.taskId);
    if (event.kind === "created") {
      if (causeOf(tx)?.kind !== "rule") await planAcknowledgement(tx, event);
    } else if (isReply(event)) await planReply(tx, sender, event, ofTask.some(isStatusChange));
    // A reply sent at the same time already says so.
    else if (!ofTask.some(isReply)) await planResolvedMail(tx, event);
  }
}

type Reply = Extract<NewEvent, { kind: "replied" }>;

const isReply = (event: NewEvent): event is Reply => event.kind === "replied" && event.side === "agent";
const isStatusChange = (event: NewEvent) => event.kind === "changed" && event.field === "status";

/** Queues a copy of a public message for the requester and each person in cc, with one delivery per recipient. */
async function planReply(
  tx: Tx,
  sender: { id: number; address: string },
  { taskId, messageId, actorId, at }: Reply,
  movesStatus: boolean,
): Promise<void> {
  const task = await tx
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .select(["task.id", "task.status", "task.requester_id", "requester.name as requester"])
    .select(["requester.email as requester_email", "requester.state as requester_state", hasParticipants])
    .where("task.id", "=", taskId)
    .executeTakeFirstOrThrow();
  const people = await listRecipients(tx, { id: actorId ?? 0 }, task);
  const recipients = people.flatMap(({ id, email, disabled }) =>
    email === null || disabled
      ? []
      : [{ userId: id, address: email, role: id === task.requester_id ? ("to" as const) : ("cc" as const) }],
  );
  if (recipients.length === 0) return;
  const content: ReplyContent = { resolved: movesStatus && statusOf(task.status).category === "resolved" };
  await queueMail(tx, { kind: "reply", sender, taskId, messageId, content, recipients }, at);
}

export const mailSubject: Subject = { onEvents: planMail };
