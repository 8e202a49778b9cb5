import type { Db } from "~/db/types";
import { listEligible, mayUnmark } from "~/features/tasks/access.server";
import type { TaskOfTeam } from "~/features/tasks/task-people.server";
import type { Viewer } from "~/features/users/user-words";
import { listPresent, presenceWords } from "./presence.server";
import { listWatchers } from "./watchers.server";

/** What the page of those who work on a task shows of the people around it. */
export async function readPeople(
  db: Db,
  viewer: Viewer,
  task: TaskOfTeam & { id: number; leads: 0 | 1; has_watchers: 0 | 1; has_present: 0 | 1 },
  now: number,
) {
  const [assignable, watchers, present] = await Promise.all([
    listEligible(db, task, now),
    task.has_watchers ? listWatchers(db, task) : [],
    task.has_present ? listPresent(db, viewer, task, now) : [],
  ]);
  return {
    assignable,
    watchers,
    confidential: task.confidential === 1,
    mayUnmark: mayUnmark(viewer, task.leads === 1),
    present: presenceWords(present),
  };
}
