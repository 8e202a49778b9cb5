import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { attachFiles } from "~/features/conversation/attachments/draft-files.server";
import { fileLimits, whyNotAttached } from "~/features/conversation/attachments/file-limits";
import { discardIncoming } from "~/features/conversation/attachments/incoming-files.server";
import { draftPlaceOf } from "~/features/conversation/drafts/drafts";
import { fileStore } from "~/features/files/files.server";
import { badRequest, pageNotFound } from "~/http/error-responses.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import { settings } from "~/lib/settings.server";
import { readUploads, statusOf } from "./_app.tasks.$id/uploads.server";

export const uploads = true;

export { refuseGet as loader } from "~/http/error-responses.server";

/** Attaches a file to the form's draft while the form is being written. Returns the file as the form lists it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const { form, arrived } = await readUploads(request, viewer);
  const place = draftPlaceOf(form.get("kind"), form.get("task"));
  if (!place || arrived.length !== 1) {
    await discardIncoming(arrived);
    throw badRequest(INCOMPLETE_FORM);
  }
  const limits = fileLimits(settings().attachmentMib);
  const attached = await attachFiles(db, fileStore, viewer, place, { arrived, limits }, Date.now());
  const file = attached.ok ? attached.files[0] : undefined;
  if (!file) throw pageNotFound(request);
  if (file.why) {
    const status = statusOf(file.why) ?? 422;
    return Response.json({ message: whyNotAttached(file.name, file.why, limits) }, { status });
  }
  return Response.json({ file: file.shown });
}
