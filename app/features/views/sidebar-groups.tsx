import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { fetchAnswer, useOwnChanges } from "./view-counts";
import { ViewGroups } from "./view-groups";
import type { ListedView } from "./views";

type NamedCount = ListedView & { count: number | null };

/** Fetches all views with their counts; null without a network. Pages that change views need them fresh. */
const fetchNamedCounts = (pathname: string) =>
  fetchAnswer<readonly NamedCount[] | null>("named=yes", null, !pathname.startsWith("/tasks/views"));

/** The viewer's views in the open sidebar, with counts at most a minute old, or as old as the viewer's last change. */
export function SidebarGroups() {
  const { pathname, search } = useLocation();
  const [views, setViews] = useState<readonly NamedCount[]>([]);
  const changes = useOwnChanges();
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts may differ after a change
  useEffect(() => {
    let left = false;
    void fetchNamedCounts(pathname).then((answered) => left || (answered && setViews(answered)));
    return () => {
      left = true;
    };
  }, [pathname, changes]);
  const counts = Object.fromEntries(views.map(({ key, count }) => [key, count]));
  const current = pathname === "/tasks" ? new URLSearchParams(search).get("view") : null;
  return <ViewGroups {...{ views, counts, current }} />;
}
