import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { readTaskHead } from "~/features/tasks/relations/relations-read.server";
import { mergedInto } from "~/features/tasks/relations/whereabouts.server";
import { TaskId } from "~/features/tasks/task-schema";
import { isAgent, type Viewer } from "~/features/users/user-words";
import { forbidden, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";

/**
 * The task a page for agents is about. Throws 403 for requesters, who have no such pages; 404 without agent access to the
 * task; and goes on to the task that took it in when it was merged.
 */
export async function agentsTask({ request, params, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const id = TaskId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  if (!isAgent(viewer)) throw forbidden();
  const task = await readTaskHead(db, viewer, id.data);
  if (task) return { viewer, task };
  const target = await mergedInto(db, viewer, id.data);
  throw target === null ? pageNotFound(request) : redirect(`/tasks/${target}`);
}

/**
 * The answer to a button of a page whose task is not there any more: when it was merged meanwhile, the task it went into
 * with a sentence about it, for whoever may see that; otherwise 404.
 */
export async function noSuchTask(request: Request, viewer: Viewer, id: number): Promise<Response> {
  const target = await mergedInto(db, viewer, id);
  if (target === null) return pageNotFound(request);
  const sentence = `#${id} was merged into #${target}. Nothing was changed. Look at it here, and do it again if need be.`;
  return redirect(`/tasks/${target}`, await withToast("error", sentence));
}
