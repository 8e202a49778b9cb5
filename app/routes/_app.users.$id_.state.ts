import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { disableAccount } from "~/features/tasks/people/hand-over.server";
import { setUserState } from "~/features/users/user-changes.server";
import { UserId } from "~/features/users/user-schema";
import { PERSON_REFUSALS } from "~/features/users/user-sentences";
import { USER_STATES, type Viewer } from "~/features/users/user-words";
import { readForm } from "~/http/form.server";
import { badRequest, forbidden, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";

/** Whoever comes back to this address, after signing in perhaps, wants to see the person. */
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
  const state = USER_STATES.find((each) => each === asked);
  if (!state) throw badRequest("An account can be active or disabled.");

  const heir = form.get("heir") || "nobody";
  const done =
    state === "disabled" ? await disables(viewerOf(context), id.data, heir) : await enables(viewerOf(context), id.data);
  if (done.ok) return redirect(`/users/${id.data}`, await withToast("success", done.said));
  if (done.why === "no_such_person") throw pageNotFound(request);
  if (done.why === "not_allowed") throw forbidden();
  return redirect(`/users/${id.data}`, await withToast("error", REFUSALS[done.why]));
}

const REFUSALS = { ...PERSON_REFUSALS, no_such_heir: "Nobody was disabled: choose somebody who works on tasks." };

/** `heir` is who gets the open tasks: an id, or "nobody". */
async function disables(viewer: Viewer, id: number, heir: FormDataEntryValue) {
  const person = heir === "nobody" ? null : UserId.safeParse(heir);
  if (person && !person.success) throw badRequest(INCOMPLETE_FORM);
  const done = await disableAccount(db, viewer, { id, heir: person?.data ?? null }, Date.now());
  if (!done.ok) return done;
  const said = done.later ? "Account disabled. Its tasks change hands within the next minutes" : "Account disabled";
  return { ok: true as const, said };
}

async function enables(viewer: Viewer, id: number) {
  const done = await setUserState(db, viewer, id, "active", Date.now());
  return done.ok ? { ok: true as const, said: "Account enabled" } : done;
}
