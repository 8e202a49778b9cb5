import { useLocation } from "@remix-run/react";
import { Icon } from "~/ui/icon";
import { useViewCounts } from "./view-counts";
import { formatViewCount, viewHref } from "./views";

export function PinnedViews({ views }: { views: readonly { key: string; name: string }[] }) {
  const { pathname, search } = useLocation();
  const counts = useViewCounts(true, views.map(({ key }) => key).join(), pathname);
  return (
    <>
      {views.map(({ key, name }) => {
        const count = counts[key];
        const href = viewHref(key);
        return (
          <a
            key={key}
            className="sidebar-pin"
            href={href}
            title={name}
            aria-current={pathname + search === href ? "page" : undefined}
          >
            <Icon name="filter" />
            <span>{name}</span>
            {typeof count === "number" && <b className="sidebar-count">{formatViewCount(count)}</b>}
          </a>
        );
      })}
    </>
  );
}
