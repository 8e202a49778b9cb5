import { SectionHeader } from "~/ui/page-header";
import { isOpen } from "../task-words";
import { RelatedLists } from "./related-lists";
import * as say from "./related-texts";
import type { Neighbour, Relations } from "./relations-read.server";

/** "3 of 5 sub-tasks done"; what the viewer cannot see is counted as open, because nobody tells them otherwise. */
export const progressOf = (subTasks: readonly Neighbour[]) =>
  say.doneOf(subTasks.filter((task) => task !== null && !isOpen(task.status)).length, subTasks.length);

/** The tasks around the one in sight, and where more can be done about them. */
export function RelatedTasks({ taskId, relations }: { taskId: number; relations: Relations }) {
  const { parent, subTasks } = relations;
  return (
    <section className="related" aria-labelledby="related">
      <SectionHeader title={say.relatedTasks} id="related">
        {subTasks.length > 0 && <span className="related-progress">{progressOf(subTasks)}</span>}
      </SectionHeader>
      <RelatedLists taskId={taskId} relations={relations} />
      <p className="related-more">
        {parent === null && <a href={`/tasks/new?parent=${taskId}`}>{say.newSubTask}</a>}
        {subTasks.length > 0 && <a href={`/tasks/${taskId}/children`}>{say.answerOrResolveSubTasksTogether}</a>}
        <a href={`/tasks/${taskId}/relations`}>{say.linkToOtherTasks}</a>
        <a href={`/tasks/${taskId}/merge`}>{say.merge}</a>
        <a href={`/tasks/${taskId}/split`}>{say.split}</a>
      </p>
    </section>
  );
}
