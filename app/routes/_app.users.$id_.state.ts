import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { disableAccount } from "~/features/people-admin/disable-account.server";
import { disabledInWords } from "~/features/people-admin/disable-account-result";
import { setUserState } from "~/features/users/user-changes.server";
import { PERSON_REFUSALS } from "~/features/users/user-errors";
import { UserId } from "~/features/users/user-schema";
import type { Viewer } from "~/features/users/users";
import * as say from "~/features/users/users-copy";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";

/** A GET, for example after signing in, leads to the person's page. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const id = UserId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  return redirect(`/users/${id.data}`);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = UserId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  const form = await readForm(request);
  const asked = form.get("state");
  const state = (["active", "disabled"] as const).find((each) => each === asked);
  if (!state) throw badRequest(say.activeOrDisabled);

  const viewer = viewerOf(context);
  const done = state === "disabled" ? await disables(viewer, id.data, form) : await enables(viewer, id.data);
  if (done.ok) {
    const button = { label: say.undo, post: `/users/${id.data}/state`, name: "state", value: "active" };
    const undo = "mayUndo" in done && done.mayUndo ? { action: button } : {};
    return redirect(`/users/${id.data}`, await withToast("success", done.said, undo));
  }
  if (done.why === "no_such_person") throw pageNotFound(request);
  if (done.why === "not_allowed") throw forbidden();
  return redirect(`/users/${id.data}`, await withToast("error", REFUSALS[done.why]));
}

const REFUSALS = {
  ...PERSON_REFUSALS,
  heir_needed: say.nowHasOpenTasks,
  no_such_heir: say.chooseAnActiveAgent,
};

/** `heir` gets the open tasks: a person's id, or empty to unassign them. */
async function disables(viewer: Viewer, id: number, form: FormData) {
  const person = form.get("heir") ? UserId.safeParse(form.get("heir")) : null;
  if (person && !person.success) throw badRequest(INCOMPLETE_FORM);
  const heir = form.has("heir") ? (person?.data ?? null) : undefined;
  const done = await disableAccount(db, viewer, { id, heir }, Date.now());
  if (!done.ok) return done;
  // Reassigned tasks stay where they are, so enabling the account again would only be half an undo.
  const mayUndo = done.inherited === 0 && done.freed === 0 && !done.later;
  return { ok: true as const, said: disabledInWords(done), mayUndo };
}

async function enables(viewer: Viewer, id: number) {
  const done = await setUserState(db, viewer, id, "active", Date.now());
  return done.ok ? { ok: true as const, said: say.accountEnabled } : done;
}
