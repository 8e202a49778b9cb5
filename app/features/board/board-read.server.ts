import type { Db } from "~/db/types";
import { groupsOf } from "~/features/task-list/task-groups.server";
import { type ListTasks, listTasks } from "~/features/task-list/task-list.server";
import type { Sort } from "~/features/task-list/task-sort-and-cursor";
import { isOpen, statuses } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";

/** Cards per column. The column of resolved tasks, there to move tasks to, is shorter. */
const CARDS = { open: 50, done: 10 } as const;

const LAST_DONE: Sort = { key: "updated", direction: "desc" };

/**
 * A list as a board: a column for each of its statuses, and one for each resolved status beside open ones. Reads one page per
 * column, all at once.
 */
export async function readBoard(
  db: Db,
  viewer: Viewer,
  asked: Pick<ListTasks, "filter" | "where" | "hidden" | "isShort">,
  sort: Sort,
  now: number,
) {
  const { status } = asked.filter ?? {};
  const keys = new Set((await groupsOf(db, viewer, "status", asked, now)).map(({ key }) => key));
  const isOpenList = status === undefined || status === "open" || status === "any";
  const shown = statuses().filter(
    ({ key, category, enabled }) =>
      (keys.has(key) && (status !== "any" || category !== "closed")) ||
      (isOpenList && category === "resolved" && enabled),
  );
  return Promise.all(
    shown.map(async ({ key }) => {
      const open = isOpen(key);
      const filter = { ...asked.filter, status: key };
      const page = { sort: open ? sort : LAST_DONE, limit: open ? CARDS.open : CARDS.done };
      const { tasks, next } = await listTasks(db, viewer, { ...asked, ...page, filter });
      return { status: key, tasks, goesOn: next !== null };
    }),
  );
}

export type BoardColumn = Awaited<ReturnType<typeof readBoard>>[number];
