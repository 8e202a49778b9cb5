import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { suggestTags } from "~/features/tasks/suggest-tags.server";
import { pageNotFound } from "~/http/error-responses.server";

/** Suggests tags in use: `?q=` is a prefix. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const words = new URL(request.url).searchParams.get("q")?.slice(0, 40) ?? "";
  const offers = await suggestTags(db, viewerOf(context), words);
  if (!offers) throw pageNotFound(request);
  return Response.json({ offers }, { headers: { "Cache-Control": "private, no-store" } });
}
