import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { ChosenTasks } from "~/features/bulk/bulk-schema";
import { markSeen, markUnread } from "~/features/task-list/unread.server";
import * as say from "~/features/task-page/task-page-copy";
import { wantsJson } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { noSuchTask, viewerAndId } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/**
 * Marks a task as read or, with `unread=yes`, as unread, then returns to the list. `id` may name more tasks, as in a bulk
 * change; those the viewer can't see are skipped.
 */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = viewerAndId(args);
  const form = await readForm(args.request);
  const now = Date.now();
  const unread = textOf(form, "unread") === "yes";
  const until = /^\d{1,15}$/.test(textOf(form, "until")) ? Number(textOf(form, "until")) : now;
  const mark = (task: number) => (unread ? markUnread(db, viewer, task, now) : markSeen(db, viewer, task, until, now));
  if (!(await mark(id))) throw await noSuchTask(args.request, viewer, id);
  const more = ChosenTasks.safeParse(form.getAll("id").map(String)).data ?? [];
  for (const task of more) if (task !== id) await mark(task);
  if (wantsJson(args.request)) return new Response(null, { status: 204 });
  const back = textOf(form, "back");
  if (/^\/tasks(?:\?[\x21-\x7e]{0,8000})?$/.test(back)) return redirect(back);
  return redirect("/tasks", await withToast("success", say.markedAsUnread(id)));
}
