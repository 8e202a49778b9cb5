import { Readable } from "node:stream";
import type Mail from "nodemailer/lib/mailer";
import type { Db } from "~/db/types";
import { fileAddress, PICTURE_ADDRESS, pictureAddress } from "~/features/conversation/attachments/attachments";
import type { FileStore } from "~/features/files/file-store.server";
import { PICTURE_TYPES } from "~/features/files/picture.server";
import { wasSaid } from "~/features/tasks/task-policy.server";

/** Bytes of the files in one mail; the others become links. */
const MOST_BYTES = 20 * 1024 * 1024;

type SentFile = { id: number; name: string; size: number; sha256: string };

/** The files of one message, as mail sends them. */
export type FilesToSend = {
  /** Shown in the text. */
  pictures: (SentFile & { type: string })[];
  attached: SentFile[];
  /** Too large for the mail. */
  linked: Pick<SentFile, "id" | "name" | "size">[];
};

/** Picks the files of a public message, and pictures of other public messages on its task that its text shows. */
export async function filesToSend(db: Db, message: { id: number; taskId: number; html: string }): Promise<FilesToSend> {
  const shown = new Set([...message.html.matchAll(PICTURE_ADDRESS)].map(([, id]) => Number(id)));
  const rows = await db
    .selectFrom("attachment")
    .innerJoin("message", "message.id", "attachment.message_id")
    .innerJoin("file", "file.sha256", "attachment.sha256")
    .select(["attachment.id", "attachment.name", "attachment.message_id", "file.size", "file.sha256", "file.type"])
    .where("message.task_id", "=", message.taskId)
    .where(wasSaid)
    .where("attachment.redacted_at", "is", null)
    .where((eb) => eb.or([eb("message.id", "=", message.id), eb("attachment.id", "in", [0, ...shown])]))
    .orderBy("attachment.id")
    .execute();
  const isPicture = (row: (typeof rows)[number]) =>
    shown.has(row.id) && PICTURE_TYPES.some((type) => type === row.type);
  const files: FilesToSend = { pictures: [], attached: [], linked: [] };
  let left = MOST_BYTES;
  for (const row of [...rows.filter(isPicture), ...rows.filter((row) => !isPicture(row))]) {
    if (row.size > left) {
      files.linked.push(row);
      continue;
    }
    left -= row.size;
    if (isPicture(row)) files.pictures.push(row);
    else if (row.message_id === message.id) files.attached.push(row);
  }
  return files;
}

const contentId = (id: number) => `picture-${id}@taskdesk`;

/** The address of a picture within the mail; null for one that isn't sent. */
export const pictureInMail =
  ({ pictures }: FilesToSend) =>
  (address: string): string | null => {
    const picture = pictures.find(({ id }) => address === pictureAddress(id));
    return picture ? `cid:${contentId(picture.id)}` : null;
  };

/** Files that a mail only links to, with their path on the desk, which asks for sign-in. */
export const largeFiles = ({ linked }: FilesToSend) => linked.map((file) => ({ ...file, path: fileAddress(file) }));

/** Attachments for the composer. Their content is read when the mail is sent, so large ones never fill the memory. */
export const mailAttachments = (store: FileStore, { pictures, attached }: FilesToSend): Mail.Attachment[] => [
  ...pictures.map(({ id, name, sha256, type }) => ({
    ...{ filename: name, cid: contentId(id), contentType: type, content: contentOf(store, sha256) },
    contentDisposition: "inline" as const,
  })),
  ...attached.map(({ name, sha256 }) => ({ filename: name, content: contentOf(store, sha256) })),
];

const contentOf = (store: FileStore, sha256: string) =>
  Readable.from(
    (async function* () {
      const content = await store.read(sha256);
      if (!content) throw new Error(`File ${sha256} is missing.`);
      yield* content;
    })(),
  );
