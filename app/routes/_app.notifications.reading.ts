import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { markRead } from "~/features/notifications/changed-notifications.server";
import { notificationsHref, readNotificationsAddress } from "~/features/notifications/notifications-href";
import { readForm, textOf } from "~/http/form.server";
import { RowId } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Marks one notification (`id`), those of one task (`task`) or all as read up to a time, then returns to the page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const now = Date.now();
  const [id, task] = [RowId.safeParse(textOf(form, "id")), RowId.safeParse(textOf(form, "task"))];
  const until = /^\d{1,15}$/.test(textOf(form, "until")) ? Number(textOf(form, "until")) : now;
  const which = { until, ...(id.success && { id: id.data }), ...(task.success && { task: task.data }) };
  await markRead(db, viewerOf(context), which, now);
  const [, search] = textOf(form, "back").slice(0, 200).split("?");
  return redirect(notificationsHref(readNotificationsAddress(new URLSearchParams(search))));
}
