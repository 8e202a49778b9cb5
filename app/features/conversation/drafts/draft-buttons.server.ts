import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { RequestKey } from "~/lib/form-values";
import { formatNumber } from "~/lib/numbers";
import { versionSeen } from "~/lib/refusal";
import * as say from "../conversation-copy";
import { deleteDraft, shareDraft } from "./draft-changes.server";
import { type SaveDraft, saveDraft, type TypedDraft } from "./draft-save.server";
import { DRAFT_LIMITS, type Draft, type DraftPlace, fieldsToKeep, textField } from "./drafts";

/** `undo`: URL to post the undo to; null for nothing to undo. */
type DraftButton =
  | { ok: true; toast: string; undo: string | null }
  | { ok: false; why: "no_such_task" }
  | { ok: false; why: "too_long"; message: string }
  | { ok: false; why: "newer"; draft: Draft };

const BUTTONS = ["save-draft", "delete-draft", "share-draft", "unshare-draft"] as const;

/** Handles the draft buttons of a form, which post it unfinished. Null for any other button. */
export async function handleDraftButton(
  db: Db,
  viewer: Viewer,
  place: DraftPlace,
  form: FormData,
  now: number,
): Promise<DraftButton | null> {
  const pressed = BUTTONS.find((button) => button === form.get("do"));
  if (!pressed) return null;
  // Saves before deleting, too, so that undo restores the latest text.
  const typed = typedIn(form, place);
  const saved = await saveDraft(db, viewer, place, { ...typed, onPurpose: true }, now);
  if (!saved.ok) return refusal(saved);
  if (pressed === "delete-draft") {
    if (saved.draft) await deleteDraft(db, viewer, saved.draft.id, now, typed.requestKey);
    return { ok: true, toast: say.draftDeleted, undo: saved.draft && `/drafts/${saved.draft.id}/restoration` };
  }
  if (!saved.draft) return { ok: true, toast: say.nothingToSaveYet, undo: null };
  if (pressed === "share-draft" || pressed === "unshare-draft") {
    const shares = pressed === "share-draft";
    const changed = await shareDraft(db, viewer, saved.draft.id, shares);
    if (!changed.ok) return { ok: false, why: "no_such_task" };
    return { ok: true, toast: shares ? say.draftIsShared : say.draftIsPrivate, undo: null };
  }
  const toast = saved.forgotten > 0 ? say.draftSavedOldestDeleted(DRAFT_LIMITS.perPerson) : say.draftSaved;
  return { ok: true, toast, undo: null };
}

function refusal(refused: Exclude<SaveDraft, { ok: true }>): Exclude<DraftButton, { ok: true }> {
  if (refused.why === "newer") return refused;
  if (refused.why !== "too_long") return { ok: false, why: "no_such_task" };
  return { ok: false, why: "too_long", message: say.draftTooLong(formatNumber(DRAFT_LIMITS.body)) };
}

/** A form as a draft. Validates its hidden fields, because programs send forms, too. */
export function typedIn(form: FormData, { kind }: DraftPlace): TypedDraft & { body: string } {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    body: text(textField(kind)),
    fields: fieldsToKeep(form, kind),
    requestKey: RequestKey.safeParse(text("requestKey")).data,
    revision: /^\d{1,9}$/.test(text("revision")) ? Number(text("revision")) : 0,
    known: versionSeen(form, "draft"),
  };
}
