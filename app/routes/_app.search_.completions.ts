import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { completeTerm } from "~/features/search/complete-term.server";

/** Completes the last term of a query: `?q=` is its typed part. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const term = new URL(request.url).searchParams.get("q")?.slice(0, 200).replaceAll("\0", "") ?? "";
  const offers = await completeTerm(db, viewerOf(context), term);
  return Response.json({ offers }, { headers: { "Cache-Control": "private, no-store" } });
}
