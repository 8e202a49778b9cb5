import { type ActionFunctionArgs, json } from "@remix-run/node";
import { db } from "~/db/db.server";
import { newMessageSince } from "~/features/conversation/messages/message-page.server";
import { DOINGS, type PresenceAnswer } from "~/features/people/presence";
import { announce, presenceWords } from "~/features/people/presence.server";
import { SeenMessage } from "~/features/tasks/task-schema";
import { pageNotFound } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { agentAndId } from "./_app.tasks.$id/task-request.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Heartbeat of an open page: reports the viewer's activity, returns other viewers and news. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = agentAndId(args);
  const form = await readForm(args.request);
  const sent = textOf(form, "doing");
  const doing = DOINGS.find((one) => one === sent) ?? "viewing";
  const others = await announce(db, viewer, id, doing, Date.now());
  if (!others) throw pageNotFound(args.request);
  const seen = SeenMessage.safeParse(textOf(form, "seen"));
  const news = seen.success ? await newMessageSince(db, viewer, id, seen.data) : null;
  return json({ others: presenceWords(others), news } satisfies PresenceAnswer, {
    headers: { "Cache-Control": "no-store" },
  });
}
