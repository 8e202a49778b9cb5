import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { dropFilesAfterwards } from "~/features/files/file-rows.server";
import { shownSize } from "~/features/files/picture.server";
import { readableBy, visibleTo, wasSaid } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import * as say from "../conversation-copy";
import { liveDraft, lockNewTaskDraft } from "../drafts/draft-rows.server";
import type { DraftPlace } from "../drafts/drafts";
import { FILES_PER_MESSAGE, PICTURE_ADDRESS, pictureAddress } from "./attachments";

type Owner = { message_id: number; draft_id: null } | { message_id: null; draft_id: number };

/**
 * Copies attachments by reference; the store keeps their content once. Returns a function that points a text's pictures to
 * the copies, because readers of the copies may not have access to the originals.
 */
export async function copyFiles(
  tx: Tx,
  column: "message_id" | "draft_id",
  from: number,
  to: Owner & { task_id: number },
): Promise<(text: string) => string> {
  const files = await tx.selectFrom("attachment").selectAll().where(column, "=", from).orderBy("id").execute();
  const copies = new Map<number, number>();
  for (const { id, ...file } of files) {
    const copy = await tx
      .insertInto("attachment")
      .values({ ...file, ...to })
      .returning("id")
      .executeTakeFirstOrThrow();
    copies.set(id, copy.id);
  }
  return (text) =>
    text.replace(PICTURE_ADDRESS, (address, id) => {
      const copy = copies.get(Number(id));
      return copy ? pictureAddress(copy) : address;
    });
}

/**
 * Moves a draft's files to the message it is sent as, in the transaction that sends it. Deletes a draft made for its files
 * alone; the draft code handles one with text.
 */
export async function moveDraftFiles(
  tx: Tx,
  userId: number,
  from: DraftPlace,
  to: { taskId: number; messageId: number },
): Promise<void> {
  if (from.kind === "task") await lockNewTaskDraft(tx, userId);
  const draft = await liveDraft(tx, userId, from);
  if (!draft) return;
  await tx
    .updateTable("attachment")
    .set({ task_id: to.taskId, message_id: to.messageId, draft_id: null })
    .where("draft_id", "=", draft.id)
    .execute();
  if (draft.body === "" && draft.fields === "{}") await tx.deleteFrom("draft").where("id", "=", draft.id).execute();
}

/**
 * files_alone     files without text to send them with
 * too_many_files  two merged drafts have more files than a message may have
 */
export type FilesInTheWay = { ok: false; why: "files_alone" } | { ok: false; why: "too_many_files"; message: string };

/** Why the attached files block sending this text; null if they don't. */
export async function filesInTheWay(
  tx: Tx,
  userId: number,
  place: DraftPlace,
  body: string,
): Promise<FilesInTheWay | null> {
  const draft = await liveDraft(tx, userId, place);
  if (!draft) return null;
  const { files } = await tx
    .selectFrom("attachment")
    .select(({ fn }) => fn.countAll<number>().as("files"))
    .where("draft_id", "=", draft.id)
    .executeTakeFirstOrThrow();
  if (files > FILES_PER_MESSAGE)
    return { ok: false, why: "too_many_files", message: say.tooManyFiles(files, FILES_PER_MESSAGE) };
  return files > 0 && body === "" ? { ok: false, why: "files_alone" } : null;
}

/** Picture sizes by attachment id. */
export type Pictures = ReadonlyMap<number, { width: number; height: number }>;

const PICTURE_IN_TEXT = new RegExp(String.raw`\(${PICTURE_ADDRESS.source}\)`, "g");

const picturesNamed = (text: string) =>
  [...new Set([...text.matchAll(PICTURE_IN_TEXT)].map(([, id]) => Number(id)))].slice(0, 200);

type Written = { taskId: number; userId: number; kind: "public" | "internal"; from?: DraftPlace | undefined };

/**
 * Pictures a text may show: those of its task, and those sent with it. A public text shows none from notes, or its writer
 * would learn their sizes.
 */
export async function picturesIn(tx: Tx, text: string, { taskId, userId, kind, from }: Written): Promise<Pictures> {
  const ids = picturesNamed(text);
  if (ids.length === 0) return new Map();
  const draft = from && (await liveDraft(tx, userId, from));
  const messages = tx.selectFrom("message");
  const shownTo = kind === "public" ? messages.where(wasSaid) : messages;
  const rows = await tx
    .selectFrom("attachment")
    .innerJoin("file", "file.sha256", "attachment.sha256")
    .select(["attachment.id", "file.width", "file.height"])
    .where("attachment.id", "in", ids)
    .where((eb) =>
      eb.or([
        eb("attachment.message_id", "in", shownTo.select("message.id").where("message.task_id", "=", taskId)),
        ...(draft ? [eb("attachment.draft_id", "=", draft.id)] : []),
      ]),
    )
    .execute();
  return sizesOf(rows);
}

/** Pictures in a text being written: those on the task that the viewer can read, and those in their drafts. */
export async function picturesToPreview(db: Db, viewer: Viewer, text: string, taskId: number | null) {
  const ids = picturesNamed(text);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("attachment")
    .innerJoin("file", "file.sha256", "attachment.sha256")
    .leftJoin("message", "message.id", "attachment.message_id")
    .leftJoin("task", "task.id", "message.task_id")
    .leftJoin("draft", "draft.id", "attachment.draft_id")
    .select(["attachment.id", "file.width", "file.height"])
    .where("attachment.id", "in", ids)
    .where((eb) =>
      eb.or([
        eb.and([eb("message.task_id", "=", taskId ?? 0), visibleTo(viewer), readableBy(viewer)]),
        eb("draft.user_id", "=", viewer.id),
      ]),
    )
    .execute();
  return sizesOf(rows);
}

function sizesOf(rows: readonly { id: number; width: number | null; height: number | null }[]): Pictures {
  const sizes = rows.map((row) => [row.id, shownSize(row)] as const);
  return new Map(sizes.flatMap(([id, size]) => (size ? [[id, size]] : [])));
}

const SIZED_PICTURE = new RegExp(
  `<img src="(${PICTURE_ADDRESS.source})" alt="([^"]*)" loading="lazy" width="(\\d+)" height="(\\d+)">`,
  "g",
);

/** Turns pictures above today's limit into links, in the HTML of messages from before the limit. */
export function withoutLargePictures(html: string): string {
  if (!html.includes("<img")) return html;
  return html.replace(SIZED_PICTURE, (picture, address, _id, words, width, height) =>
    shownSize({ width: Number(width), height: Number(height) })
      ? picture
      : `<a href="${address}" rel="noopener nofollow">${words || address}</a>`,
  );
}

/**
 * Destroys the content and names of messages' files; placeholders stay. `only` limits it to these files, and to the same
 * content elsewhere in these messages. Drafts on these tasks lose that content too, because colleagues may have taken them
 * over. Unreferenced content leaves the store right after this transaction. Returns the ids of removed files. The caller
 * updates the history, the index and the texts that show them.
 */
export async function redactAttachments(
  tx: Tx,
  { messages, tasks, only }: { messages: readonly number[]; tasks: readonly number[]; only?: readonly number[] },
  now: number,
): Promise<number[]> {
  const files = await tx
    .selectFrom("attachment")
    .select(["id", "sha256"])
    .where("message_id", "in", messages)
    .where("redacted_at", "is", null)
    .execute();
  const chosen = only ? files.filter(({ id }) => only.includes(id)) : files;
  const contents = [...new Set(chosen.flatMap(({ sha256 }) => sha256 ?? []))];
  const going = files.filter((file) => chosen.includes(file) || contents.includes(file.sha256 ?? ""));
  const ids = going.map(({ id }) => id);
  await tx
    .updateTable("attachment")
    .set({ sha256: null, redacted_at: now, name: "removed", declared_type: "" })
    .where("id", "in", [0, ...ids])
    .execute();
  if (contents.length === 0) return ids;
  const drafts = tx.selectFrom("draft").select("id").where("task_id", "in", tasks);
  const inDrafts = await tx
    .deleteFrom("attachment")
    .where("draft_id", "in", drafts)
    .where("sha256", "in", contents)
    .returning("id")
    .execute();
  await dropFilesAfterwards(tx, contents, now);
  return [...ids, ...inDrafts.map(({ id }) => id)];
}

const PICTURE_WITH_NAME = new RegExp(String.raw`!\[(?:\\.|[^\]\\]){0,600}\]\(${PICTURE_ADDRESS.source}\)`, "g");

/** Replaces these pictures in a text, and their names, with a placeholder. */
export function withoutPictures(text: string, ids: readonly number[]): string {
  return text.replace(PICTURE_WITH_NAME, (picture, id) =>
    ids.includes(Number(id)) ? `*${say.fileWasRemoved}*` : picture,
  );
}
