import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { salvagedTextOf } from "~/features/conversation/drafts/draft-place";
import { readTaskHead } from "~/features/relations/relations-read.server";
import { logAtMostHourly } from "~/features/security-log/security-log.server";
import * as say from "~/features/task-page/task-page-copy";
import { mergedInto } from "~/features/tasks/follow-merges.server";
import { MessageAddress, TaskId } from "~/features/tasks/task-schema";
import { onlySomeSee } from "~/features/tasks/team-access.server";
import { isPutAway } from "~/features/trash/trash-read.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { conflict, forbidden, pageNotFound, withWritten } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";

type Asked = Pick<LoaderFunctionArgs, "request" | "params" | "context">;

/** Who asks about which task. Throws 404 where the address names none. */
export function taskAsked({ request, params, context }: Asked) {
  const id = TaskId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  return { viewer: viewerOf(context), id: id.data };
}

/** The same where only agents have anything to ask for. Throws 403 for requesters. */
export function agentAsks(asked: Asked) {
  const { viewer, id } = taskAsked(asked);
  if (!isAgent(viewer)) throw forbidden();
  return { viewer, id };
}

/**
 * Writes down that an admin opens what only some of the agents see (domain B6), whatever page or file of the task it is; the
 * lines of lists and searches are no opening. `restricted` where that is known already.
 */
export async function noteOpening(viewer: Viewer, taskId: number, restricted?: boolean): Promise<void> {
  if (viewer.role !== "admin" || !(restricted ?? (await onlySomeSee(db, viewer, taskId)))) return;
  await logAtMostHourly(db, { kind: "restricted_task_opened", actorId: viewer.id, taskId }, Date.now());
}

/** Who asks about which message of which task. Throws 404 where the address names none. */
export function messageAsked({ request, params, context }: Asked) {
  const place = MessageAddress.safeParse(params);
  if (!place.success) throw pageNotFound(request);
  return { viewer: viewerOf(context), id: place.data.id, messageId: place.data.messageId };
}

/**
 * The task a page for agents is about. Throws as `agentAsks` does; 404 without agent access to the task; and goes on to the
 * task that took it in when it was merged. Whoever sends a form there is told so: the other page would not have their words.
 */
export async function agentsTask(asked: Asked) {
  const { viewer, id } = agentAsks(asked);
  const task = await readTaskHead(db, viewer, id);
  if (task) {
    await noteOpening(viewer, id);
    return { viewer, task };
  }
  const target = await mergedInto(db, viewer, id);
  const isPost = asked.request.method === "POST";
  if (target === null) throw (await inTrash(viewer, id, isPost)) ?? pageNotFound(asked.request);
  throw isPost ? wasMerged(id, target) : redirect(`/tasks/${target}`);
}

/**
 * Answers a form of a task, which somebody may have lost, or never had, by the time it comes. An answer that shows another
 * page than the form's has their own words on it, the same for a task that is not there as for one that is not for them.
 */
export async function keepingWords<T>(
  form: Iterable<readonly [string, unknown]>,
  answer: () => Promise<T>,
): Promise<T> {
  const written = salvagedTextOf(form);
  try {
    return await answer();
  } catch (thrown) {
    if (!(thrown instanceof Response) || ![403, 404, 409].includes(thrown.status)) throw thrown;
    throw await withWritten(thrown, written);
  }
}

/** The answer to a form with text whose task was merged into another that its writer may see. */
export const wasMerged = (id: number, target: number) => conflict(say.mergedNothingSaved(id, target));

/** The answer to who asks for a task in trash or spam, or sends it a form with text; null where it is not there for them. */
export async function inTrash(viewer: Viewer, id: number, hasText: boolean): Promise<Response | null> {
  if (!(await isPutAway(db, viewer, id))) return null;
  if (!hasText) return redirect(`/tasks/${id}/trash`);
  return conflict(say.putAwayNothingSaved(id));
}

/**
 * The answer to a button of a page whose task is not there any more: when it was merged or put away meanwhile, where it went
 * with a sentence about it, for whoever may see that; otherwise 404. `hasText`: something written was sent along with it.
 */
export async function noSuchTask(request: Request, viewer: Viewer, id: number, hasText = false): Promise<Response> {
  const target = await mergedInto(db, viewer, id);
  if (target === null) {
    const away = await inTrash(viewer, id, hasText);
    if (!away || hasText) return away ?? pageNotFound(request);
    return redirect(`/tasks/${id}/trash`, await withToast("error", say.putAwayNothingChanged(id)));
  }
  if (hasText) return wasMerged(id, target);
  const sentence = say.mergedNothingChanged(id, target);
  return redirect(`/tasks/${target}`, await withToast("error", sentence));
}
