import { useEffect, useRef, useState } from "react";
import { useViewCounts } from "./view-counts";
import { formatViewCount, type NamedView, viewHref } from "./views";
import * as say from "./views-copy";

type Props = {
  views: readonly Pick<NamedView, "key" | "name">[];
  /** Key of the current view; empty for all open tasks, null for a list that is no view. */
  current: string | null;
};

/** Links to views above a list. Task counts load lazily, for an open view or on hover or focus, so no page waits for them. */
export function ViewsNav({ views, current }: Props) {
  const [wanted, setWanted] = useState(Boolean(current));
  const counts = useViewCounts(wanted);
  const want = () => setWanted(true);
  const row = useRef<HTMLElement>(null);
  // Counts shift the links: on a small screen the focused one could end up out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new counts shift the links
  useEffect(() => {
    const focused = row.current?.querySelector(":focus-visible");
    if (!row.current || !focused) return;
    const beyond = focused.getBoundingClientRect().right - row.current.getBoundingClientRect().right;
    if (beyond > 0) row.current.scrollLeft += beyond;
  }, [counts]);
  return (
    <nav ref={row} className="views" aria-label={say.views} data-prefetch="intent" onPointerEnter={want} onFocus={want}>
      <a href="/tasks" aria-current={current === "" ? "page" : undefined}>
        {say.allOpen}
      </a>
      {views.map(({ key, name }) => {
        const count = counts[key];
        return (
          <a key={key} href={viewHref(key)} aria-current={current === key ? "page" : undefined}>
            {name}
            {typeof count === "number" && <span className="view-count"> {formatViewCount(count)}</span>}
          </a>
        );
      })}
      <a className="views-all" href="/tasks/views">
        {say.allViews}
      </a>
    </nav>
  );
}
