import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { addWatcher } from "~/features/people/watchers.server";
import { workableBy } from "~/features/tasks/task-policy.server";
import { type TaskRow, taskToChange, touchTask } from "~/features/tasks/task-rows.server";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { picturesIn } from "../attachments/message-files.server";
import { renderMessage } from "../markdown.server";
import { mentionError, mentionedIn, type RefusedMention } from "../mentions/mentions.server";

/** How long authors can edit their notes: a day (domain B4). */
export const EDITABLE_MS = DAY_MS;

/**
 * no_such_note  no such note, or the viewer can't read it
 * not_yours     only the author may edit it
 * too_late      written more than a day ago
 */
export type WhyNotEdit = "no_such_note" | "not_yours" | "too_late";

const noteOf = (db: Db, viewer: Viewer, taskId: number, messageId: number) =>
  db
    .selectFrom("message")
    .innerJoin("task", "task.id", "message.task_id")
    .select(["message.id", "message.body", "message.author_id", "message.created_at", "message.edited_at"])
    .select("task.title")
    .where("message.id", "=", messageId)
    .where("message.task_id", "=", taskId)
    .where("message.kind", "=", "internal")
    .where("message.redacted_at", "is", null)
    .where(workableBy(viewer))
    .executeTakeFirst();

type NoteRow = Awaited<ReturnType<typeof noteOf>>;

function whyNotEdit(note: NoteRow, viewer: Viewer, now: number): WhyNotEdit | null {
  if (!note) return "no_such_note";
  if (note.author_id !== viewer.id) return "not_yours";
  return now - note.created_at > EDITABLE_MS ? "too_late" : null;
}

/** A note for its edit form. `was`: its version, the time of the last edit; 0 for the first. */
export async function readNoteToEdit(db: Db, viewer: Viewer, taskId: number, messageId: number, now: number) {
  const note = await noteOf(db, viewer, taskId, messageId);
  const why = whyNotEdit(note, viewer, now);
  if (why || !note) return { ok: false, why: why ?? "no_such_note" } as const;
  return { ok: true, taskId, title: note.title, body: note.body, was: note.edited_at ?? 0 } as const;
}

/** changed: edited elsewhere since the form loaded; `body` is the current text. */
type EditNote =
  | { ok: true; changed: boolean }
  | { ok: false; why: WhyNotEdit }
  | { ok: false; why: "changed"; body: string; was: number }
  | RefusedMention;

/** Edits the viewer's own note within a day, and keeps the earlier version. The same text is a no-op. */
export async function editNote(
  db: Db,
  viewer: Viewer,
  { taskId, messageId }: { taskId: number; messageId: number },
  { body, was }: { body: string; was: number },
  now: number,
): Promise<EditNote> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    const note = task && (await noteOf(tx, viewer, taskId, messageId));
    const why = whyNotEdit(note, viewer, now);
    if (why || !task || !note) return { ok: false, why: why ?? "no_such_note" };
    if (note.body === body) return { ok: true, changed: false };
    const current = note.edited_at ?? 0;
    if (current !== was) return { ok: false, why: "changed", body: note.body, was: current };
    const mention = await mentionError(tx, task, body);
    if (mention) return mention;
    await replaceText(tx, viewer, task, note, body, now);
    return { ok: true, changed: true };
  });
}

async function replaceText(
  tx: Tx,
  viewer: Viewer,
  task: TaskRow,
  note: NonNullable<NoteRow>,
  body: string,
  now: number,
): Promise<void> {
  const mentions = await mentionedIn(tx, task, body);
  const pictures = await picturesIn(tx, body, { taskId: task.id, userId: viewer.id, kind: "internal" });
  const { html, text } = renderMessage(body, { mentions, pictures });
  const editedAt = Math.max(now, (note.edited_at ?? 0) + 1); // also the note's version
  const earlier = { message_id: note.id, body: note.body, edited_by: viewer.id, edited_at: editedAt };
  await tx.insertInto("message_edit").values(earlier).execute();
  const edited = { body, body_html: html, body_text: text, edited_at: editedAt };
  await tx.updateTable("message").set(edited).where("id", "=", note.id).execute();
  for (const { id } of mentions) await addWatcher(tx, task.id, id, now);
  const before = new Set((await mentionedIn(tx, task, note.body)).map(({ id }) => id));
  const mentioned = mentions.map(({ id }) => id).filter((id) => !before.has(id));
  await touchTask(tx, task, now);
  const event = { taskId: task.id, actorId: viewer.id, kind: "changed", field: "note_edited" } as const;
  await recordEvents(tx, [{ ...event, messageId: note.id, mentioned, from: null, to: null, at: now }]);
  await reindexTasks(tx, [task.id]);
}
