import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { readAttachment } from "~/features/conversation/attachments/attachment-queries.server";
import { fileAnswer } from "~/features/conversation/attachments/serve-file.server";
import { fileStore } from "~/features/files/files.server";
import { gone, missingFile, pageNotFound } from "~/http/error-responses.server";
import { RowId } from "~/lib/form-values";
import { log } from "~/lib/log.server";
import * as say from "~/shell/shell-copy";
import { logTaskOpening } from "./_app.tasks.$id/task-request.server";

/** Serves an attachment. The URL may end in its name, for programs that save files under the last segment. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = RowId.safeParse(params.id);
  const viewer = viewerOf(context);
  const file = id.success ? await readAttachment(db, viewer, id.data) : null;
  if (!file) throw pageNotFound(request);
  if (file.sha256 === null) throw gone(say.contentWasRemoved);
  if (file.taskId !== null) await logTaskOpening(viewer, file.taskId);

  const answer = await fileAnswer(fileStore, { ...file, sha256: file.sha256 }, request);
  if (answer) return answer;
  log.error({ attachment: params.id, sha256: file.sha256 }, "A file that is attached to a message is missing");
  throw missingFile();
}
