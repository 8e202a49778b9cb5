import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { typedIn } from "~/features/tasks/drafts/draft-buttons.server";
import { withdrawReply } from "~/features/tasks/sending/held-replies.server";
import { HELD_REFUSALS } from "~/features/tasks/sending/held-words";
import { MessageAddress } from "~/features/tasks/task-schema";
import { isAgent } from "~/features/users/user-words";
import { readForm } from "~/http/form.server";
import { forbidden, methodNotAllowed, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";

export function loader() {
  throw methodNotAllowed();
}

/** Takes a held reply back: its text is in the form again, above what was typed there since. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const place = MessageAddress.safeParse(params);
  if (!place.success) throw pageNotFound(request);
  if (!isAgent(viewer)) throw forbidden();

  const { id, messageId } = place.data;
  const typed = typedIn(await readForm(request), { kind: "reply", taskId: id });
  const withdrawn = await withdrawReply(db, viewer, id, messageId, typed, Date.now());
  if (!withdrawn.ok && withdrawn.why === "no_such_task") throw pageNotFound(request);
  const toast = withdrawn.ok
    ? withToast("success", "Not sent: your reply is a draft again")
    : withToast("error", HELD_REFUSALS[withdrawn.why]);
  return redirect(`/tasks/${id}`, await toast);
}
