import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { markRead } from "~/features/notifications/notifications.server";
import { notificationsHref, readNotificationsAddress } from "~/features/notifications/notifications-href";
import { readForm, textOf } from "~/http/form.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Marks one notification as read (`id`), or all up to a time (`until`), then returns to the page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const now = Date.now();
  const [id, until] = [textOf(form, "id"), textOf(form, "until")];
  const which = /^[1-9]\d{0,8}$/.test(id)
    ? { id: Number(id) }
    : { until: /^\d{1,15}$/.test(until) ? Number(until) : now };
  await markRead(db, viewerOf(context), which, now);
  const [, search] = textOf(form, "back").slice(0, 200).split("?");
  return redirect(notificationsHref(readNotificationsAddress(new URLSearchParams(search))));
}
