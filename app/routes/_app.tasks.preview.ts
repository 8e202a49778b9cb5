import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { previewOf } from "~/features/conversation/messages/preview.server";
import { TaskId } from "~/features/tasks/task-schema";
import { tooLarge } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Renders `text` as its readers will see it; with a `task` number, including mentions. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const task = TaskId.safeParse(textOf(form, "task"));
  const preview = await previewOf(db, viewerOf(context), task.data ?? null, textOf(form, "text"));
  if (!preview.ok) throw tooLarge(preview.message);
  return Response.json({ html: preview.html }, { headers: { "Cache-Control": "private, no-store" } });
}
