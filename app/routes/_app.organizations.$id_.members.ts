import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { changeOrganizationMember, MEMBER_CHANGES } from "~/features/organizations/organization-members.server";
import * as say from "~/features/organizations/organizations-copy";
import { mayManageOrganizations } from "~/features/users/user-policy";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM, RowId } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Changes a member: `manager`, `member` (no longer manager) or `remove`, plus the undo of each. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, mayManageOrganizations);
  const id = requireId({ request, params });
  const form = await readForm(request);
  const change = MEMBER_CHANGES.find((name) => form.has(name));
  const person = RowId.safeParse(change && form.get(change));
  if (!change || !person.success) throw badRequest(INCOMPLETE_FORM);

  const address = `/organizations/${id}`;
  const done = await changeOrganizationMember(db, viewer, { id, userId: person.data, change }, Date.now());
  if (done.ok) {
    const { name, undo } = done;
    const button = undo && { name: undo, value: String(person.data) };
    const action = button && { action: { label: say.undo, post: `${address}/members`, ...button } };
    return redirect(address, await withToast("success", SAID[change](name), action ?? {}));
  }
  if (done.why === "not_allowed") throw forbidden();
  if (done.why === "no_such_organization") throw pageNotFound(request);
  const isBack = change.startsWith("back");
  const words = isBack ? say.joinedAnotherOrganization : say.noLongerAMember;
  return redirect(address, await withToast("info", words));
}

const SAID = {
  manager: say.isAManager,
  member: say.isAMember,
  remove: say.memberRemoved,
  back: say.isAMemberAgain,
  back_as_manager: say.isAManagerAgain,
};
