import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type NotResolved, resolutionRefusal } from "~/features/tasks/status/resolution-blockers.server";
import { sideOf } from "~/features/tasks/task-policy";
import { type TaskRow, taskToChange, touchTask } from "~/features/tasks/task-rows.server";
import type { Note, Reply } from "~/features/tasks/task-schema";
import {
  afterAgentMessage,
  afterRequesterMessage,
  type InvalidMove,
  mayMove,
  statusChoices,
} from "~/features/tasks/task-status";
import { defaultOf, type StatusKey, statusOf } from "~/features/tasks/tasks";
import { type OtherText, writeOnce } from "~/features/tasks/write-once.server";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import { readPreferences } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { type FilesInTheWay, filesInTheWay } from "./attachments/message-files.server";
import { removeSentDraft } from "./drafts/draft-save.server";
import { openFollowUp } from "./follow-up.server";
import { type TooMany, tooManyMessages, tooManyTasks } from "./hourly-limits.server";
import { insertMessage } from "./insert-message.server";
import { mentionError, type RefusedMention } from "./mentions/mentions.server";
import { newMessageSince } from "./messages/message-page.server";
import { heldReplyOf, holdReply } from "./sending/held-replies.server";
import { publishMessage } from "./sending/publish-message.server";
import { findReaderChange, type ReaderChange, readersNow } from "./sending/recipients.server";
import { type SentAlready, sentAlready } from "./sending/sent-already.server";

type NoSuchTask = { ok: false; why: "no_such_task" };
const noSuchTask: NoSuchTask = { ok: false, why: "no_such_task" };

/**
 * id         task the message is on: a new one if the original was closed too long ago
 * held       message waiting for the sending window to end; null once it is sent
 * status     current status of that task
 * statusSet  change set of the status move; null for none
 *
 * new_message   another person wrote a public message since the page loaded. Skipped with `anyway` or by preference
 * readers       the readers differ from those the form listed; asked even with `anyway`
 * sent_already  the writer has just sent this text. Skipped with `anyway`
 * other_text    the form has already sent another text, outcome or status
 */
export type ReplyToTask =
  | { ok: true; id: number; repeated: boolean; held: number | null; status: StatusKey; statusSet: number | null }
  | NoSuchTask
  | TooMany
  | InvalidMove
  | NotResolved
  | RefusedMention
  | SentAlready
  | { ok: false; why: "new_message" }
  | ReaderChange
  | OtherText
  | FilesInTheWay;

/**
 * Writes a public message and moves the status (task-status). An agent's message and its effects are held for the sending
 * window, `windowMs`.
 */
export async function replyToTask(
  db: Db,
  viewer: Viewer,
  taskId: number,
  input: Pick<Reply, "body" | "requestKey"> & Partial<Reply>,
  now: number,
  { windowMs = 0 }: { windowMs?: number } = {},
): Promise<ReplyToTask> {
  return inTransaction(db, async (tx) => {
    let statusSet: number | null = null;
    // After Back, the page can send the same text with another button or status.
    const text = JSON.stringify([input.body, input.outcome, input.status]);
    const made = await writeOnce(tx, { userId: viewer.id, key: input.requestKey, text }, now, async () => {
      const task = await taskToChange(tx, viewer, taskId);
      if (!task) return noSuchTask;
      const reason = await whyNot(tx, viewer, task, input, now);
      if (reason) return reason;
      const side = sideOf(viewer, task);
      const to = nextStatus(task, side, input, now);
      if (to === "follow_up") {
        const tooMany = isAgent(viewer) ? null : await tooManyTasks(tx, viewer.id, now);
        return (
          tooMany ??
          openFollowUp(tx, viewer.id, task, { body: input.body, draft: { kind: "reply", taskId: task.id } }, now)
        );
      }
      // An agent's reply sets the status the agent chose; a requester's moves the task automatically.
      const mover = side === "agent" ? "agent" : "system";
      const isFree = input.outcome !== undefined || to === task.status;
      if (to === null || !(isFree || mayMove(task, to, mover, now))) return invalidMove(task, now);
      const notYet =
        side === "agent" && (await resolutionRefusal(tx, task, { to, confirmed: input.confirmed ?? false }));
      if (notYet) return notYet;
      statusSet = await write(tx, viewer, task, input, { side, to, windowMs }, now);
      return task.id;
    });
    if (!made.ok) return made;
    const { id, repeated } = made;
    await removeSentDraft(tx, viewer.id, { kind: "reply", taskId }, input);
    const held = windowMs > 0 ? await heldReplyOf(tx, viewer.id, id) : null;
    const { status } = await tx.selectFrom("task").select("status").where("id", "=", id).executeTakeFirstOrThrow();
    return { ok: true, id, repeated, held, status: statusOf(status).key, statusSet };
  });
}

const invalidMove = (task: TaskRow, now: number): InvalidMove => ({
  ok: false,
  why: "invalid_move",
  status: statusOf(task.status).key,
  choices: statusChoices(task, now),
});

async function whyNot(tx: Tx, viewer: Viewer, task: TaskRow, input: Partial<Reply>, now: number) {
  const tooMany = isAgent(viewer) ? null : await tooManyMessages(tx, viewer.id, now);
  if (tooMany) return tooMany;
  const mention = task.works === 1 && input.body ? await mentionError(tx, task, input.body) : null;
  if (mention) return mention;
  const { body = "", seen, readers } = input;
  const place = { kind: "reply", taskId: task.id } as const;
  const files = await filesInTheWay(tx, viewer.id, place, body);
  const others = readers === undefined || files ? null : await findReaderChange(tx, viewer, task, readers);
  if (files || others || input.anyway) return files ?? others;
  const already = body ? await sentAlready(tx, viewer.id, place, body, now) : null;
  if (already || seen === undefined) return already;
  const newer = await newMessageSince(tx, viewer, task.id, seen);
  if (newer === null || !(await readPreferences(tx, viewer)).holdReplies) return null;
  return { ok: false, why: "new_message" } as const;
}

const chosenStatus = (task: TaskRow, status: Reply["status"]) => status ?? (task.after_reply as StatusKey | "keep");

/** The status the message leads to; null for a move that isn't allowed. */
function nextStatus(
  task: TaskRow,
  side: "requester" | "agent",
  { outcome, status }: Partial<Reply>,
  now: number,
): StatusKey | "follow_up" | null {
  if (side === "agent") return afterAgentMessage(task, chosenStatus(task, status));
  const after = afterRequesterMessage(task, now);
  if (outcome === "not_solved")
    return mayMove(task, defaultOf("active"), "requester", now) && task.open === 0 ? defaultOf("active") : null;
  if (outcome === undefined) return after;
  // "Thanks, it is solved" resolves a task, or closes one that is already resolved.
  const to = defaultOf(statusOf(task.status).category === "resolved" ? "closed" : "resolved");
  return mayMove(task, to, "requester", now) ? to : null;
}

type Saying = { side: "requester" | "agent"; to: StatusKey; windowMs: number };

/** Stores and publishes the message, or holds an agent's if there is a sending window. Returns the status change set. */
async function write(
  tx: Tx,
  viewer: Viewer,
  task: TaskRow,
  { body, status, outcome }: Pick<Reply, "body"> & Partial<Reply>,
  { side, to, windowMs }: Saying,
  now: number,
): Promise<number | null> {
  const mentionsOn = task.works === 1 ? task : undefined;
  const draft = { kind: "reply", taskId: task.id } as const;
  const isHeld = side === "agent" && windowMs > 0;
  const message = { taskId: task.id, authorId: viewer.id, kind: "public", side, body, mentionsOn, draft } as const;
  const written = body === "" ? null : await insertMessage(tx, { ...message, isHeld }, now);
  const messageId = written?.id ?? null;
  if (isHeld && messageId !== null) {
    const readers = await readersNow(tx, viewer, task.id);
    await holdReply(tx, task, { messageId, status: chosenStatus(task, status), windowMs, readers }, now);
    return null;
  }
  const decides = side === "agent" || outcome !== undefined;
  const said = { messageId, authorId: viewer.id, side, decides, mentioned: written?.mentioned };
  return publishMessage(tx, task, said, to, now);
}

export type AddNote =
  | { ok: true; id: number; repeated: boolean }
  | NoSuchTask
  | RefusedMention
  | SentAlready
  | OtherText
  | FilesInTheWay;

/** Writes an internal note. It doesn't change the status, and only agents can read it. */
export async function addNote(
  db: Db,
  viewer: Viewer,
  taskId: number,
  input: Pick<Note, "body" | "requestKey"> & Partial<Note>,
  now: number,
): Promise<AddNote> {
  const place = { kind: "note", taskId } as const;
  return inTransaction(db, async (tx) => {
    const made = await writeOnce(tx, { userId: viewer.id, key: input.requestKey, text: input.body }, now, async () => {
      const task = await taskToChange(tx, viewer, taskId);
      if (!task?.works) return noSuchTask;
      const already = input.anyway ? null : await sentAlready(tx, viewer.id, place, input.body, now);
      const files = await filesInTheWay(tx, viewer.id, place, input.body);
      const reason = (await mentionError(tx, task, input.body)) ?? files ?? already;
      if (reason) return reason;
      const note = { taskId, authorId: viewer.id, kind: "internal", side: sideOf(viewer, task) } as const;
      const written = { ...note, body: input.body, mentionsOn: task, draft: place };
      const { id: messageId, mentioned } = await insertMessage(tx, written, now);
      await touchTask(tx, task, now);
      await recordEvents(tx, [{ taskId, actorId: viewer.id, kind: "noted", messageId, mentioned, at: now }]);
      await reindexTasks(tx, [taskId]);
      return taskId;
    });
    if (made.ok) await removeSentDraft(tx, viewer.id, place, input);
    return made;
  });
}
