import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { setWatching } from "~/features/tasks/people/watchers.server";
import { TaskId } from "~/features/tasks/task-schema";
import { isAgent } from "~/features/users/user-words";
import { readForm, textOf } from "~/http/form.server";
import { forbidden, methodNotAllowed, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { noSuchTask } from "./_app.tasks.$id/around-task.server";

export function loader() {
  throw methodNotAllowed();
}

/** Watch or unwatch. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const id = TaskId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  if (!isAgent(viewer)) throw forbidden();
  const watching = textOf(await readForm(request), "watch") !== "no";
  if (!(await setWatching(db, viewer, id.data, watching, Date.now()))) throw await noSuchTask(request, viewer, id.data);
  return redirect(
    `/tasks/${id.data}`,
    await withToast("success", watching ? "You watch this task" : "You do not watch this task any more"),
  );
}
