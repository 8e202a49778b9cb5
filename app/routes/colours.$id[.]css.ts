import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { openSession } from "~/features/auth/session.server";
import { COLOUR } from "~/features/branding/branding";
import { accentSheet } from "~/features/branding/site-colours";
import { isSiteColour, readSites } from "~/features/branding/sites.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { noSuchPage } from "~/http/error-responses.server";

/** The sign-in page uses it too. */
export const access = "public";

/**
 * Style sheet of the colours derived from one: for a whole page, or for an admin's preview of a site. They are slow to
 * compute, so other viewers can get only the colours of existing sites.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const colour = `#${params.id}`;
  if (!COLOUR.test(colour)) throw noSuchPage(request);
  if (new URL(request.url).searchParams.has("preview")) {
    const session = await openSession(db, request, context, Date.now());
    if (!session || !maySetUpDesk(session.viewer)) throw noSuchPage(request);
    // The boxes resolve the product's colours themselves (tokens.css), so a colour set around them has no effect.
    return sheet(accentSheet(colour, ".site-preview div"), "private, max-age=86400");
  }
  await readSites(db);
  if (!isSiteColour(colour)) throw noSuchPage(request);
  const known = sheets.get(colour) ?? accentSheet(colour);
  if (sheets.size >= MOST_SHEETS) sheets.clear();
  sheets.set(colour, known);
  return sheet(known, "public, max-age=86400");
}

/** Cache of sheets for current and some former sites. */
const sheets = new Map<string, string>();
const MOST_SHEETS = 64;

const sheet = (text: string, caching: string) =>
  new Response(text, { headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": caching } });
