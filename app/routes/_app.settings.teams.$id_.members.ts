import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { removeMember, setLead } from "~/features/teams/team-members.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { readForm } from "~/http/form.server";
import { badRequest, forbidden, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM, RowId } from "~/lib/form-values";

export { takesForms as loader } from "~/http/refusals.server";

/** Makes a member a lead (`lead`), or a member alone again (`member`), or takes them out (`remove`). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  if (!maySetUpDesk(viewer)) throw forbidden();
  const id = RowId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  const form = await readForm(request);
  const verb = (["lead", "member", "remove"] as const).find((name) => form.has(name));
  const person = RowId.safeParse(verb && form.get(verb));
  if (!verb || !person.success) throw badRequest(INCOMPLETE_FORM);

  const [about, address] = [{ teamId: id.data, userId: person.data }, `/settings/teams/${id.data}`];
  const confirmed = form.get("confirmed") === "yes";
  const done =
    verb === "remove"
      ? await removeMember(db, viewer, { ...about, confirmed }, Date.now())
      : await setLead(db, viewer, { ...about, lead: verb === "lead" }, Date.now());
  if (done.ok) {
    const words = { lead: "leads the team", member: "is a member of the team", remove: "has left the team" };
    return redirect(address, await withToast("success", `${done.name} ${words[verb]}`));
  }
  if (done.why === "no_such_team") throw pageNotFound(request);
  if (done.why === "not_allowed") throw forbidden();
  if (done.why === "loses_sight") return redirect(`${address}?remove=${person.data}`); // said there, and asked again
  return redirect(address, await withToast("info", "They do not belong to the team any more"));
}
