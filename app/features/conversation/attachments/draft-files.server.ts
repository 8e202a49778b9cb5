import { wasSent } from "~/db/once-per-form.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { writeFailure } from "~/features/files/disk-errors.server";
import { dropFilesAfterwards, keepFile } from "~/features/files/file-rows.server";
import type { FileStore, ReceivedFile } from "~/features/files/file-store.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { findDraft, findOrCreateDraft } from "../drafts/draft-save.server";
import type { DraftPlace } from "../drafts/drafts";
import { selectAttachments } from "./attachment-queries.server";
import type { ShownFile } from "./attachments";
import type { FileLimits, NotAttached } from "./file-limits";
import { discardIncoming, type IncomingFile } from "./incoming-files.server";

/** `files`: the outcome of each arrived file, in order. `sent`: the form was already sent, so nothing was attached. */
type AttachFiles =
  | { ok: true; files: (Attached | { name: string; why: NotAttached })[] }
  | { ok: false; why: "no_such_task" | "sent" };
type Attached = { name: string; why?: undefined; shown: ShownFile };

/**
 * Attaches files to the viewer's draft, creating it if needed. A draft holds the same file only once, so a form sent twice
 * adds nothing. Discards files it doesn't attach.
 */
export async function attachFiles(
  db: Db,
  store: FileStore,
  viewer: Viewer,
  place: DraftPlace,
  {
    arrived,
    requestKey,
    limits,
  }: { arrived: readonly IncomingFile[]; requestKey?: string | undefined; limits: FileLimits },
  now: number,
): Promise<AttachFiles> {
  try {
    const files: Extract<AttachFiles, { ok: true }>["files"] = [];
    for (const { name, declaredType, file, why } of arrived) {
      if (!file) {
        files.push({ name, why });
        continue;
      }
      const isSent = async (tx: Tx) =>
        requestKey !== undefined && (await wasSent(tx, { userId: viewer.id, key: requestKey }));
      // Checked twice: before uploading to a remote store, and again under the lock.
      const looking = async (tx: Tx) => {
        const found = await findDraft(tx, viewer, place);
        if (found === null) return "no_such_task";
        if (await isSent(tx)) return "sent";
        const draft = { id: found.draft?.id ?? null, taskId: found.place.taskId };
        return checkFile(tx, viewer, { draft, name, file, limits }, now);
      };
      const attaching = async (tx: Tx) => {
        const draft = await findOrCreateDraft(tx, viewer, place, now);
        if (draft === null) return "no_such_task";
        if (await isSent(tx)) throw SENT;
        const judged = await checkFile(tx, viewer, { draft, name, file, limits }, now);
        return judged ?? attachFile(tx, store, viewer, { draft, name, declaredType, file }, now);
      };
      const attached =
        (await inTransaction(db, looking)) ??
        (await store
          .prepare(file)
          .then(() => inTransaction(db, attaching))
          .catch(expectedFailure));
      if (attached === "no_such_task" || attached === "sent") return { ok: false, why: attached };
      files.push(typeof attached === "string" ? { name, why: attached } : { name, shown: attached });
    }
    return { ok: true, files };
  } finally {
    await discardIncoming(arrived);
  }
}

/** `id` null: no draft yet. */
type OneFile<Id> = { draft: { id: Id; taskId: number | null }; name: string; file: ReceivedFile };

/**
 * Checks a file without attaching it: returns the same file if attached already, a refusal, or null if it may be attached.
 * The caller holds the task lock that `findDraft` takes, so counting and adding are atomic.
 */
async function checkFile(
  tx: Tx,
  viewer: Viewer,
  { draft: { id: draftId, taskId }, name, file, limits }: OneFile<number | null> & { limits: FileLimits },
  now: number,
): Promise<ShownFile | NotAttached | null> {
  const there =
    draftId === null ? [] : await selectAttachments(tx).where("attachment.draft_id", "=", draftId).execute();
  const same = there.find((one) => one.name === name && one.sha256 === file.sha256);
  if (same) return shownFile(same.id, name, file);
  if (there.length >= limits.perMessage) return "too_many";
  if ((await unsentBytes(tx, viewer, now)) + file.size > limits.unsentBytes) return "day_full";
  if (taskId === null) return (await countOfNewTasks(tx, viewer)) >= limits.perTask ? "drafts_full" : null;
  return (await countOfTask(tx, taskId)) >= limits.perTask ? "task_full" : null;
}

async function attachFile(
  tx: Tx,
  store: FileStore,
  viewer: Viewer,
  { draft, name, declaredType, file }: OneFile<number> & { declaredType: string },
  now: number,
): Promise<ShownFile> {
  await keepFile(tx, store, file, now);
  const { id } = await tx
    .insertInto("attachment")
    .values({
      sha256: file.sha256,
      task_id: draft.taskId,
      draft_id: draft.id,
      uploaded_by: viewer.id,
      name,
      declared_type: declaredType,
      size: file.size,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return shownFile(id, name, file);
}

const shownFile = (id: number, name: string, { size, width, height }: ReceivedFile): ShownFile => ({
  id,
  name,
  size,
  picture: width !== null && height !== null ? { width, height } : null,
});

async function countOfTask(tx: Tx, taskId: number): Promise<number> {
  const { files } = await tx
    .selectFrom("attachment")
    .select(({ fn }) => fn.countAll<number>().as("files"))
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  return files;
}

/** Bytes this person uploaded in the last day and hasn't sent, over all their drafts. */
async function unsentBytes(tx: Tx, { id }: Viewer, now: number): Promise<number> {
  const { bytes } = await tx
    .selectFrom("draft")
    .innerJoin("attachment", "attachment.draft_id", "draft.id")
    .select(({ fn }) => fn.sum<number | null>("attachment.size").as("bytes"))
    .where("draft.user_id", "=", id)
    .where("attachment.created_at", ">", now - DAY_MS)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Includes deleted drafts that can still be restored, or uploading and deleting could go on forever. */
async function countOfNewTasks(tx: Tx, viewer: Viewer): Promise<number> {
  const { files } = await tx
    .selectFrom("draft")
    .innerJoin("attachment", "attachment.draft_id", "draft.id")
    .select(({ fn }) => fn.countAll<number>().as("files"))
    .where("draft.user_id", "=", viewer.id)
    .where("draft.task_id", "is", null)
    .executeTakeFirstOrThrow();
  return files;
}

/** Thrown to roll back a draft created for these files. */
const SENT = new Error("This form has been sent already.");

const expectedFailure = (error: unknown) => (error === SENT ? "sent" : writeFailure(error));

/** Removes a file from the viewer's own draft. Returns whether there was one. */
export async function removeFile(db: Db, viewer: Pick<Viewer, "id">, id: number, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const removed = await tx
      .deleteFrom("attachment")
      .where("id", "=", id)
      .where("draft_id", "in", (eb) => eb.selectFrom("draft").select("id").where("user_id", "=", viewer.id))
      .returning("sha256")
      .executeTakeFirst();
    if (removed) await dropFilesAfterwards(tx, [removed.sha256], now);
    return removed !== undefined;
  });
}
