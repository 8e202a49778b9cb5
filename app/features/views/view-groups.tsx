import type { Counts } from "./view-counts";
import { formatViewCount, type ListedView, VIEW_GROUPS, viewHref } from "./views";
import * as say from "./views-copy";

/** Links to views by group, with counts once they're loaded. `current`: the key of the view on screen. */
export function ViewGroups({
  views,
  counts,
  current,
}: {
  views: readonly ListedView[];
  counts: Counts;
  current: string | null;
}) {
  return (
    <>
      {VIEW_GROUPS.map((group) => {
        const ofGroup = views.filter((view) => view.group === group);
        return (
          ofGroup.length > 0 && (
            <div key={group} className="view-group">
              <p>{say.viewGroups[group]}</p>
              {ofGroup.map(({ key, name }) => (
                <a key={key} href={viewHref(key)} aria-current={current === key ? "page" : undefined}>
                  <span>{name}</span>
                  {typeof counts[key] === "number" && (
                    <span className="view-count">{formatViewCount(counts[key])}</span>
                  )}
                </a>
              ))}
            </div>
          )
        );
      })}
    </>
  );
}
