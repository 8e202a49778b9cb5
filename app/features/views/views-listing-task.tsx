import { ExplanationMark } from "~/features/search/explanation";
import { SectionHeader } from "~/ui/page-header";
import type { ViewOfTask } from "./view-counts.server";
import * as say from "./views-copy";

/** The viewer's views and whether each lists the task; views that do come first. */
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
              <a href={href}>{name}</a> · <a href={why}>{has ? say.whyIncluded : say.whyNotIncluded}</a>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
