import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { suggestMentions } from "~/features/conversation/mentions/mentions.server";
import { pageNotFound } from "~/http/error-responses.server";
import { viewerAndId } from "./_app.tasks.$id/task-request.server";

/** Suggests people to mention on a task: `?q=` is the start of a name. */
export async function loader(args: LoaderFunctionArgs) {
  const { viewer, id } = viewerAndId(args);
  const words = new URL(args.request.url).searchParams.get("q")?.slice(0, 120) ?? "";
  const people = await suggestMentions(db, viewer, id, words);
  if (!people) throw pageNotFound(args.request);
  return Response.json({ people }, { headers: { "Cache-Control": "private, no-store" } });
}
