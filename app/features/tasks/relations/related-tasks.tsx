import { Button } from "~/ui/button";
import { SectionHeader } from "~/ui/page-header";
import { isOpen } from "../task-words";
import { NeighbourLine } from "./neighbour";
import type { Neighbour, Relations } from "./relations-read.server";

/** "3 of 5 sub-tasks done"; what the viewer cannot see is counted as open, because nobody tells them otherwise. */
export const progressOf = (subTasks: readonly Neighbour[]) =>
  `${subTasks.filter((task) => task !== null && !isOpen(task.status)).length} of ${some(subTasks.length)} done`;

const some = (count: number) => (count === 1 ? "1 sub-task" : `${count} sub-tasks`);

/** The tasks around the one in sight, and where more can be done about them. */
export function RelatedTasks({
  taskId,
  relations: { parent, subTasks, links, merged },
}: {
  taskId: number;
  relations: Relations;
}) {
  return (
    <section className="related" aria-labelledby="related">
      <SectionHeader title="Related tasks" id="related">
        {subTasks.length > 0 && <span className="related-progress">{progressOf(subTasks)}</span>}
      </SectionHeader>
      {parent && (
        <p>
          Sub-task of <NeighbourLine task={parent.task} />
        </p>
      )}
      {subTasks.length > 0 && (
        <ul className="related-list" aria-label="Sub-tasks">
          {subTasks.map((task, index) => (
            <li key={task?.id ?? `unseen ${index}`}>
              <NeighbourLine task={task} />
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <ul className="related-list" aria-label="Links">
          {links.map(({ view, words, task }, index) => (
            <li key={task ? `${view} ${task.id}` : `unseen ${index}`}>
              {words} <NeighbourLine task={task} />
            </li>
          ))}
        </ul>
      )}
      {merged.length > 0 && (
        <ul className="related-list" aria-label="Merged into this task">
          {merged.map(({ number, title, undo }) => (
            <li key={number}>
              <span className="neighbour">
                {number} {title} was merged into this
              </span>
              {undo !== null && (
                <form method="post" action={`/tasks/${taskId}/undo/${undo}`}>
                  <Button look="quiet">
                    Unmerge<span className="unseen"> {number}</span>
                  </Button>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="related-more">
        {parent === null && <a href={`/tasks/new?parent=${taskId}`}>New sub-task</a>}
        {subTasks.length > 0 && <a href={`/tasks/${taskId}/children`}>Answer or resolve sub-tasks together</a>}
        <a href={`/tasks/${taskId}/relations`}>Link to other tasks</a>
        <a href={`/tasks/${taskId}/merge`}>Merge</a>
        <a href={`/tasks/${taskId}/split`}>Split</a>
      </p>
    </section>
  );
}
