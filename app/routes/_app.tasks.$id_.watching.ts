import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { setWatching } from "~/features/people/watchers.server";
import * as say from "~/features/task-page/task-page-copy";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { agentAndId, noSuchTask, taskAfter } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = agentAndId(args);
  const watching = textOf(await readForm(args.request), "watch") !== "no";
  if (!(await setWatching(db, viewer, id, watching, Date.now()))) throw await noSuchTask(args.request, viewer, id);
  return redirect(
    taskAfter(args.request, id),
    await withToast("success", watching ? say.youAreWatching : say.noLongerWatching),
  );
}
