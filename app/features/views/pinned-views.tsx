import { useLocation } from "@remix-run/react";
import { ExplanationMark } from "~/features/search/explanation";
import { Icon } from "~/ui/icon";
import { SectionHeader } from "~/ui/page-header";
import { useViewCounts } from "./view-counts";
import type { ViewOfTask } from "./view-counts.server";
import { countInWords, viewHref } from "./views";
import * as say from "./views-copy";

/** The views of a person, those that have the task first. */
export function TaskViews({ task, views }: { task: { id: number; title: string }; views: readonly ViewOfTask[] }) {
  const inOrder = [...views.filter(({ has }) => has), ...views.filter(({ has }) => !has)];
  return (
    <section aria-labelledby="views">
      <SectionHeader title={say.yourViews} id="views">
        <a href={`/tasks/${task.id}`}>{`#${task.id} ${task.title}`}</a>
      </SectionHeader>
      <ul className="explanation">
        {inOrder.map(({ key, name, href, why, has }) => (
          <li key={key}>
            <ExplanationMark matches={has} />
            <div>
              <a href={href}>{name}</a> · <a href={why}>{has ? say.whyItIsThere : say.whyItIsNotThere}</a>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The views that somebody has in the sidebar, with how many tasks each has once that is known. */
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
            {typeof count === "number" && <b className="sidebar-count">{countInWords(count)}</b>}
          </a>
        );
      })}
    </>
  );
}
