import type { Tx } from "~/db/transaction.server";
import { type JobHandler, planJob } from "~/features/jobs/job-queue.server";
import { wantsMail } from "~/features/notifications/notification-settings.server";
import { batchOf } from "~/features/tasks/event-batches.server";
import { lockTasks } from "~/features/tasks/task-rows.server";
import { statusOf } from "~/features/tasks/tasks";
import type { NewEvent } from "~/features/tasks/write-task-history.server";
import { MINUTE_MS } from "~/lib/durations";
import { settings } from "~/lib/settings.server";
import { isNoReply } from "../parsing/automatic-mail";
import { plainMarkdown } from "../plain-markdown";
import { senderFor } from "./mail-sender.server";
import { type RequesterToWrite, requesterToWrite, writeToRequester } from "./mail-to-requester.server";
import { planWritten } from "./plan-written.server";
import * as say from "./sending-copy";

type Payload = { taskIds: number[]; agent: string };

/** A bulk change runs in several transactions; its summary waits for the last one. */
const BATCH_MS = MINUTE_MS;

/**
 * Queues the email about a request that an agent just resolved. It is delayed like a reply, so an undo in time stops
 * it. A bulk change sends each requester one email.
 */
export async function planResolvedMail(tx: Tx, { taskId, actorId, at }: NewEvent): Promise<void> {
  const task = await tx
    .selectFrom("task")
    .select(["status", "requester_id"])
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  if (statusOf(task.status).category !== "resolved" || actorId === null || actorId === task.requester_id) return;
  const actor = await tx
    .selectFrom("user")
    .select(["name", "role"])
    .where("id", "=", actorId)
    .executeTakeFirstOrThrow();
  if (actor.role === "requester") return; // someone in copy pressed "It is solved"
  const batch = batchOf(tx)?.name;
  const windowMs = settings().sendingWindowSeconds * 1_000;
  const key = `tell_resolved:${batch === undefined ? taskId : `${batch}:${task.requester_id}`}`;
  const runAt = at + (batch === undefined ? windowMs : Math.max(windowMs, BATCH_MS));
  const taskIds = [...new Set([...(await tasksOfJob(tx, key)), taskId])];
  await planJob(tx, { kind: "tell_resolved", key, runAt, payload: { taskIds, agent: actor.name } }, at);
}

async function tasksOfJob(tx: Tx, key: string): Promise<number[]> {
  const job = await tx.selectFrom("job").select("payload").where("key", "=", key).executeTakeFirst();
  return job ? (JSON.parse(job.payload) as Payload).taskIds : [];
}

/** Tells a requester which of their requests were resolved, unless they are open again. */
export const tellResolved: JobHandler = async (tx, payload, now) => {
  const { taskIds, agent } = payload as Payload;
  const resolved: RequesterToWrite[] = [];
  await lockTasks(tx, taskIds);
  for (const id of taskIds) {
    const task = await requesterToWrite(tx, id);
    const isTheirs = task?.requester_id === (resolved[0] ?? task)?.requester_id;
    if (task && isTheirs && statusOf(task.status).category === "resolved") resolved.push(task);
  }
  const [first, ...others] = resolved;
  if (!first || isNoReply(first.to.address) || !(await wantsMail(tx, first.requester_id, "resolved"))) return;
  if (others.length > 0) await writeSummary(tx, [first, ...others], now);
  else await writeToRequester(tx, first, { kind: "resolved", ending: say.solvedEnd, agent }, now);
};

async function writeSummary(tx: Tx, tasks: readonly [RequesterToWrite, ...RequesterToWrite[]], now: number) {
  const sender = await senderFor(tx, tasks[0].id);
  if (!sender) return;
  const list = tasks.map(({ id, title }) => say.resolvedItem(id, plainMarkdown(title))).join("\n");
  const links = Object.fromEntries(
    tasks.map(({ id }) => [`view${id}`, { to: `/tasks/${id}`, key: "sign_in" as const }]),
  );
  const content = { subject: say.resolvedSubject(tasks.length), body: `${say.resolvedLead}\n\n${list}`, links };
  await planWritten(tx, { kind: "resolved", sender, taskId: null, to: tasks[0].to, content }, now);
}
