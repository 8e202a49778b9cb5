import { isOpen, statusOf } from "~/features/tasks/tasks";
import { hiddenTask } from "~/features/tasks/tasks-copy";
import { StatusMark } from "~/ui/badges";
import { Button } from "~/ui/button";
import { FoldedSection } from "~/ui/page-header";
import * as say from "./related-tasks-copy";
import type { Neighbour, Relations } from "./relations-read.server";

export function NeighbourLine({ task }: { task: Neighbour }) {
  if (task === null) return <span className="neighbour-unseen">{hiddenTask}</span>;
  const status = statusOf(task.status);
  return (
    <span className="neighbour">
      <a href={`/tasks/${task.id}`}>{task.title}</a> <span className="task-id">#{task.id}</span>{" "}
      <StatusMark category={status.category} name={status.name} colour={status.colour} />
    </span>
  );
}

type RelatedProps = { taskId: number; relations: Relations };

function RelatedLists({ taskId, relations: { parent, subTasks, links, merged } }: RelatedProps) {
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

/** "3 of 5 sub-tasks done". Tasks the viewer can't see count as open, so that their status stays hidden. */
export const progressOf = (subTasks: readonly Neighbour[]) =>
  say.subTasksDone(subTasks.filter((task) => task !== null && !isOpen(task.status)).length, subTasks.length);

export function RelatedTasks({ taskId, relations }: { taskId: number; relations: Relations }) {
  const { parent, subTasks, links, merged } = relations;
  const count = (parent ? 1 : 0) + subTasks.length + links.length + merged.length;
  return (
    <FoldedSection
      className="related"
      title={say.relatedTasks}
      id="related"
      count={subTasks.length > 0 ? progressOf(subTasks) : count || null}
    >
      <RelatedLists taskId={taskId} relations={relations} />
      <p className="related-more">
        {parent === null && <a href={`/tasks/new?parent=${taskId}`}>{say.newSubTask}</a>}
        {subTasks.length > 0 && <a href={`/tasks/${taskId}/children`}>{say.answerOrResolveSubTasks}</a>}
        <a data-command="" href={`/tasks/${taskId}/relations`}>
          {say.linkToOtherTasks}
        </a>
        <a data-command="" href={`/tasks/${taskId}/merge`}>
          {say.merge}
        </a>
        <a data-command="" href={`/tasks/${taskId}/split`}>
          {say.split}
        </a>
      </p>
    </FoldedSection>
  );
}
