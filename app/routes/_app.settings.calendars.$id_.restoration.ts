import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { restoreCalendar } from "~/features/service-levels/calendars/calendars.server";
import * as say from "~/features/service-levels/calendars/calendars-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Undoes the deletion of a calendar. */
export async function action(args: ActionFunctionArgs) {
  const viewer = requireViewer(args.context, maySetUpDesk);
  const restored = await restoreCalendar(db, viewer, requireId(args), Date.now());
  if (restored.ok)
    return redirect("/settings/calendars", await withToast("success", say.calendarRestored(restored.name)));
  if (restored.why === "not_allowed") throw forbidden();
  if (restored.why === "no_such_calendar") throw pageNotFound(args.request);
  return redirect("/settings/calendars", await withToast("error", restored.errors.name?.[0] ?? ""));
}
