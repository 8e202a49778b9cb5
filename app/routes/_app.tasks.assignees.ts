import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { suggestAssignees } from "~/features/people/suggest-assignees.server";
import { TaskId } from "~/features/tasks/task-schema";
import { pageNotFound } from "~/http/error-responses.server";

/** Suggests assignees: `?q=` is the start of a name or email, `?task=` the task, if any. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const words = searchParams.get("q")?.slice(0, 120) ?? "";
  const task = searchParams.has("task") ? TaskId.safeParse(searchParams.get("task")) : null;
  if (task && !task.success) throw pageNotFound(request);
  const offers = await suggestAssignees(db, viewerOf(context), task?.data ?? null, words, Date.now());
  if (!offers) throw pageNotFound(request);
  return Response.json({ offers }, { headers: { "Cache-Control": "private, no-store" } });
}
