import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { listTasks } from "~/features/task-list/task-list.server";
import * as say from "~/features/task-list/task-list-copy";
import { markListSeen, READ_AT_ONCE } from "~/features/task-list/unread.server";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { withToast } from "~/http/toast.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Marks everything in the URL's list as read, and returns to it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const { search, searchParams } = new URL(request.url);
  const now = Date.now();
  const { asked, address } = await parseListUrl(db, viewer, searchParams, now);
  if (!asked.ok) throw redirect(`/tasks${search}`); // shows the error in the query
  const pages: Parameters<typeof markListSeen>[2] = (position, limit) =>
    listTasks(db, viewer, { ...asked, sort: address.sort, position, limit });
  const { marked, goesOn } = await markListSeen(db, viewer, pages, now);
  const toast = goesOn
    ? withToast("info", say.markedAsReadOfFirst(marked, READ_AT_ONCE.list))
    : withToast("success", say.markedAsRead(marked));
  return redirect(`/tasks${search}`, await toast);
}
