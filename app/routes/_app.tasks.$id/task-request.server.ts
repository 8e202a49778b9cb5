import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { salvagedTextOf } from "~/features/conversation/drafts/drafts";
import { readTaskHead } from "~/features/relations/relations-read.server";
import { logAtMostHourly } from "~/features/security-log/security-log.server";
import * as say from "~/features/task-page/task-page-copy";
import { taskHref } from "~/features/task-page/way-in-list";
import { mergedInto } from "~/features/tasks/follow-merges.server";
import { MessageAddress, TaskId } from "~/features/tasks/task-schema";
import { onlySomeSee } from "~/features/tasks/team-access.server";
import { isPutAway } from "~/features/trash/trash-read.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { conflict, forbidden, pageNotFound, withTypedText } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import { parseUrl } from "~/lib/parse-url";

type Asked = Pick<LoaderFunctionArgs, "request" | "params" | "context">;

/** The viewer and the id in the URL, of a task or a draft. Throws 404 for an invalid id. */
export function viewerAndId({ request, params, context }: Asked) {
  const id = TaskId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  return { viewer: viewerOf(context), id: id.data };
}

/** Like `viewerAndId`, for agents only. Throws 403 for requesters. */
export function agentAndId(asked: Asked) {
  const { viewer, id } = viewerAndId(asked);
  if (!isAgent(viewer)) throw forbidden();
  return { viewer, id };
}

/** URL of a task after a button on a task's page: it keeps the list that page was opened from. */
export function taskAfter(request: Request, id: number): string {
  const from = parseUrl(request.headers.get("Referer") ?? "");
  return taskHref(id, from && /^\/tasks\/\d+$/.test(from.pathname) ? from.searchParams.get("list") : null);
}

/**
 * Logs that an admin opened a task only some agents can see (domain B6), on any of its pages or files. Lists and
 * searches don't count. Pass `restricted` when already known.
 */
export async function logTaskOpening(viewer: Viewer, taskId: number, restricted?: boolean): Promise<void> {
  if (viewer.role !== "admin" || !(restricted ?? (await onlySomeSee(db, viewer, taskId)))) return;
  await logAtMostHourly(db, { kind: "restricted_task_opened", actorId: viewer.id, taskId }, Date.now());
}

/** The viewer, and the task and message in the URL. Throws 404 for invalid ids. */
export function viewerAndMessage({ request, params, context }: Asked) {
  const place = MessageAddress.safeParse(params);
  if (!place.success) throw pageNotFound(request);
  return { viewer: viewerOf(context), id: place.data.id, messageId: place.data.messageId };
}

/**
 * The task of a page for agents. Throws as `agentAndId` does, and 404 without agent access. A merged task redirects to
 * its target. A form instead gets an error that keeps its text, which the other page would not have.
 */
export async function requireAgentTask(asked: Asked) {
  const { viewer, id } = agentAndId(asked);
  const task = await readTaskHead(db, viewer, id);
  if (task) {
    await logTaskOpening(viewer, id);
    return { viewer, task };
  }
  const target = await mergedInto(db, viewer, id);
  const isPost = asked.request.method === "POST";
  if (target === null) throw (await inTrash(viewer, id, isPost)) ?? pageNotFound(asked.request);
  throw isPost ? wasMerged(id, target) : redirect(`/tasks/${target}`);
}

/**
 * Answers a task's form, whose sender may have lost access or never had it. If the response is a different page, it
 * includes what they wrote. A missing and a forbidden task look the same.
 */
export async function withSalvagedText<T>(
  form: Iterable<readonly [string, unknown]>,
  answer: () => Promise<T>,
): Promise<T> {
  const written = salvagedTextOf(form);
  try {
    return await answer();
  } catch (thrown) {
    if (!(thrown instanceof Response) || ![403, 404, 409].includes(thrown.status)) throw thrown;
    throw await withTypedText(thrown, written);
  }
}

/** The response to a form with text whose task was merged into another one the writer can see. */
export const wasMerged = (id: number, target: number) => conflict(say.mergedNothingSaved(id, target));

/** The response for a task in trash or spam; an error if the request had text. Null if the viewer can't see it there. */
export async function inTrash(viewer: Viewer, id: number, hasText: boolean): Promise<Response | null> {
  if (!(await isPutAway(db, viewer, id))) return null;
  if (!hasText) return redirect(`/tasks/${id}/trash`);
  return conflict(say.trashedNothingSaved(id));
}

/**
 * The response to a button whose task is gone: if merged or trashed, a redirect with a toast, if the viewer can see
 * the target; otherwise 404. `hasText`: the request included written text.
 */
export async function noSuchTask(request: Request, viewer: Viewer, id: number, hasText = false): Promise<Response> {
  const target = await mergedInto(db, viewer, id);
  if (target === null) {
    const away = await inTrash(viewer, id, hasText);
    if (!away || hasText) return away ?? pageNotFound(request);
    return redirect(`/tasks/${id}/trash`, await withToast("error", say.trashedNothingChanged(id)));
  }
  if (hasText) return wasMerged(id, target);
  const sentence = say.mergedNothingChanged(id, target);
  return redirect(`/tasks/${target}`, await withToast("error", sentence));
}
