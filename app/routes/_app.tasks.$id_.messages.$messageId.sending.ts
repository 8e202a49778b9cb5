import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { sendReplyNow } from "~/features/tasks/sending/held-replies.server";
import { HELD_REFUSALS } from "~/features/tasks/sending/held-words";
import { MessageAddress } from "~/features/tasks/task-schema";
import { isAgent } from "~/features/users/user-words";
import { forbidden, methodNotAllowed, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";

export function loader() {
  throw methodNotAllowed();
}

/** Sends a held reply without waiting for the end of the sending window. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const place = MessageAddress.safeParse(params);
  if (!place.success) throw pageNotFound(request);
  if (!isAgent(viewer)) throw forbidden();

  const { id, messageId } = place.data;
  const sent = await sendReplyNow(db, viewer, id, messageId, Date.now());
  if (!sent.ok && sent.why === "no_such_task") throw pageNotFound(request);
  const toast = sent.ok ? withToast("success", "Reply sent") : withToast("error", HELD_REFUSALS[sent.why]);
  return redirect(`/tasks/${id}`, await toast);
}
