import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { removeMember, restoreMember, setLead } from "~/features/teams/team-members.server";
import * as say from "~/features/teams/teams-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM, RowId } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Changes a member: `lead`, `member` (no longer lead) or `remove`. `back` and `back_as_lead` undo a removal. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const id = requireId({ request, params });
  const form = await readForm(request);
  const verb = (["lead", "member", "remove", "back", "back_as_lead"] as const).find((name) => form.has(name));
  const person = RowId.safeParse(verb && form.get(verb));
  if (!verb || !person.success) throw badRequest(INCOMPLETE_FORM);

  const [about, address] = [{ teamId: id, userId: person.data }, `/settings/teams/${id}`];
  const undo = (name: string) => ({
    action: { label: say.undo, post: `${address}/members`, name, value: String(person.data) },
  });
  if (verb === "remove") {
    const removed = await removeMember(db, viewer, about, Date.now());
    if (!removed.ok) return refuses(removed.why);
    const left = removed.loses ? LEFT[removed.loses] : say.memberRemoved;
    return redirect(
      address,
      await withToast("success", left(removed.name), undo(removed.lead ? "back_as_lead" : "back")),
    );
  }
  const change = { ...about, lead: verb === "lead" || verb === "back_as_lead" };
  const isBack = verb === "back" || verb === "back_as_lead";
  const done = await (isBack ? restoreMember : setLead)(db, viewer, change, Date.now());
  if (!done.ok) return refuses(done.why);
  const words = (change.lead ? say.leadsTheTeam : say.isAMember)(done.name);
  return redirect(address, await withToast("success", words, isBack ? {} : undo(change.lead ? "member" : "lead")));

  async function refuses(why: "no_such_team" | "not_allowed" | "no_member") {
    if (why === "no_such_team") throw pageNotFound(request);
    if (why === "not_allowed") throw forbidden();
    return redirect(address, await withToast("info", say.noLongerMembers));
  }
}

const LEFT = { all: say.memberRemovedAccessLost, confidential: say.memberRemovedConfidentialLost };
