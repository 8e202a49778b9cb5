import { clearIndex, reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type JobHandler, planJob } from "~/features/jobs/job-queue.server";
import { visibleTo } from "~/features/tasks/task-policy.server";
import { lockTasks, taskToChange } from "~/features/tasks/task-rows.server";
import { type Redaction, recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { deskToday } from "~/lib/desk-zone.server";
import { cleanText } from "~/lib/text";
import { DEFAULT_TIME_STYLE } from "~/lib/time-style";
import { absoluteDay } from "~/ui/format-time";
import { filesBy } from "../attachments/attachment-queries.server";
import { PICTURE_ADDRESS } from "../attachments/attachments";
import { redactAttachments, withoutLargePictures, withoutPictures } from "../attachments/message-files.server";
import * as say from "../conversation-copy";
import { laterThan } from "../drafts/draft-rows.server";
import { escapeHtml, renderMessage } from "../markdown.server";

const KIND = "clear_index";

/** Plans the job that also removes redacted words from the search index file. */
export const planClearing = (tx: Tx, now: number) =>
  planJob(tx, { kind: KIND, key: KIND, runAt: now, payload: { begin: true } }, now);

/** The job `clear_index`: does one part of the work, then plans the next. */
export const clearIndexJob: JobHandler = async (tx, { begin }, now) => {
  if (await clearIndex(tx, { begin: begin === true })) {
    await planJob(tx, { kind: KIND, key: KIND, runAt: now, payload: {} }, now);
  }
};

/** Reads a message for the redaction page; null for none, or for one still held. */
export async function readMessageToRedact(db: Db, viewer: Viewer, taskId: number, messageId: number) {
  const message = await db
    .selectFrom("message")
    .innerJoin("task", "task.id", "message.task_id")
    .leftJoin("user as author", "author.id", "message.author_id")
    .select(["message.kind", "message.body_html as html", "message.created_at as at", "message.redacted_at"])
    .select(["author.name as author", "task.title"])
    .where("message.id", "=", messageId)
    .where("message.task_id", "=", taskId)
    .where("message.send_after", "is", null)
    .where(visibleTo(viewer))
    .executeTakeFirst();
  if (!message) return null;
  const { redacted_at, html, ...shown } = message;
  const files = (await filesBy(db, "message_id", [messageId])).get(messageId) ?? [];
  const left = files.filter(({ redacted }) => !redacted);
  return { ...shown, html: withoutLargePictures(html), taskId, isRedacted: redacted_at !== null, files: left };
}

type RedactMessage = { ok: true } | { ok: false; why: "not_allowed" | "no_such_message" };
type MessageRef = { taskId: number; messageId: number };

/**
 * Destroys a message: its text, earlier versions, files, search entries, and every copy that a split made. Also removes its
 * text from drafts and parked forms. A placeholder and an event remain. Messages that quote it stay. For admins. A second
 * call is a no-op.
 */
export async function redactMessage(
  db: Db,
  viewer: Viewer,
  taskId: number,
  messageId: number,
  now: number,
): Promise<RedactMessage> {
  const day = absoluteDay(deskToday(now), DEFAULT_TIME_STYLE);
  const html = `<p><em>${escapeHtml(say.redactedByOn(viewer.name, day))}</em></p>`;
  return redact(db, viewer, { taskId, messageId }, "message_redacted", now, async (tx, same) => {
    const { ids, tasks } = same;
    const edits = await tx.selectFrom("message_edit").select("body").where("message_id", "in", ids).execute();
    const texts = [...new Set([...same.bodies, ...edits.map(({ body }) => body)])];
    const without = (text: string) => texts.reduce(withoutLines, text);
    await tx
      .updateTable("message")
      .set({ body: "", body_html: html, body_text: "", redacted_at: now })
      .where("id", "in", ids)
      .execute();
    await tx.deleteFrom("message_edit").where("message_id", "in", ids).execute();
    await tx
      .updateTable("message_email")
      .set({ folded_html: null, subject: "" })
      .where("message_id", "in", ids)
      .execute();
    await redactAttachments(tx, { messages: ids, tasks }, now);
    await redactDrafts(tx, tasks, without, now);
    await redactParkedForms(tx, { edits: ids, tasks }, without);
    return true;
  });
}

/**
 * Destroys some files of a message, also in its copies and in drafts that colleagues took over. The text stays, without
 * those pictures' names. A placeholder and an event remain.
 */
export async function redactFiles(
  db: Db,
  viewer: Viewer,
  place: MessageRef,
  files: readonly number[],
  now: number,
): Promise<RedactMessage> {
  return redact(db, viewer, place, "files_redacted", now, async (tx, { ids, tasks }) => {
    const gone = await redactAttachments(tx, { messages: ids, tasks, only: files }, now);
    if (gone.length === 0) return false;
    const without = (text: string) => withoutPictures(text, gone);
    await redactPictures(tx, ids, gone);
    await redactDrafts(tx, tasks, without, now);
    await redactParkedForms(tx, { edits: [], tasks }, without);
    return true;
  });
}

/** The frame of every redaction. `destroy` returns whether anything was left to destroy. */
async function redact(
  db: Db,
  viewer: Viewer,
  { taskId, messageId }: MessageRef,
  field: Redaction,
  now: number,
  destroy: (tx: Tx, same: { ids: number[]; tasks: number[]; bodies: string[] }) => Promise<boolean>,
): Promise<RedactMessage> {
  if (viewer.role !== "admin") return { ok: false, why: "not_allowed" };
  return inTransaction(db, async (tx) => {
    await lockTasks(tx, [taskId, ...(await sameMessages(tx, messageId)).map(({ task_id }) => task_id)]);
    const task = await taskToChange(tx, viewer, taskId);
    const message = task && (await readMessageToRedact(tx, viewer, taskId, messageId));
    if (!message) return { ok: false, why: "no_such_message" };
    if (message.isRedacted) return { ok: true };

    const same = await sameMessages(tx, messageId);
    const [ids, tasks] = [same.map(({ id }) => id), [...new Set(same.map(({ task_id }) => task_id))]];
    if (!(await destroy(tx, { ids, tasks, bodies: same.map(({ body }) => body) }))) return { ok: true };
    await tx
      .updateTable("task")
      .set((eb) => ({ updated_at: now, version: eb("version", "+", 1) }))
      .where("id", "in", tasks)
      .execute();
    const event = { actorId: viewer.id, kind: "changed", field, from: null, to: null, at: now } as const;
    const oneOfEach = new Map(same.map(({ id, task_id }) => [task_id, id]));
    const events = [...oneOfEach].map(([taskId, messageId]) => ({ ...event, taskId, messageId }));
    await recordEvents(tx, events);
    await reindexTasks(tx, tasks);
    await planClearing(tx, now);
    return { ok: true };
  });
}

const SHOWN_PICTURE = new RegExp(`<img src="${PICTURE_ADDRESS.source}"[^>]*>`, "g");

/** Removes redacted pictures and their names from messages and their earlier versions. */
async function redactPictures(tx: Tx, messages: readonly number[], gone: readonly number[]): Promise<void> {
  const rows = await tx.selectFrom("message").select(["id", "body", "body_html"]).where("id", "in", messages).execute();
  for (const { id, body, body_html } of rows) {
    const left = withoutPictures(body, gone);
    if (left === body) continue;
    const html = body_html.replace(SHOWN_PICTURE, (picture, file) =>
      gone.includes(Number(file)) ? `<em>${say.fileWasRemoved}</em>` : picture,
    );
    const redacted = { body: left, body_html: html, body_text: renderMessage(left).text };
    await tx.updateTable("message").set(redacted).where("id", "=", id).execute();
  }
  const edits = await tx
    .selectFrom("message_edit")
    .select(["id", "body"])
    .where("message_id", "in", messages)
    .execute();
  for (const { id, body } of edits) {
    const left = withoutPictures(body, gone);
    if (left !== body) await tx.updateTable("message_edit").set({ body: left }).where("id", "=", id).execute();
  }
}

/** The message, its original and all other copies, also on tasks they were merged into. */
async function sameMessages(tx: Tx, messageId: number) {
  const asked = tx.selectFrom("message").select(["id", "copy_of"]).where("id", "=", messageId);
  const message = await asked.executeTakeFirst();
  if (!message) return [];
  const first = message.copy_of ?? message.id;
  return tx
    .selectFrom("message")
    .select(["id", "task_id", "body"])
    .where((eb) => eb.or([eb("id", "=", first), eb("copy_of", "=", first)]))
    .orderBy("id")
    .execute();
}

async function redactDrafts(
  tx: Tx,
  tasks: readonly number[],
  without: (text: string) => string,
  now: number,
): Promise<void> {
  const drafts = await tx
    .selectFrom("draft")
    .select(["id", "body", "updated_at"])
    .where("task_id", "in", tasks)
    .execute();
  for (const draft of drafts) {
    const body = without(draft.body);
    if (body === draft.body) continue;
    const updated_at = laterThan(draft, now);
    await tx.updateTable("draft").set({ body, updated_at }).where("id", "=", draft.id).execute();
  }
}

/** Applies `without` to forms parked until their writers sign in again. Deletes edit forms of the messages in `edits`. */
async function redactParkedForms(
  tx: Tx,
  { edits, tasks }: { edits: readonly number[]; tasks: readonly number[] },
  without: (text: string) => string,
): Promise<void> {
  const forms = await tx.selectFrom("parked_form").select(["request_key", "address", "form"]).execute();
  for (const { request_key, address, form } of forms) {
    const [, task, message] = /^\/tasks\/(\d+)(?:\/messages\/(\d+)\/edit)?$/i.exec(address) ?? [];
    if (message !== undefined && edits.includes(Number(message))) {
      await tx.deleteFrom("parked_form").where("request_key", "=", request_key).execute();
    } else if (tasks.includes(Number(task))) {
      const fields = Object.entries(JSON.parse(form) as Record<string, string>);
      const left = JSON.stringify(Object.fromEntries(fields.map(([name, text]) => [name, without(text)])));
      if (left === form) continue;
      await tx.updateTable("parked_form").set({ form: left }).where("request_key", "=", request_key).execute();
    }
  }
}

/** Removes every run of lines equal to `text`, as a withdrawn reply leaves in a draft. Ignores spaces at line ends. */
function withoutLines(body: string, text: string): string {
  const lines = body.split("\n");
  const all = plainLines(body);
  const wanted = plainLines(text);
  const left: string[] = [];
  let [line, place] = [0, 0]; // the same position, in lines and in characters
  for (let at = all.indexOf(wanted); at >= 0 && text !== ""; at = all.indexOf(wanted, place)) {
    const first = line + linesIn(all.slice(place, at));
    left.push(...lines.slice(line, first));
    line = first + linesIn(text) + 1;
    place = at + wanted.length - 1;
  }
  return line === 0 ? body : [...left, ...lines.slice(line)].join("\n").trim();
}

const plainLines = (text: string) => `\n${text.split("\n").map(cleanText).join("\n")}\n`;
const linesIn = (text: string) => text.split("\n").length - 1;
