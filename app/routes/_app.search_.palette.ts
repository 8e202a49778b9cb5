import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { findForPalette, type Place } from "~/features/search/palette-results.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { SHIPPED_VIEWS, viewHref } from "~/features/views/views";
import { listViewNames } from "~/features/views/views.server";
import * as sayOfViews from "~/features/views/views-copy";
import { settingsFor } from "~/shell/settings-pages";
import * as say from "~/shell/shell-copy";

/** Results of the palette: `?q=` is the typed text. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const text = new URL(request.url).searchParams.get("q")?.slice(0, 200).replaceAll("\0", "") ?? "";
  const places = text.trim() === "" ? [] : await placesFor(viewer);
  const offers = await findForPalette(db, viewer, text, places, Date.now());
  return Response.json({ offers }, { headers: { "Cache-Control": "private, no-store" } });
}

async function placesFor(viewer: Viewer): Promise<Place[]> {
  const views = isAgent(viewer) ? [...SHIPPED_VIEWS, ...(await listViewNames(db, viewer))] : [];
  const settings = settingsFor(viewer.role).flatMap(({ entries }) => entries);
  return [
    ...views.map(({ key, name }) => ({ href: viewHref(key), name, group: sayOfViews.views })),
    ...settings.map(({ href, label }) => ({ href, name: label, group: say.settings })),
  ];
}
