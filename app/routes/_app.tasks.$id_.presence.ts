import { type ActionFunctionArgs, json } from "@remix-run/node";
import { db } from "~/db/db.server";
import { DOINGS } from "~/features/tasks/people/presence";
import { announce } from "~/features/tasks/people/presence.server";
import { readForm, textOf } from "~/http/form.server";
import { pageNotFound } from "~/http/refusals.server";
import { agentAsks } from "./_app.tasks.$id/around-task.server";

export { takesForms as loader } from "~/http/refusals.server";

/** An open page says what its reader does, and learns who else is there. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = agentAsks(args);
  const sent = textOf(await readForm(args.request), "doing");
  const doing = DOINGS.find((one) => one === sent) ?? "viewing";
  const others = await announce(db, viewer, id, doing, Date.now());
  if (!others) throw pageNotFound(args.request);
  return json({ others }, { headers: { "Cache-Control": "no-store" } });
}
