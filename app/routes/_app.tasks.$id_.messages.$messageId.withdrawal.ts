import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { type ClientActionFunctionArgs, redirect as goTo, isRouteErrorResponse } from "@remix-run/react";
import { db } from "~/db/db.server";
import { typedIn } from "~/features/conversation/drafts/draft-buttons.server";
import { saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { withdrawReply } from "~/features/conversation/sending/held-replies.server";
import { aboutHeld, HELD_REFUSALS } from "~/features/conversation/sending/held-reply-toast";
import * as say from "~/features/conversation/writing-copy";
import { isAgent } from "~/features/users/users";
import { forbidden, tooLarge, withTypedText } from "~/http/error-responses.server";
import { readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { sentenceOf } from "~/shell/keep-page-on-failure";
import { saying } from "~/ui/lazy-toasts";
import { noSuchTask, taskAfter, viewerAndMessage, withSalvagedText } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/**
 * Undoes a held reply: its text returns to the form, above anything typed since. If it's too late, the typed text still
 * becomes a draft.
 */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id, messageId } = viewerAndMessage(args);
  const typed = typedIn(await readForm(args.request), { kind: "reply", taskId: id });
  return withSalvagedText([["body", typed.body]], () => withdraws(args, { viewer, id, messageId, typed }));
}

/** With scripts, text that is too long stays in its form. */
export async function clientAction({ serverAction, params }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (!isRouteErrorResponse(error) || error.status !== 413) throw error;
    void saying((toast) => toast.error(sentenceOf(error)));
    return goTo(`/tasks/${params.id}`);
  }
}

// Without scripts, shows the typed text.
export { RouteError as ErrorBoundary } from "~/ui/route-error";

type Asked = ReturnType<typeof viewerAndMessage> & { typed: ReturnType<typeof typedIn> };

async function withdraws({ request }: ActionFunctionArgs, { viewer, id, messageId, typed }: Asked) {
  if (!isAgent(viewer)) throw forbidden();
  const now = Date.now();
  const hasText = typed.body.trim() !== "";
  const withdrawn = await withdrawReply(db, viewer, id, messageId, typed, now);
  if (!withdrawn.ok && withdrawn.why === "no_such_task") throw await noSuchTask(request, viewer, id, hasText);
  if (!withdrawn.ok && withdrawn.why === "too_long") throw await notKept(HELD_REFUSALS.too_long, typed.body);
  if (!withdrawn.ok && hasText) {
    const place = { kind: "reply", taskId: id } as const;
    let saved = await saveDraft(db, viewer, place, typed, now); // a newer draft, such as the withdrawn reply, wins
    if (!saved.ok && saved.why === "deleted") saved = await saveDraft(db, viewer, place, { body: typed.body }, now);
    if (!saved.ok && saved.why === "too_long") {
      const sentence = say.tooLongForDraft(HELD_REFUSALS[withdrawn.why]);
      throw await notKept(sentence, typed.body);
    }
  }
  const about = aboutHeld(messageId);
  const told = withdrawn.ok
    ? withToast("success", say.notSentDraftAgain, { about })
    : withToast("error", HELD_REFUSALS[withdrawn.why], { about });
  return redirect(taskAfter(request, id), await told);
}

const notKept = (sentence: string, written: string) => withTypedText(tooLarge(sentence), written);
