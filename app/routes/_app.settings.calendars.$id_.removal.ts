import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { calendarHref } from "~/features/service-levels/calendars/calendars";
import { deleteCalendar } from "~/features/service-levels/calendars/calendars.server";
import * as say from "~/features/service-levels/calendars/calendars-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Deletes a calendar; the toast offers undo. */
export async function action(args: ActionFunctionArgs) {
  const viewer = requireViewer(args.context, maySetUpDesk);
  const id = requireId(args);
  const deleted = await deleteCalendar(db, viewer, id, Date.now());
  if (deleted.ok) {
    const undo = { action: { label: say.undo, post: `${calendarHref(id)}/restoration` } };
    return redirect("/settings/calendars", await withToast("success", say.calendarDeleted(deleted.name), undo));
  }
  if (deleted.why === "not_allowed") throw forbidden();
  if (deleted.why === "no_such_calendar") throw pageNotFound(args.request);
  return redirect(calendarHref(id), await withToast("error", deleted.sentence));
}
