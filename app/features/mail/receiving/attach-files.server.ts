import { Readable } from "node:stream";
import type { Tx } from "~/db/transaction.server";
import { pictureAddress } from "~/features/conversation/attachments/attachments";
import { asStorageAway } from "~/features/files/disk-errors.server";
import { keepFile } from "~/features/files/file-rows.server";
import type { FileStore, ReceivedFile } from "~/features/files/file-store.server";
import { discard, receiveFile } from "~/features/files/receive-file.server";
import { wasSaid } from "~/features/tasks/task-policy.server";
import type { MailFile, ParsedMail } from "../parsing/parsed-mail";
import type { MailFiles } from "./store-mail.server";

/** Files in the incoming folder, ready for one transaction. */
export type ReceivedFiles = { file: ReceivedFile; of: MailFile }[];

/** Receives a mail's files into the incoming folder. Empty ones are left out. Throws when the disk can't take them. */
export async function receiveFiles({ incoming, store }: MailFiles, mail: ParsedMail): Promise<ReceivedFiles> {
  const files: ReceivedFiles = [];
  for (const of of mail.files) {
    const received = await receiveFile(incoming, Readable.from([of.content]), Number.POSITIVE_INFINITY);
    if (received.ok) {
      await store.prepare(received.file);
      files.push({ file: received.file, of });
    } else if (received.why !== "empty") asStorageAway(received.cause);
  }
  return files;
}

type Place = { taskId: number; messageId: number; authorId: number; hasText: boolean };

/**
 * Attaches the files to a message. Pictures that an earlier message already shows are skipped, because a logo comes
 * with every reply. They are attached if the message has no text. Returns the addresses of the pictures by their
 * content ids.
 */
export async function attachFiles(
  tx: Tx,
  store: FileStore,
  files: ReceivedFiles,
  { taskId, messageId, authorId, hasText }: Place,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const shown = hasText ? await picturesShown(tx, taskId, files) : new Map<string, number>();
  const addresses = new Map<string, string>();
  for (const { file, of } of files) {
    let id = shown.get(file.sha256);
    if (id === undefined) {
      await keepFile(tx, store, file, now);
      ({ id } = await tx
        .insertInto("attachment")
        .values({
          ...{ sha256: file.sha256, task_id: taskId, message_id: messageId, draft_id: null, uploaded_by: authorId },
          ...{ name: of.name, declared_type: of.type, size: file.size, created_at: now, redacted_at: null },
        })
        .returning("id")
        .executeTakeFirstOrThrow());
      if (isPicture(file)) shown.set(file.sha256, id); // the same one twice in a mail
    } else await discard(file);
    if (of.contentId !== null) addresses.set(of.contentId, pictureAddress(id));
  }
  return addresses;
}

const isPicture = ({ type }: ReceivedFile) => type.startsWith("image/");

/** The pictures already shown in the task's public messages, with their attachment ids. */
async function picturesShown(tx: Tx, taskId: number, files: ReceivedFiles): Promise<Map<string, number>> {
  const pictures = files.map(({ file }) => file).filter(isPicture);
  if (pictures.length === 0) return new Map();
  const rows = await tx
    .selectFrom("attachment")
    .innerJoin("message", "message.id", "attachment.message_id")
    .select(["attachment.sha256", "attachment.id"])
    .where("message.task_id", "=", taskId)
    .where(wasSaid)
    .where(
      "attachment.sha256",
      "in",
      pictures.map(({ sha256 }) => sha256),
    )
    .where("attachment.redacted_at", "is", null)
    .orderBy("attachment.id", "desc")
    .execute();
  return new Map(rows.flatMap(({ sha256, id }) => (sha256 === null ? [] : [[sha256, id]])));
}
