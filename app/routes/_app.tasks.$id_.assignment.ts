import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { type TakeTask, takeTask } from "~/features/tasks/task-change.server";
import { hasAgentAccess } from "~/features/tasks/task-policy";
import { TaskId } from "~/features/tasks/task-schema";
import { forbidden, methodNotAllowed, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";

/** What we say for each refusal. */
const REFUSALS: Record<Exclude<TakeTask, { ok: true }>["why"], string> = {
  no_such_task: "There is no such task.",
  already_taken: "Somebody has taken this task already.",
  done: "This task is done. Open it again to take it.",
};

export function loader() {
  throw methodNotAllowed();
}

/** Assign to me. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const id = TaskId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  if (!hasAgentAccess(viewer)) throw forbidden();

  const taken = await takeTask(db, viewer, id.data, Date.now());
  if (!taken.ok && taken.why === "no_such_task") throw pageNotFound(request);
  const toast = taken.ok ? withToast("success", "Task assigned to you") : withToast("error", REFUSALS[taken.why]);
  return redirect(`/tasks/${id.data}`, await toast);
}
