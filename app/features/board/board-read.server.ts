import type { Db } from "~/db/types";
import { type Group, groupsOf } from "~/features/task-list/task-groups.server";
import { type ListTasks, listTasks, narrowed } from "~/features/task-list/task-list.server";
import type { Sort } from "~/features/task-list/task-sort-and-cursor";
import { isOpen, statuses } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";

/** Cards per column. The column of resolved tasks, there to move tasks to, is shorter. */
const CARDS = { open: 50, done: 10 } as const;

const LAST_DONE: Sort = { key: "updated", direction: "desc" };

type Asked = Pick<ListTasks, "filter" | "where" | "hidden" | "isShort">;

/** The columns of a list's board: one for each of its statuses, and one for each resolved status beside open ones. */
export async function boardColumns(db: Db, viewer: Viewer, asked: Asked, now: number) {
  const { status } = asked.filter ?? {};
  const keys = new Set((await groupsOf(db, viewer, "status", asked, now)).map(({ key }) => key));
  const isOpenList = status === undefined || status === "open" || status === "any";
  const shown = statuses().filter(
    ({ key, category, enabled }) =>
      (keys.has(key) && (status !== "any" || category !== "closed")) ||
      (isOpenList && category === "resolved" && enabled),
  );
  return shown.map(({ key, name }) => ({
    ...{ key, name, filter: { status: key } },
    ...(!isOpen(key) && { sort: LAST_DONE }),
  })) satisfies Group[];
}

/** A list as a board. Reads one page per column, all at once. */
export async function readBoard(db: Db, viewer: Viewer, asked: Asked, sort: Sort, now: number) {
  const columns = await boardColumns(db, viewer, asked, now);
  return Promise.all(
    columns.map(async (column) => {
      const limit = isOpen(column.key) ? CARDS.open : CARDS.done;
      const { tasks, next } = await listTasks(db, viewer, { ...narrowed({ ...asked, sort }, column), limit });
      return { status: column.key, tasks, goesOn: next !== null };
    }),
  );
}

export type BoardColumn = Awaited<ReturnType<typeof readBoard>>[number];
