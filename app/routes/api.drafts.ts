import { type ActionFunctionArgs, json } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { typedIn } from "~/features/conversation/drafts/draft-buttons.server";
import { saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { parsePlace } from "~/features/conversation/drafts/drafts";
import { badRequest, pageNotFound } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

/**
 * Autosaves a form as a draft. Returns `{ draft: { id, updatedAt } | null }`, or 409 with the reason in `why`:
 * `newer` (with that draft), `sent`, `deleted`, `not_yours`, `too_long`.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const form = await readForm(request);
  const place = parsePlace(textOf(form, "place"));
  if (!place) throw badRequest(INCOMPLETE_FORM);
  // The page may belong to another person who has signed out since.
  if (textOf(form, "person") !== String(viewer.id)) return json({ why: "not_yours" }, { status: 409 });
  for (const ofTheRequest of ["place", "person"]) form.delete(ofTheRequest); // part of the request, not of the draft
  const saved = await saveDraft(db, viewer, place, typedIn(form, place), Date.now());
  if (saved.ok) return json({ draft: saved.draft });
  if (saved.why === "no_such_task") throw pageNotFound(request);
  return json(saved, { status: 409 });
}
