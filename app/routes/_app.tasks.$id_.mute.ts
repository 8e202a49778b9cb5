import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { setMuted } from "~/features/notifications/notification-settings.server";
import * as say from "~/features/task-page/task-page-copy";
import { isAgent } from "~/features/users/users";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { noSuchTask, taskAfter, viewerAndId } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = viewerAndId(args);
  const muted = textOf(await readForm(args.request), "mute") !== "no";
  if (!(await setMuted(db, viewer, id, muted))) throw await noSuchTask(args.request, viewer, id);
  const words = isAgent(viewer)
    ? { muted: say.taskMuted, unmuted: say.taskUnmuted }
    : { muted: say.requestMuted, unmuted: say.requestUnmuted };
  return redirect(taskAfter(args.request, id), await withToast("success", muted ? words.muted : words.unmuted));
}
