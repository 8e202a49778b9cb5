import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import { openFollowUp } from "~/features/conversation/follow-up.server";
import { insertMessage, insertTask } from "~/features/conversation/insert-message.server";
import { publishMessage } from "~/features/conversation/sending/publish-message.server";
import { resolutionRefusal } from "~/features/tasks/status/resolution-blockers.server";
import { type LockedTask, lockTask, touchTask } from "~/features/tasks/task-rows.server";
import { afterAgentMessage, afterRequesterMessage, mayMove } from "~/features/tasks/task-status";
import { DEFAULT_PRIORITY, priorityOf, type StatusKey } from "~/features/tasks/tasks";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import { DAY_MS } from "~/lib/durations";
import { withInlineImages } from "../body/inline-images";
import type { MailBody } from "../body/mail-body.server";
import type { ParsedMail } from "../parsing/parsed-mail";
import { rememberIds } from "../threading/known-ids.server";
import { attachFiles, type ReceivedFiles } from "./attach-files.server";
import { bodyOf } from "./body-of-mail.server";
import type { Sender } from "./known-sender.server";
import * as say from "./receiving-copy";
import type { MailFiles } from "./store-mail.server";
import { isThanks } from "./thanks-filter";

/** Keys of `message_email.flags`. */
export type EmailFlag =
  | "automatic"
  /** Its author isn't on the request. */
  | "outsider"
  /** The receiving server says that the sender may be forged. */
  | "unverified"
  /** It asks not to be answered automatically. */
  | "no_answer"
  /** Forwarded by an agent; the original sender is the requester. */
  | "forwarded"
  /** It only says thanks, so it didn't reopen the task. */
  | "thanks"
  | "remote_images"
  | "encrypted"
  | "cut";

/** A parsed mail with its files received into the incoming folder, ready for one transaction. */
export type MailToWrite = { inboundId: number; mail: ParsedMail; files: ReceivedFiles };

type Written = { taskId: number; messageId: number };

type NewTask = { requester: Sender; author: Sender; teamId: number; flags: EmailFlag[]; body?: MailBody };

/** Opens a task with the mail as its description. `body`: the part of it to show. */
export async function writeNewTask(
  tx: Tx,
  store: MailFiles["store"],
  input: MailToWrite,
  { requester, author, teamId, flags, body = bodyOf(input.mail, { firstOfTask: true }) }: NewTask,
  now: number,
): Promise<Written> {
  const { mail } = input;
  const type = await usualType(tx);
  const taskId = await insertTask(
    tx,
    author.id,
    {
      ...{ title: titleOf(mail), type: type.key, requesterId: requester.id, teamId, assigneeId: null, dueAt: null },
      ...{ priority: type.priority, tags: [], body: textOf(mail, body.text), email: { html: "" } },
    },
    now,
  );
  const messageId = await descriptionOf(tx, taskId);
  await finishMessage(tx, store, input, { taskId, messageId, body, author, flags }, now);
  return { taskId, messageId };
}

type Place = { taskId: number; author: Sender; flags: EmailFlag[] };

/** The part requesters may see: an agent's email loses its quotation, which may hold a note, and files only in it. */
function publicPart(input: MailToWrite, author: Sender, options: { firstOfTask: boolean }) {
  const body = bodyOf(input.mail, options);
  if (author.role === "requester") return { input, body };
  const quoted = body.foldedContentIds.filter((id) => !body.contentIds.includes(id));
  const files = input.files.filter(({ of }) => of.contentId === null || !quoted.includes(of.contentId));
  return { input: { ...input, files }, body: { ...body, foldedHtml: null } };
}

/**
 * Adds the email as a public message from the requester's side, with the same status change as on the web. An email
 * that only says thanks changes no status.
 */
export async function writeAnswer(
  tx: Tx,
  store: MailFiles["store"],
  whole: MailToWrite,
  { taskId, author, flags }: Place,
  now: number,
): Promise<Written & { became: "answer" | "follow_up" | "thanks" }> {
  const task = await lockTask(tx, taskId);
  if (await onlyThanks(tx, task, whole)) {
    const { input, body } = publicPart(whole, author, { firstOfTask: false });
    const written = await writeAside(tx, store, input, { taskId, author, flags: [...flags, "thanks"], body }, now);
    return { ...written, became: "thanks" };
  }
  const to = afterRequesterMessage(task, now);
  const { input, body } = publicPart(whole, author, { firstOfTask: to === "follow_up" });
  const text = textOf(input.mail, body.text);
  if (to === "follow_up") {
    const followUp = await openFollowUp(tx, author.id, task, { body: text, email: { html: "" } }, now);
    const messageId = await descriptionOf(tx, followUp);
    await finishMessage(tx, store, input, { taskId: followUp, messageId, body, author, flags }, now);
    return { taskId: followUp, messageId, became: "follow_up" };
  }
  const messageId = await insertAnswer(tx, task, { author, kind: "public", side: "requester", body: text }, now);
  await finishMessage(tx, store, input, { taskId, messageId, body, author, flags }, now);
  const said = { messageId, authorId: author.id, side: "requester", decides: false, via: "email" } as const;
  await publishMessage(tx, task, said, to, now);
  return { taskId, messageId, became: "answer" };
}

/** Whether a reply comes too late to reopen the task. */
export async function opensFollowUp(tx: Tx, taskId: number, now: number): Promise<boolean> {
  return afterRequesterMessage(await lockTask(tx, taskId), now) === "follow_up";
}

/** Whether the message only says thanks and the team's thanks filter is on. Ignores names of people on the task. */
async function onlyThanks(tx: Tx, task: LockedTask, { mail, files }: MailToWrite): Promise<boolean> {
  if (task.thanks_filter === 0 || mail.encrypted || files.some(({ of }) => !of.inline)) return false;
  const people = await tx
    .selectFrom("user")
    .select("name")
    .where((eb) =>
      eb.or([
        eb("id", "in", eb.selectFrom("message").select("author_id").where("task_id", "=", task.id)),
        eb("id", "=", task.assignee_id ?? 0),
      ]),
    )
    .execute();
  const { text } = bodyOf(mail, { firstOfTask: false });
  return isThanks(
    text,
    people.map(({ name }) => name),
  );
}

/**
 * Adds an agent's mail as a public message, sent like one written on the web. `keepsStatus`: a command sets it.
 */
export async function writeAgentReply(
  tx: Tx,
  store: MailFiles["store"],
  whole: MailToWrite,
  { taskId, author, flags, keepsStatus }: Place & { keepsStatus: boolean },
  now: number,
): Promise<Written> {
  const task = await lockTask(tx, taskId);
  const { input, body } = publicPart(whole, author, { firstOfTask: false });
  const text = textOf(input.mail, body.text);
  const messageId = await insertAnswer(tx, task, { author, kind: "public", side: "agent", body: text }, now);
  await finishMessage(tx, store, input, { taskId, messageId, body, author, flags }, now);

  const wanted = afterAgentMessage(task, keepsStatus ? "keep" : (task.after_reply as StatusKey | "keep"));
  const mayMoveThere =
    mayMove(task, wanted, "agent", now) &&
    (await resolutionRefusal(tx, task, { to: wanted, confirmed: false })) === null;
  const to = mayMoveThere ? wanted : afterAgentMessage(task, "keep");
  const said = { messageId, authorId: author.id, side: "agent", decides: mayMoveThere, via: "email" } as const;
  await publishMessage(tx, task, said, to, now);
  return { taskId, messageId };
}

/**
 * Adds mail that doesn't change its task: automatic mail, mail from people who aren't on the request, thanks, or an
 * agent's internal note. Marks the task unread if a person wrote it. `body`: the part to show.
 */
export async function writeAside(
  tx: Tx,
  store: MailFiles["store"],
  input: MailToWrite,
  { taskId, author, flags, body = bodyOf(input.mail, { firstOfTask: false }) }: Place & { body?: MailBody },
  now: number,
): Promise<Written> {
  const { mail } = input;
  const task = await lockTask(tx, taskId);
  const isNote = author.role !== "requester" && !flags.includes("thanks");
  const kind = isNote ? "internal" : "public";
  const side = isNote ? "agent" : "requester";
  const messageId = await insertAnswer(tx, task, { author, kind, side, body: textOf(mail, body.text) }, now);
  await finishMessage(tx, store, input, { taskId, messageId, body, author, flags }, now);
  if (!flags.includes("automatic")) {
    await touchTask(tx, task, now);
    const event = { taskId, actorId: author.id, via: "email", messageId, at: now } as const;
    await recordEvents(tx, [isNote ? { ...event, kind: "noted" } : { ...event, kind: "replied", side: "requester" }]);
  }
  await reindexTasks(tx, [taskId]);
  return { taskId, messageId };
}

type Answer = { author: Sender; kind: "public" | "internal"; side: "requester" | "agent"; body: string };

async function insertAnswer(tx: Tx, task: LockedTask, { author, ...answer }: Answer, now: number): Promise<number> {
  const message = { taskId: task.id, authorId: author.id, ...answer };
  return (await insertMessage(tx, { ...message, email: { html: "" } }, now)).id;
}

type Finishing = {
  taskId: number;
  messageId: number;
  body: MailBody;
  author: Sender;
  flags: readonly EmailFlag[];
};

/** Attaches the files, links the text's pictures to them, and stores the email's details. */
async function finishMessage(
  tx: Tx,
  store: MailFiles["store"],
  { inboundId, mail, files }: MailToWrite,
  { taskId, messageId, body, author, flags }: Finishing,
  now: number,
): Promise<void> {
  const pictures = await attachFiles(
    tx,
    store,
    files,
    { taskId, messageId, authorId: author.id, hasText: body.text !== "" },
    now,
  );
  const html = withInlineImages(body.html, pictures);
  await tx.updateTable("message").set({ body_html: html }).where("id", "=", messageId).execute();
  const all = [
    ...flags,
    ...(body.hasRemoteImages ? ["remote_images"] : []),
    ...(mail.encrypted ? ["encrypted"] : []),
    ...(body.truncated ? ["cut"] : []),
  ];
  await tx
    .insertInto("message_email")
    .values({
      ...{ message_id: messageId, inbound_id: inboundId, subject: mail.subject, flags: all.join(",") },
      ...{ from_name: mail.from[0]?.name ?? "", from_address: mail.from[0]?.address ?? "" },
      reply_to: mail.replyTo[0]?.address ?? "",
      mail_id: mail.messageId?.replace(/^<|>$/g, "") ?? null,
      recipients: JSON.stringify({ to: mail.to.slice(0, 50), cc: mail.cc.slice(0, 50) }),
      folded_html: body.foldedHtml === null ? null : withInlineImages(body.foldedHtml, pictures),
      sent_at: mail.date !== null && Math.abs(mail.date - now) > DAY_MS ? mail.date : null,
    })
    .execute();
  await rememberMail(tx, { taskId, messageId }, mail, now);
  // The description was indexed when its task was created, before its text was complete.
  await reindexTasks(tx, [taskId]);
}

/** Stores the Message-IDs of the email and of those it refers to, so replies find its task. */
export const rememberMail = (tx: Tx, place: Written, { messageId, references }: ParsedMail, now: number) =>
  rememberIds(tx, { ...place, ours: false }, [...(messageId ? [messageId] : []), ...references], now);

const descriptionOf = async (tx: Tx, taskId: number) =>
  (
    await tx
      .selectFrom("message")
      .select("id")
      .where("task_id", "=", taskId)
      .orderBy("id")
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id;

const MAX_TITLE = 200;

const titleOf = ({ subject }: ParsedMail) => [...subject].slice(0, MAX_TITLE).join("") || say.noSubject;

/** Fallback text for an email that contains only files. */
const textOf = ({ encrypted, files }: ParsedMail, text: string) =>
  text || (encrypted ? say.encryptedText : files.length > 0 ? say.onlyFiles : say.emptyText);

/** The first type that requesters may choose, with its priority. */
async function usualType(tx: Tx) {
  const type = await tx
    .selectFrom("task_type")
    .select(["key", "priority"])
    .where("enabled", "=", 1)
    .where("deleted_at", "is", null)
    .where("portal_visible", "=", 1)
    .orderBy("position")
    .orderBy("key")
    .limit(1)
    .executeTakeFirst();
  const priority = type?.priority ?? null;
  return { key: type?.key ?? "request", priority: priority === null ? DEFAULT_PRIORITY : priorityOf(priority).key };
}

/** A person's roles on a task. `onTask`: its requester or in copy. */
export async function standingOn(tx: Tx, taskId: number, userId: number) {
  const task = await tx
    .selectFrom("task")
    .select(["requester_id", "assignee_id"])
    .select((eb) => {
      const copies = eb.selectFrom("participant").select("user_id").whereRef("participant.task_id", "=", "task.id");
      return eb.exists(copies.where("participant.user_id", "=", userId)).as("in_copy");
    })
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  const isRequester = task.requester_id === userId;
  return { onTask: isRequester || Boolean(task.in_copy), isRequester, isAssignee: task.assignee_id === userId };
}
