import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { isAgent } from "~/features/users/users";
import { countView } from "~/features/views/view-counts.server";
import { SHIPPED_VIEWS } from "~/features/views/views";
import { groupOf, isSaved, listViews } from "~/features/views/views.server";

/**
 * Task counts by view key, optionally only of `?of=`; null for a view whose query is no longer valid. With `?named=yes`, the
 * views themselves, each with its count.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const now = Date.now();
  const { searchParams } = new URL(request.url);
  const of = searchParams.get("of")?.split(",");
  const views = [];
  for (const view of [...SHIPPED_VIEWS, ...(await listViews(db, viewer))]) {
    if (of && !of.includes(view.key)) continue;
    const group = isSaved(view) ? groupOf(view.scope) : view.group;
    views.push({ key: view.key, name: view.name, group, count: await countView(db, viewer, view, now) });
  }
  const answer = searchParams.has("named") ? views : Object.fromEntries(views.map(({ key, count }) => [key, count]));
  return json(answer, { headers: { "Cache-Control": "private, no-store" } });
}
