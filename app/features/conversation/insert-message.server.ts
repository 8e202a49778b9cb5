import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import { writeFieldValues } from "~/features/custom-fields/custom-fields.server";
import { addWatcher } from "~/features/people/watchers.server";
import { insertTaskRow, type NewTaskRow, setTags } from "~/features/tasks/task-rows.server";
import type { TaskOfTeam } from "~/features/tasks/team-access.server";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import type { FieldValues } from "~/lib/field-visibility";
import { moveDraftFiles, picturesIn } from "./attachments/message-files.server";
import type { DraftPlace } from "./drafts/drafts";
import { renderMessage } from "./markdown.server";
import { mentionedIn } from "./mentions/mentions.server";

export type TaskToInsert = NewTaskRow & {
  body: string;
  tags: readonly string[];
  /** Where the description was written; its attachments move along. */
  draft?: DraftPlace;
  /** Values of custom fields, as stored. */
  fields?: FieldValues;
  /** Came by email. */
  email?: EmailText;
};

/** Sanitised HTML of an email; the message's `body` is its text. */
export type EmailText = { html: string };

/** Creates a task with its description and first history event. Returns its id. */
export async function insertTask(tx: Tx, authorId: number, task: TaskToInsert, now: number): Promise<number> {
  const { id, assigned } = await insertTaskRow(tx, authorId, { ...task, channel: task.email ? "email" : "web" }, now);
  const { body, draft, email } = task;
  const onBehalfOf = task.requesterId;
  const description = { taskId: id, authorId, onBehalfOf, kind: "public", side: "requester", body, draft } as const;
  await insertMessage(tx, { ...description, email }, now);
  if (task.tags.length > 0) await setTags(tx, id, task.tags);
  await writeFieldValues(tx, id, task.fields ?? {});
  const via = email ? "email" : "web";
  await recordEvents(tx, [{ taskId: id, actorId: authorId, via, kind: "created", at: now }, ...assigned]);
  await reindexTasks(tx, [id]);
  return id;
}

type MessageToInsert = {
  taskId: number;
  authorId: number;
  /** On a description: the requester. */
  onBehalfOf?: number;
  kind: "public" | "internal";
  side: "requester" | "agent";
  /** Markdown, or the text of an email. */
  body: string;
  email?: EmailText | undefined;
  /** The task, if its author works on it and may mention people. */
  mentionsOn?: TaskOfTeam | undefined;
  /** Where its author wrote it; its attachments move along. */
  draft?: DraftPlace | undefined;
  /** A rule's: it answers nothing. */
  automated?: boolean;
  /** Not sent yet: mentioned people become watchers once it is. */
  isHeld?: boolean;
};

/** Returns the message's id, and those of the people it mentions. */
export async function insertMessage(tx: Tx, message: MessageToInsert, now: number) {
  const { taskId, authorId: userId, kind, draft: from } = message;
  const mentioned = message.mentionsOn ? await mentionedIn(tx, message.mentionsOn, message.body) : [];
  const pictures = message.email ? new Map() : await picturesIn(tx, message.body, { taskId, userId, kind, from });
  const { html, text } = message.email
    ? { html: message.email.html, text: message.body }
    : renderMessage(message.body, { mentions: mentioned, pictures });
  const channel: "email" | "web" = message.email ? "email" : "web";
  const written = { body: message.body, body_html: html, body_text: text, channel, created_at: now };
  const by = { author_id: userId, on_behalf_of: message.onBehalfOf ?? null, side: message.side };
  const { id } = await tx
    .insertInto("message")
    .values({ task_id: taskId, ...by, kind, ...written, automated: message.automated ? 1 : 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!message.isHeld) for (const { id: person } of mentioned) await addWatcher(tx, message.taskId, person, now);
  if (from) await moveDraftFiles(tx, userId, from, { taskId, messageId: id });
  return { id, mentioned: mentioned.map((person) => person.id) };
}
