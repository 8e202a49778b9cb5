import { compiledOnce } from "~/db/compiled-query-cache.server";
import type { Db } from "~/db/types";
import { followMerges } from "~/features/tasks/follow-merges.server";
import { readableBy, visibleTo, wasSaid } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { BEFORE_ALL, type TimeCursor } from "~/lib/time-cursor";
import { filesBy } from "../attachments/attachment-queries.server";
import { withoutLargePictures } from "../attachments/message-files.server";
import type { MessagePlace } from "./conversation-page-url";
import { type EmailHeaders, type MessageEmail, marksIn } from "./message-email";

export const PAGE_MESSAGES = 50;

type ReadTask = { id: number; works: 0 | 1; has_files: 0 | 1 };

/**
 * A page of a conversation, oldest first, for a viewer who may see the task. `older` and `newer` are cursors of the adjacent
 * pages; null for none. `marked` is the message the page was requested for.
 */
export async function readMessages(db: Db, viewer: Viewer, task: ReadTask, place: MessagePlace) {
  const page = await pageAt(db, task, place);
  const ids = task.has_files ? page.rows.map(({ id }) => id) : [];
  const files = await filesBy(db, "message_id", ids);
  const splits = page.rows.flatMap(({ split_into }) => split_into ?? []);
  const seenSplits = task.works === 1 ? await followMerges(db, viewer, splits) : null;
  const messages = page.rows.map((row) => {
    const splitInto = seenSplits?.get(row.split_into ?? 0);
    return {
      id: row.id,
      kind: row.kind,
      /** Null: written by the system. */
      author: row.author,
      /** Requester's name, on a description that another person wrote. */
      onBehalfOf: row.on_behalf_of === row.author_id ? undefined : (row.onBehalfOf ?? undefined),
      isMine: row.author_id === viewer.id,
      /** Safe HTML (markdown.server). */
      html: withoutLargePictures(row.body_html),
      /** Quotation and signature of an email, safe HTML. */
      folded: task.works === 1 || isRequesters(row) ? (row.folded_html ?? undefined) : undefined,
      email: emailOf(row, task.works === 1),
      files: files.get(row.id),
      /** UTC milliseconds, until it is sent. Only agents get held messages. */
      heldUntil: row.send_after ?? undefined,
      /** The task that a copy of it was split into; for agents only. */
      splitInto: splitInto === task.id ? undefined : splitInto, // merged back into this task
      isRedacted: row.redacted_at === null ? undefined : true,
      at: row.at,
    };
  });
  const end = ({ id, at }: TimeCursor) => ({ id, at });
  const [first, last] = [messages[0], messages.at(-1)];
  return {
    messages,
    older: page.older && first ? end(first) : null,
    newer: page.newer && last ? end(last) : null,
    marked: page.marked,
    /** Newest public message the writer of a reply has seen: later ones arrive while they write. */
    seen: await newestSaid(db, task, page.newer ? [] : page.rows),
  };
}

export type MessagePage = Awaited<ReturnType<typeof readMessages>>;
export type ShownMessage = MessagePage["messages"][number];
type Page = { rows: MessageRow[]; older: boolean; newer: boolean; marked: number | null };
type MessageRow = Awaited<ReturnType<ReturnType<typeof messagesOf>["execute"]>>[number];

async function pageAt(db: Db, task: ReadTask, place: MessagePlace): Promise<Page> {
  if (place.kind === "before") {
    const { rows, more } = await beside(db, task, "<", place.position, PAGE_MESSAGES);
    if (rows.length > 0) return { rows, older: more, newer: true, marked: null };
  }
  if (place.kind === "after") {
    const { rows, more } = await beside(db, task, ">", place.position, PAGE_MESSAGES);
    if (rows.length > 0) return { rows, older: true, newer: more, marked: null };
  }
  if (place.kind === "message") {
    const message = await messagesOf(db, task).where("message.id", "=", place.id).executeTakeFirst();
    if (message) {
      const half = PAGE_MESSAGES / 2;
      const [above, below] = [
        await beside(db, task, "<", message, half),
        await beside(db, task, ">", message, half - 1),
      ];
      const rows = [...above.rows, message, ...below.rows];
      return { rows, older: above.more, newer: below.more, marked: message.id };
    }
  }
  const { rows, more } = await newestPage(db, task);
  return { rows, older: more, newer: false, marked: null };
}

/** The messages next to a cursor, oldest first, and whether there are more. */
async function beside(db: Db, task: ReadTask, side: "<" | ">", position: TimeCursor, limit: number) {
  const found = await inOrder(messagesOf(db, task), side === "<" ? "desc" : "asc", limit)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple("message.created_at", "message.id"), side, tuple(position.at, position.id)),
    )
    .execute();
  const rows = found.slice(0, limit);
  return { rows: side === "<" ? rows.reverse() : rows, more: found.length > limit };
}

async function newestPage(db: Db, task: ReadTask) {
  const found = await newestMessages(db, { works: task.works === 1 }, { id: task.id });
  return { rows: found.slice(0, PAGE_MESSAGES).reverse(), more: found.length > PAGE_MESSAGES };
}

const newestMessages = compiledOnce((db, { works }: { works: boolean }, { id }: { id: number }) =>
  inOrder(messagesOf(db, { id, works: works ? 1 : 0 }), "desc", PAGE_MESSAGES),
);

/** Reads one more than asked for, to know whether there are others. */
const inOrder = (messages: ReturnType<typeof messagesOf>, direction: "asc" | "desc", limit: number) =>
  messages
    .orderBy("message.created_at", direction)
    .orderBy("message.id", direction)
    .limit(limit + 1);

/** An agent's email may quote internal notes, even if they sent it as a requester. */
const isRequesters = (row: MessageRow) => row.side === "requester" && row.author_role === "requester";

function emailOf(row: MessageRow, works: boolean): MessageEmail | undefined {
  if (row.flags === null) return undefined;
  const { to = [], cc = [] } = JSON.parse(row.recipients ?? "{}") as Partial<Pick<EmailHeaders, "to" | "cc">>;
  const headers = { authorId: row.author_id, from: row.from_address ?? "", replyTo: row.reply_to ?? "", to, cc };
  return {
    marks: marksIn(row.flags, works),
    ...(row.sent_at !== null && { sentAt: row.sent_at }),
    ...(works && { headers }),
  };
}

/** Messages the viewer may read on a task they can see: `readableBy`, with their access already known. */
function messagesOf(db: Db, task: Pick<ReadTask, "id" | "works">) {
  const query = db
    .selectFrom("message")
    .leftJoin("user as author", "author.id", "message.author_id")
    .select([
      "message.id",
      "message.kind",
      "message.body_html",
      "message.created_at as at",
      "message.send_after",
      "message.split_into",
      "message.redacted_at",
    ])
    .leftJoin("message_email", "message_email.message_id", "message.id")
    .select(["message_email.folded_html", "message_email.flags", "message_email.sent_at"])
    .select(["message_email.from_address", "message_email.reply_to", "message_email.recipients"])
    .leftJoin("user as asker", "asker.id", "message.on_behalf_of")
    .select(["message.side", "message.author_id", "author.name as author", "author.role as author_role"])
    .select(["message.on_behalf_of", "asker.name as onBehalfOf"])
    .where("message.task_id", "=", task.id);
  return task.works === 0 ? query.where(wasSaid) : query;
}

/** The newest sent public message. Looks first in `newest`, the end of the conversation if it is loaded. */
async function newestSaid(db: Db, task: ReadTask, newest: readonly MessageRow[]): Promise<TimeCursor> {
  const shown = newest.findLast(({ kind, send_after }) => kind === "public" && send_after === null);
  if (shown) return { at: shown.at, id: shown.id };
  const found = await messagesOf(db, task)
    .where(wasSaid)
    .orderBy("message.created_at", "desc")
    .orderBy("message.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return found ? { at: found.at, id: found.id } : BEFORE_ALL;
}

/** The first public message from another person after `seen`; null for none. */
export async function newMessageSince(
  db: Db,
  viewer: Viewer,
  taskId: number,
  seen: TimeCursor,
): Promise<number | null> {
  const found = await db
    .selectFrom("message")
    .innerJoin("task", "task.id", "message.task_id")
    .select("message.id")
    .where("message.task_id", "=", taskId)
    .where(visibleTo(viewer))
    .where(wasSaid)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("message.created_at", "message.id"), ">", tuple(seen.at, seen.id)))
    .where((eb) => eb.or([eb("message.author_id", "is", null), eb("message.author_id", "!=", viewer.id)]))
    .orderBy("message.created_at")
    .orderBy("message.id")
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The task a message is on now, after merges; null if the viewer can't read it. */
export async function taskOfMessage(db: Db, viewer: Viewer, messageId: number): Promise<number | null> {
  const found = await db
    .selectFrom("message")
    .innerJoin("task", "task.id", "message.task_id")
    .select("message.task_id")
    .where("message.id", "=", messageId)
    .where(visibleTo(viewer))
    .where(readableBy(viewer))
    .executeTakeFirst();
  return found?.task_id ?? null;
}
