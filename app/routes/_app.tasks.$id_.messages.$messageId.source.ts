import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { sourceOfMessage } from "~/features/mail/on-task/original-mail.server";
import { pageNotFound } from "~/http/error-responses.server";
import { sourceDownload } from "./_app.settings.addresses.log.$id.source/source-download.server";
import { requireAgentTask, viewerAndMessage } from "./_app.tasks.$id/task-request.server";

/** Downloads the source of an email, for agents of its task. */
export async function loader(args: LoaderFunctionArgs) {
  const { task } = await requireAgentTask(args);
  const { messageId } = viewerAndMessage(args);
  const mail = await sourceOfMessage(db, { taskId: task.id, messageId });
  if (!mail) throw pageNotFound(args.request);
  return sourceDownload(args.request, mail);
}
