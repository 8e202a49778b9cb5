import type { Tx } from "~/db/transaction.server";
import { type JobHandler, planJob } from "~/features/jobs/job-queue.server";
import type { NewEvent } from "~/features/tasks/write-task-history.server";
import { isNoReply } from "../parsing/automatic-mail";
import { mayAcknowledge } from "./automatic-limits.server";
import { requesterToWrite, writeToRequester } from "./mail-to-requester.server";
import * as say from "./sending-copy";

/** A job sends it, because the email's flags are stored after this event. */
export const planAcknowledgement = (tx: Tx, { taskId, actorId, at }: NewEvent) =>
  planJob(tx, { kind: "acknowledge", runAt: at, payload: { taskId, createdBy: actorId } }, at);

/** Flags of an email that must not be answered automatically. `no_answer`: its headers ask for no answer. */
const UNANSWERED = ["automatic", "unverified", "no_answer"];

/**
 * Tells the requester of a new task its number, unless an agent has already replied. Skips agents' own
 * requests, sub-tasks and splits.
 */
export const acknowledge: JobHandler = async (tx, payload, now) => {
  const [taskId, createdBy] = [Number(payload.taskId), payload.createdBy];
  const task = await requesterToWrite(tx, taskId);
  if (!task || task.parent_id !== null || task.first_responded_at !== null) return;
  if (task.role !== "requester" && task.requester_id === createdBy) return;
  const { address } = task.to;
  const description = await descriptionOf(tx, taskId);
  const flags = description?.flags?.split(",") ?? [];
  if (description?.copy_of != null || UNANSWERED.some((flag) => flags.includes(flag)) || isNoReply(address)) return;
  if (!(await mayAcknowledge(tx, address, now))) return;
  await writeToRequester(tx, task, { kind: "acknowledgement", ending: say.viewEnd }, now);
};

const descriptionOf = (tx: Tx, taskId: number) =>
  tx
    .selectFrom("message")
    .leftJoin("message_email", "message_email.message_id", "message.id")
    .select(["message.copy_of", "message_email.flags"])
    .where("message.task_id", "=", taskId)
    .orderBy("message.id")
    .limit(1)
    .executeTakeFirst();
