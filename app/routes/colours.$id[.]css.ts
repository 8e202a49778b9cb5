import type { LoaderFunctionArgs } from "@remix-run/node";
import { accentSheet } from "~/features/branding/site-colours";
import { COLOUR } from "~/features/branding/site-words";
import { noSuchPage } from "~/http/refusals.server";

/** The login page has it, too. Made of nothing but its address. */
export const access = "public";

/** The colours that follow from one: for a whole page, or for the part of it that shows a site as it would be. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const colour = `#${params.id}`;
  if (!COLOUR.test(colour)) throw noSuchPage(request);
  const isPreview = new URL(request.url).searchParams.has("preview");
  return new Response(accentSheet(colour, isPreview ? ".site-preview" : ":root"), {
    headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
