import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { readersInWords } from "~/features/conversation/sending/held-reply";
import { listRecipients, readersToken, sharedWith } from "~/features/conversation/sending/recipients.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { asOneBatch, batchKey, subTasksBatch } from "~/features/tasks/event-batches.server";
import type { NotResolved } from "~/features/tasks/status/resolution-blockers.server";
import { changeTask } from "~/features/tasks/task-change.server";
import { hasParticipants } from "~/features/tasks/task-parts.server";
import { workableBy } from "~/features/tasks/task-policy.server";
import { defaultOf, isOpen, type StatusKey, statusOf } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { allOf } from "~/lib/text";
import * as say from "./relations-copy";
import { countSubTasks } from "./sub-tasks.server";

/** Sub-tasks on the page for all of them. Those without agent access are only counted. */
export async function readSubTasks(db: Db, viewer: Viewer, parentId: number) {
  const rows = await db
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .select(["task.id", "task.title", "task.status", "task.version", "task.requester_id"])
    .select(["requester.name as requester", "requester.email as requester_email", "requester.state as requester_state"])
    .select([hasParticipants, sharedWith])
    .where("task.parent_id", "=", parentId)
    .where(workableBy(viewer))
    .orderBy("task.id")
    .execute();
  const all = await countSubTasks(db, parentId);
  const subTasks = rows.map(async (row) => {
    const { id, title, status, requester, version } = row;
    const recipients = await listRecipients(db, viewer, row);
    return {
      id,
      title,
      status: statusOf(status).key,
      requester,
      version,
      /** People who receive the viewer's reply. */
      recipients,
      readers: readersToken(true, { people: recipients, sharing: row.shared_with }),
    };
  });
  return { subTasks: await Promise.all(subTasks), unseen: all - rows.length };
}

export type SubTask = Awaited<ReturnType<typeof readSubTasks>>["subTasks"][number];

/** Result for each sub-task: done, or skipped with a reason. One that needed no change is in neither list. */
export type SubTasksResult = { done: number[]; skipped: { id: number; why: string }[] };

/**
 * Sends a reply to each chosen sub-task, under the rules of any reply. One refusal doesn't stop the others, and sending the
 * form again repeats nothing. A person notified about several of them gets one notification.
 */
export async function answerSubTasks(
  db: Db,
  viewer: Viewer,
  parentId: number,
  answer: {
    body: string;
    requestKey: string;
    status?: StatusKey | "keep" | undefined;
    chosen: readonly number[];
    readers?: ReadonlyMap<number, string>;
  },
  now: number,
  sending: { windowMs?: number } = {},
): Promise<SubTasksResult> {
  const batch = subTasksBatch(answer.requestKey);
  return each(db, viewer, { parentId, chosen: answer.chosen, batch }, async (tx, { id }) => {
    const { body, status } = answer;
    const readers = answer.readers?.get(id);
    const reply = { body, requestKey: batchKey(batch, id), ...(status && { status }), ...(readers && { readers }) };
    const sent = await replyToTask(tx, viewer, id, reply, now, sending);
    return sent.ok ? null : whyNotAnswered(sent);
  });
}

function whyNotAnswered(refused: Exclude<Awaited<ReturnType<typeof replyToTask>>, { ok: true }>): string {
  switch (refused.why) {
    case "invalid_move":
      return say.cannotMoveToStatus(statusOf(refused.status).name);
    case "unfinished":
    case "missing_fields":
      return whyNotResolved(refused);
    case "mention":
    case "too_many":
      return refused.message;
    case "other_text":
      return say.otherAnswerSent;
    case "sent_already":
      return say.answerAlreadySent;
    case "readers":
      return say.sendAgainToConfirm(readersInWords(refused));
    default:
      return say.taskIsGone;
  }
}

/** Resolves each chosen sub-task that needs no confirmation. */
export async function resolveSubTasks(
  db: Db,
  viewer: Viewer,
  parentId: number,
  chosen: readonly number[],
  now: number,
): Promise<SubTasksResult> {
  const batch = subTasksBatch(`${viewer.id}-${parentId}-${now}`);
  return each(db, viewer, { parentId, chosen, batch }, async (tx, { id, status, version }) => {
    if (statusOf(status).category === "resolved") return AS_BEFORE;
    if (!isOpen(status)) return say.alreadyHasStatus(statusOf(status).name);
    const change = { status: defaultOf("resolved"), version };
    const resolved = await changeTask(tx, viewer, id, { change, was: { status } }, now);
    if (resolved.ok) return null;
    switch (resolved.why) {
      case "unfinished":
      case "missing_fields":
        return whyNotResolved(resolved);
      case "invalid_move":
      case "conflict":
        return say.statusWasChanged;
      case "no_such_task":
        return say.taskIsGone;
      default:
        return say.couldNotResolve;
    }
  });
}

function whyNotResolved(refused: NotResolved): string {
  if (refused.why === "missing_fields") {
    return say.neededToResolve(allOf(refused.fields.map(({ label }) => label)));
  }
  return say.openChecklistItems(refused.uncheckedItems);
}

/** Result of a no-op. */
const AS_BEFORE = Symbol();

/** Runs `work` for each chosen sub-task, smallest number first. It returns why it skipped the task, or null if done. */
async function each(
  db: Db,
  viewer: Viewer,
  { parentId, chosen, batch }: { parentId: number; chosen: readonly number[]; batch: string },
  work: (tx: Tx, task: SubTask) => Promise<string | typeof AS_BEFORE | null>,
): Promise<SubTasksResult> {
  const { subTasks } = await readSubTasks(db, viewer, parentId);
  const result: SubTasksResult = { done: [], skipped: [] };
  for (const id of [...new Set(chosen)].sort((a, b) => a - b)) {
    const task = subTasks.find((one) => one.id === id);
    const why = task
      ? await inTransaction(db, (tx) => asOneBatch(tx, { name: batch }, () => work(tx, task)))
      : say.notASubTaskHere;
    if (why === null) result.done.push(id);
    else if (why !== AS_BEFORE) result.skipped.push({ id, why });
  }
  return result;
}
