import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import * as say from "~/features/mail/on-task/on-task-copy";
import { allowMailTo } from "~/features/mail/on-task/undelivered.server";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { agentAndId, noSuchTask, taskAfter } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Lets mail go again to a recipient of the task whose address bounced. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = agentAndId(args);
  const address = textOf(await readForm(args.request), "address").slice(0, 400);
  const allowed = await allowMailTo(db, viewer, id, address, Date.now());
  if (!allowed.ok && allowed.why === "no_such_task") throw await noSuchTask(args.request, viewer, id);
  const toast = allowed.ok
    ? withToast("success", say.mailAllowedTo(allowed.address))
    : withToast("info", say.alreadyAllowed);
  return redirect(taskAfter(args.request, id), await toast);
}
