import { statusOf } from "~/features/tasks/task-words";
import { aTaskYouCannotSee } from "~/features/tasks/tasks-copy";
import { StatusMark } from "~/ui/status";
import type { Neighbour } from "./relations-read.server";

/** A task beside the one in sight, as a line of a list. */
export function NeighbourLine({ task }: { task: Neighbour }) {
  if (task === null) return <span className="neighbour-unseen">{aTaskYouCannotSee}</span>;
  const status = statusOf(task.status);
  return (
    <span className="neighbour">
      <a href={`/tasks/${task.id}`}>{task.title}</a> <span className="task-id">#{task.id}</span>{" "}
      <StatusMark category={status.category} name={status.name} colour={status.colour} />
    </span>
  );
}
