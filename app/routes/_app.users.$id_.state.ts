import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { setUserState } from "~/features/users/user-changes.server";
import { UserId } from "~/features/users/user-schema";
import { PERSON_REFUSALS } from "~/features/users/user-sentences";
import { USER_STATES } from "~/features/users/user-words";
import { readForm } from "~/http/form.server";
import { badRequest, forbidden, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";

/** Whoever comes back to this address, after signing in perhaps, wants to see the person. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const id = UserId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  return redirect(`/users/${id.data}`);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = UserId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  const asked = (await readForm(request)).get("state");
  const state = USER_STATES.find((each) => each === asked);
  if (!state) throw badRequest("An account can be active or disabled.");

  const done = await setUserState(db, viewerOf(context), id.data, state, Date.now());
  if (done.ok) {
    const text = state === "disabled" ? "Account disabled" : "Account enabled";
    return redirect(`/users/${id.data}`, await withToast("success", text));
  }
  if (done.why === "no_such_person") throw pageNotFound(request);
  if (done.why === "not_allowed") throw forbidden();
  return redirect(`/users/${id.data}`, await withToast("error", PERSON_REFUSALS[done.why]));
}
