import { db } from "~/db/db.server";
import { fileErrors } from "~/features/conversation/attachments/attachments";
import { handleDraftButton } from "~/features/conversation/drafts/draft-buttons.server";
import { type DraftPlace, textField } from "~/features/conversation/drafts/drafts";
import { previewOf } from "~/features/conversation/messages/preview.server";
import * as say from "~/features/task-page/task-page-copy";
import { pageNotFound } from "~/http/error-responses.server";
import { inTurnOf } from "~/http/expensive-requests.server";
import { refuse, textOf } from "~/http/form.server";
import { tooManyAtOnce } from "~/http/http-copy";
import type { withToast } from "~/http/toast.server";
import { TooManyWaiting } from "~/lib/concurrency-limit";
import type { Refusal } from "~/lib/refusal";
import type { Asked } from "~/routes/_app.tasks.$id/form-actions.server";
import { attachArrived } from "~/routes/_app.tasks.$id/uploads.server";

type Answered = { status: number; refusal: Refusal };
type Unsent = Answered | { toast: string; more: Parameters<typeof withToast>[2] };

/**
 * Handles message forms that don't send: a file couldn't be attached, or the button previews the text, saves it as a
 * draft or deletes that. Null for all others.
 */
export async function handleUnsentForm(
  place: DraftPlace,
  { request, viewer, form, arrived }: Omit<Asked, "id">,
): Promise<Unsent | null> {
  const text = textField(place.kind);
  const { leftOut, status } = await attachArrived(viewer, place, { form, arrived }, Date.now());
  if (leftOut.length > 0) return { status, refusal: refuse(form, { [fileErrors(place.kind)]: leftOut }) };
  if (form.get("do") === "preview") return showPreview(place, { request, viewer, form });
  const pressed = await handleDraftButton(db, viewer, place, form, Date.now());
  if (!pressed) return null;
  if (!pressed.ok && pressed.why === "no_such_task") throw pageNotFound(request);
  if (!pressed.ok && pressed.why === "newer") {
    const { updatedAt, fields, body } = pressed.draft;
    const newer = { at: updatedAt, text: [fields.title, body].filter(Boolean).join("\n\n") };
    return { status: 409, refusal: { ...refuse(form, {}), newer } };
  }
  if (!pressed.ok) return { status: 422, refusal: refuse(form, { [text]: [pressed.message] }) };
  return {
    toast: pressed.toast,
    more: pressed.undo === null ? {} : { action: { label: say.undo, post: pressed.undo } },
  };
}

async function showPreview(
  { kind, taskId }: DraftPlace,
  { request, viewer, form }: Pick<Asked, "request" | "viewer" | "form">,
): Promise<Answered> {
  const field = textField(kind);
  try {
    const preview = await inTurnOf(viewer.id, request, () => previewOf(db, viewer, taskId, textOf(form, field)));
    return preview.ok
      ? { status: 200, refusal: { ...refuse(form, {}), preview: preview.html } }
      : { status: 422, refusal: refuse(form, { [field]: [preview.message] }) };
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    return { status: 429, refusal: refuse(form, { [field]: [tooManyAtOnce] }) };
  }
}
