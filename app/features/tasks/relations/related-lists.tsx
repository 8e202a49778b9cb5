import { Button } from "~/ui/button";
import { NeighbourLine } from "./neighbour";
import type { Relations } from "./relations-read.server";

export type RelatedProps = { taskId: number; relations: Relations };

/** Each task around the one in sight. */
export function RelatedLists({ taskId, relations: { parent, subTasks, links, merged } }: RelatedProps) {
  return (
    <>
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
    </>
  );
}
