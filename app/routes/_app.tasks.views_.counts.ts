import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { isAgent } from "~/features/users/users";
import { countView } from "~/features/views/view-counts.server";
import { SHIPPED_VIEWS } from "~/features/views/views";
import { listViews } from "~/features/views/views.server";

/** Task counts by view key, optionally only of `?of=`; null for a view whose query is no longer valid. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const now = Date.now();
  const counts: Record<string, number | null> = {};
  const of = new URL(request.url).searchParams.get("of")?.split(",");
  for (const view of [...SHIPPED_VIEWS, ...(await listViews(db, viewer))]) {
    if (of && !of.includes(view.key)) continue;
    counts[view.key] = await countView(db, viewer, view, now);
  }
  return json(counts, { headers: { "Cache-Control": "private, no-store" } });
}
