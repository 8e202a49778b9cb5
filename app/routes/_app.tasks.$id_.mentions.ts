import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { suggestMentions } from "~/features/tasks/mentions/suggest-mentions.server";
import { TaskId } from "~/features/tasks/task-schema";
import { pageNotFound } from "~/http/refusals.server";

/** Who may be mentioned on a task: `?q=` is the beginning of a name. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = TaskId.safeParse(params.id);
  const words = new URL(request.url).searchParams.get("q")?.slice(0, 120) ?? "";
  const people = id.success ? await suggestMentions(db, viewerOf(context), id.data, words) : null;
  if (!people) throw pageNotFound(request);
  return Response.json({ people }, { headers: { "Cache-Control": "private, no-store" } });
}
