import type { Db } from "~/db/types";
import { whereaboutsOf } from "~/features/tasks/follow-merges.server";
import { historyOf } from "~/features/tasks/subjects.server";
import { aTaskYouCannotSee } from "~/features/tasks/tasks-copy";
import type { Viewer } from "~/features/users/user-words";

type Told = { field: string | null; old_value: string | null; new_value: string | null };

const namesTask = ({ field }: Told) => historyOf(field)?.areTasks === true;

const numberIn = (text: string | null) => Number(/^#(\d+)$/.exec(text ?? "")?.[1] ?? 0);

/**
 * History without the numbers of tasks that the viewer may not see. `today` maps each of the other numbers to the task it
 * is merged into by now, or to itself.
 */
export async function withSeenNumbers<E extends Told>(db: Db, viewer: Viewer, events: E[]) {
  const ofOthers = events.filter(namesTask);
  const numbers = new Set(ofOthers.map((event) => numberIn(event.new_value ?? event.old_value)).filter(Boolean));
  const today = await whereaboutsOf(db, viewer, [...numbers]);
  const masked = (value: string | null) => (value === null || today.has(numberIn(value)) ? value : aTaskYouCannotSee);
  const shown = events.map((event) =>
    namesTask(event) ? { ...event, old_value: masked(event.old_value), new_value: masked(event.new_value) } : event,
  );
  return { shown, today };
}
