import { type ActionFunctionArgs, json } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { DOINGS } from "~/features/tasks/people/presence";
import { announce } from "~/features/tasks/people/presence.server";
import { TaskId } from "~/features/tasks/task-schema";
import { isAgent } from "~/features/users/user-words";
import { readForm, textOf } from "~/http/form.server";
import { forbidden, methodNotAllowed, pageNotFound } from "~/http/refusals.server";

export function loader() {
  throw methodNotAllowed();
}

/** An open page says what its reader does, and learns who else is there. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const id = TaskId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  if (!isAgent(viewer)) throw forbidden();
  const sent = textOf(await readForm(request), "doing");
  const doing = DOINGS.find((one) => one === sent) ?? "viewing";
  const others = await announce(db, viewer, id.data, doing, Date.now());
  if (!others) throw pageNotFound(request);
  return json({ others }, { headers: { "Cache-Control": "no-store" } });
}
