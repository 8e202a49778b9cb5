import { db } from "~/db/db.server";
import { attachFiles, removeFile } from "~/features/conversation/attachments/draft-files.server";
import { fileLimits, type NotAttached, whyNotAttached } from "~/features/conversation/attachments/file-limits";
import { type Arrived, filesArriving } from "~/features/conversation/attachments/incoming-files.server";
import type { DraftPlace } from "~/features/conversation/drafts/draft-place";
import { fileStore, incoming } from "~/features/files/files.server";
import type { Viewer } from "~/features/users/users";
import { refuseOthersForm, textOf } from "~/http/form.server";
import { readUploadForm } from "~/http/upload-form.server";
import { RequestKey, RowId } from "~/lib/form-values";
import { settings } from "~/lib/settings.server";

const limits = () => fileLimits(settings().attachmentMib);

/** The viewer's form with its files, which have arrived and wait to be attached. */
export async function readUploads(request: Request, viewer: Viewer): Promise<{ form: FormData; arrived: Arrived[] }> {
  const { arrived, take, discardAll } = filesArriving(incoming, limits());
  try {
    const { form } = await readUploadForm(request, take);
    refuseOthersForm(form, viewer.id);
    return { form, arrived };
  } catch (error) {
    await discardAll();
    throw error;
  }
}

/**
 * What a form says of its files, done before anything else it says: whatever becomes of the text, they stay on the draft.
 * Answers a sentence for each that was not attached, and the status that goes with them.
 */
export async function attachArrived(
  viewer: Viewer,
  place: DraftPlace,
  { form, arrived }: { form: FormData; arrived: Arrived[] },
  now: number,
): Promise<{ leftOut: string[]; status: number }> {
  for (const value of form.getAll("removeFile")) {
    const id = RowId.safeParse(value);
    if (id.success) await removeFile(db, viewer, id.data, now);
  }
  form.delete("removeFile");

  const requestKey = RequestKey.safeParse(textOf(form, "requestKey")).data;
  const files = arrived.splice(0); // a form that is tried a second time has none to attach any more
  const attached = await attachFiles(
    db,
    fileStore,
    viewer,
    place,
    { arrived: files, requestKey, limits: limits() },
    now,
  );
  // No such task, or sent already: whoever answers the form says so.
  const whys = attached.ok ? attached.files.flatMap(({ name, why }) => (why ? [{ name, why }] : [])) : [];
  return {
    leftOut: whys.map(({ name, why }) => whyNotAttached(name, why, limits())),
    status: whys.map(({ why }) => statusOf(why)).find((status) => status !== undefined) ?? 413,
  };
}

/** Of what may be well in a while, so that a form offers another try; undefined where the file itself will not do. */
export const statusOf = (why: NotAttached): number | undefined =>
  why === "disk_full" ? 507 : why === "storage_away" ? 503 : why === "day_full" ? 429 : undefined;
