import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { typedIn } from "~/features/tasks/drafts/draft-buttons.server";
import { withdrawReply } from "~/features/tasks/sending/held-replies.server";
import { aboutHeld, HELD_REFUSALS } from "~/features/tasks/sending/held-words";
import { isAgent } from "~/features/users/user-words";
import { readForm } from "~/http/form.server";
import { forbidden } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { messageAsked, noSuchTask } from "./_app.tasks.$id/around-task.server";

export { takesForms as loader } from "~/http/refusals.server";

/** Takes a held reply back: its text is in the form again, above what was typed there since. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id, messageId } = messageAsked(args);
  if (!isAgent(viewer)) throw forbidden();
  const typed = typedIn(await readForm(args.request), { kind: "reply", taskId: id });
  const withdrawn = await withdrawReply(db, viewer, id, messageId, typed, Date.now());
  if (!withdrawn.ok && withdrawn.why === "no_such_task") throw await noSuchTask(args.request, viewer, id);
  const about = aboutHeld(messageId);
  const toast = withdrawn.ok
    ? withToast("success", "Not sent: your reply is a draft again", { about })
    : withToast("error", HELD_REFUSALS[withdrawn.why], { about });
  return redirect(`/tasks/${id}`, await toast);
}
