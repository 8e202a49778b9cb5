import { Button } from "~/ui/button";
import { NeighbourLine } from "./neighbour";
import * as say from "./related-texts";
import type { Relations } from "./relations-read.server";

export type RelatedProps = { taskId: number; relations: Relations };

/** Each task around the one in sight. */
export function RelatedLists({ taskId, relations: { parent, subTasks, links, merged } }: RelatedProps) {
  return (
    <>
      {parent && (
        <p>
          {say.subTaskOf} <NeighbourLine task={parent.task} />
        </p>
      )}
      {subTasks.length > 0 && (
        <ul className="related-list" aria-label={say.subTasks}>
          {subTasks.map((task, index) => (
            <li key={task?.id ?? `unseen ${index}`}>
              <NeighbourLine task={task} />
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <ul className="related-list" aria-label={say.links}>
          {links.map(({ view, words, task }, index) => (
            <li key={task ? `${view} ${task.id}` : `unseen ${index}`}>
              {words} <NeighbourLine task={task} />
            </li>
          ))}
        </ul>
      )}
      {merged.length > 0 && (
        <ul className="related-list" aria-label={say.mergedIntoThisTask}>
          {merged.map(({ number, title, undo }) => (
            <li key={number}>
              <span className="neighbour">{say.wasMergedIntoThis(number, title)}</span>
              {undo !== null && (
                <form method="post" action={`/tasks/${taskId}/undo/${undo}`}>
                  <Button look="quiet">
                    {say.unmerge}
                    <span className="unseen"> {number}</span>
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
