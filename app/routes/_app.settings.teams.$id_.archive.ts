import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { archiveTeam } from "~/features/teams/team-changes.server";
import { TEAM_REFUSALS } from "~/features/teams/teams";
import * as say from "~/features/teams/teams-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const id = requireId({ request, params });
  const asked = (await readForm(request)).get("archived");
  if (asked !== "yes" && asked !== "no") throw badRequest(INCOMPLETE_FORM);

  const done = await archiveTeam(db, viewer, id, asked === "yes", Date.now());
  const address = `/settings/teams/${id}`;
  if (done.ok) {
    const [words, back] = asked === "yes" ? [say.teamArchived, "no"] : [say.teamRestored, "yes"];
    const undo = { action: { label: say.undo, post: `${address}/archive`, name: "archived", value: back } };
    return redirect(address, await withToast("success", words, undo));
  }
  if (done.why === "no_such_team") throw pageNotFound(request);
  if (done.why === "not_allowed") throw forbidden();
  return redirect(address, await withToast("error", TEAM_REFUSALS[done.why]));
}
