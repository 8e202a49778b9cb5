import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import * as say from "~/features/mail/on-task/on-task-copy";
import { dismissDelivery } from "~/features/mail/on-task/undelivered.server";
import { backFromDelivery, viewerAndDelivery } from "./_app.tasks.$id/delivery-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Takes the notice about undelivered mail off the task. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, ...place } = viewerAndDelivery(args);
  const dismissed = await dismissDelivery(db, viewer, place, Date.now());
  return backFromDelivery(args, dismissed, say.dismissed);
}
