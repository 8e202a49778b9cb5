import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { completeTerm } from "~/features/search/complete-term.server";

/** How the last term of a query may go on: `?q=` is that term as far as it is written. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const term = new URL(request.url).searchParams.get("q")?.slice(0, 200).replaceAll("\0", "") ?? "";
  const offers = await completeTerm(db, viewerOf(context), term);
  return Response.json({ offers }, { headers: { "Cache-Control": "private, no-store" } });
}
