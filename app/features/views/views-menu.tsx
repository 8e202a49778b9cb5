import { useState } from "react";
import { Icon } from "~/ui/icon";
import { useViewCounts } from "./view-counts";
import { ViewGroups } from "./view-groups";
import type { ListedView } from "./views";
import * as say from "./views-copy";

/**
 * The page's title as a menu of all views, which works without scripts. Task counts load on hover, focus or opening, so no
 * page waits for them.
 */
export function ViewsMenu({
  title,
  views,
  current,
}: {
  title: string;
  views: readonly ListedView[];
  /** Key of the current view; empty for all open tasks, null for a list that is no view. */
  current: string | null;
}) {
  const [wanted, setWanted] = useState(false);
  const counts = useViewCounts(wanted);
  const want = () => setWanted(true);
  return (
    <details className="menu view-menu" data-layer="menu" onPointerEnter={want} onFocus={want} onToggle={want}>
      <summary>
        <h1>{title}</h1>
        <Icon name="chevron-right" />
      </summary>
      <nav className="menu-sheet" aria-label={say.views} data-prefetch="intent">
        <a href="/tasks" aria-current={current === "" ? "page" : undefined}>
          {say.allOpen}
        </a>
        <ViewGroups {...{ views, counts, current }} />
        <hr />
        <a href="/tasks/views">{say.allViews}</a>
      </nav>
    </details>
  );
}
