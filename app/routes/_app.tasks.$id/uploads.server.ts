import { db } from "~/db/db.server";
import { attachFiles, removeFile } from "~/features/conversation/attachments/draft-files.server";
import { fileLimits, type NotAttached, whyNotAttached } from "~/features/conversation/attachments/file-limits";
import { type IncomingFile, receiveFormFiles } from "~/features/conversation/attachments/incoming-files.server";
import type { DraftPlace } from "~/features/conversation/drafts/drafts";
import { fileStore, incoming } from "~/features/files/files.server";
import type { Viewer } from "~/features/users/users";
import { rejectOthersForm, textOf } from "~/http/form.server";
import { readUploadForm } from "~/http/upload-form.server";
import { RequestKey, RowId } from "~/lib/form-values";
import { settings } from "~/lib/settings.server";

const limits = () => fileLimits(settings().attachmentMib);

/** Reads the viewer's form; its files are stored and wait to be attached. */
export async function readUploads(
  request: Request,
  viewer: Viewer,
): Promise<{ form: FormData; arrived: IncomingFile[] }> {
  const { arrived, take, discardAll } = receiveFormFiles(incoming, limits());
  try {
    const { form } = await readUploadForm(request, take);
    rejectOthersForm(form, viewer.id);
    return { form, arrived };
  } catch (error) {
    await discardAll();
    throw error;
  }
}

/**
 * Applies a form's file changes before anything else, so that files stay on the draft even if the text is refused.
 * Returns a sentence per file that wasn't attached, and the HTTP status.
 */
export async function attachArrived(
  viewer: Viewer,
  place: DraftPlace,
  { form, arrived }: { form: FormData; arrived: IncomingFile[] },
  now: number,
): Promise<{ leftOut: string[]; status: number }> {
  for (const value of form.getAll("removeFile")) {
    const id = RowId.safeParse(value);
    if (id.success) await removeFile(db, viewer, id.data, now);
  }
  form.delete("removeFile");

  const requestKey = RequestKey.safeParse(textOf(form, "requestKey")).data;
  const files = arrived.splice(0); // emptied, so that a second attempt attaches nothing twice
  const attached = await attachFiles(
    db,
    fileStore,
    viewer,
    place,
    { arrived: files, requestKey, limits: limits() },
    now,
  );
  // No such task, or already sent: the form's own handler reports that.
  const whys = attached.ok ? attached.files.flatMap(({ name, why }) => (why ? [{ name, why }] : [])) : [];
  return {
    leftOut: whys.map(({ name, why }) => whyNotAttached(name, why, limits())),
    status: whys.map(({ why }) => statusOf(why)).find((status) => status !== undefined) ?? 413,
  };
}

/** The status of temporary failures, so that the form offers a retry; undefined when the file itself is the problem. */
export const statusOf = (why: NotAttached): number | undefined =>
  why === "disk_full" ? 507 : why === "storage_away" ? 503 : why === "day_full" ? 429 : undefined;
