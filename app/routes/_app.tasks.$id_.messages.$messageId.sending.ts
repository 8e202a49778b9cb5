import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { sendReplyNow } from "~/features/conversation/sending/held-replies.server";
import { aboutHeld, HELD_REFUSALS } from "~/features/conversation/sending/held-reply-toast";
import * as say from "~/features/conversation/writing-copy";
import { isAgent } from "~/features/users/users";
import { forbidden } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import { noSuchTask, taskAfter, viewerAndMessage } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Sends a held reply before its sending window ends. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id, messageId } = viewerAndMessage(args);
  if (!isAgent(viewer)) throw forbidden();
  const sent = await sendReplyNow(db, viewer, id, messageId, Date.now());
  if (!sent.ok && sent.why === "no_such_task") throw await noSuchTask(args.request, viewer, id);
  const about = aboutHeld(messageId);
  const toast = sent.ok
    ? withToast("success", say.replySent, { about })
    : withToast("error", HELD_REFUSALS[sent.why], { about });
  return redirect(taskAfter(args.request, id), await toast);
}
