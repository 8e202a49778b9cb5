import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { undoButton } from "~/features/history/undo-rules";
import * as say from "~/features/mail/on-task/on-task-copy";
import type { HandleDelivery } from "~/features/mail/on-task/undelivered.server";
import { pageNotFound } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import { RowId } from "~/lib/form-values";
import { agentAndId, noSuchTask, taskAfter } from "./task-request.server";

/** The agent, and the task and delivery in the URL. */
export function viewerAndDelivery(args: ActionFunctionArgs) {
  const { viewer, id: taskId } = agentAndId(args);
  const delivery = RowId.safeParse(args.params.deliveryId);
  if (!delivery.success) throw pageNotFound(args.request);
  return { viewer, taskId, deliveryId: delivery.data };
}

/** The response to a button about undelivered mail. */
export async function backFromDelivery(
  args: ActionFunctionArgs,
  handled: HandleDelivery,
  done: (address: string) => string,
) {
  const { viewer, id } = agentAndId(args);
  if (handled.ok) {
    const toast = withToast("success", done(handled.address), undoButton(id, handled.changeSetId));
    return redirect(taskAfter(args.request, id), await toast);
  }
  switch (handled.why) {
    case "no_such_task":
      throw await noSuchTask(args.request, viewer, id);
    case "no_such_delivery":
      throw pageNotFound(args.request);
    case "handled":
      return redirect(taskAfter(args.request, id), await withToast("info", say.alreadyHandled));
  }
}
