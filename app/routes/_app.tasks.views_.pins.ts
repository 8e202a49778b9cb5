import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { isAgent } from "~/features/users/users";
import * as say from "~/features/views/view-forms-copy";
import { MOST_PINS } from "~/features/views/views";
import { pinView } from "~/features/views/views.server";
import { badRequest, pageNotFound } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

const WAYS = ["pin", "unpin", "up", "down"] as const;

/** Pins, unpins or moves a view in the viewer's sidebar. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const form = await readForm(request);
  const to = WAYS.find((way) => way === textOf(form, "to"));
  if (!to) throw badRequest(INCOMPLETE_FORM);
  const pinned = await pinView(db, viewer, textOf(form, "view"), to, Date.now());
  if (pinned.ok) return redirect("/tasks/views");
  if (pinned.why === "no_such_view") throw pageNotFound(request);
  const sentence = say.sidebarIsFull(MOST_PINS);
  return redirect("/tasks/views", await withToast("error", sentence));
}
