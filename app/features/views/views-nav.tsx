import { useEffect, useRef, useState } from "react";
import { useViewCounts } from "./view-counts";
import { countInWords, type NamedView, viewHref } from "./views";
import * as say from "./views-copy";

type Props = {
  views: readonly Pick<NamedView, "key" | "name">[];
  /** The key of the one that is shown, empty for all open tasks; null for a list that is none of them. */
  current: string | null;
};

/**
 * The views of a list. How many tasks each has is told once it is wanted, where a view is open or the row is pointed at: no
 * page waits for a count, and the first load of the list is without.
 */
export function ViewsNav({ views, current }: Props) {
  const [wanted, setWanted] = useState(Boolean(current));
  const counts = useViewCounts(wanted);
  const want = () => setWanted(true);
  const row = useRef<HTMLElement>(null);
  // Numbers push along what stands behind them: on a small screen the link that has the focus would be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the numbers that do it
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
            {typeof count === "number" && <span className="view-count"> {countInWords(count)}</span>}
          </a>
        );
      })}
      <a className="views-all" href="/tasks/views">
        {say.allViews}
      </a>
    </nav>
  );
}
