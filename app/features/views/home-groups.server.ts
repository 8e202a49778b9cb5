import { type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import type { ListedTask } from "~/features/task-list/listed-tasks.server";
import { listIds, listTasks } from "~/features/task-list/task-list.server";
import type { AccessScope } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { HOME_GROUPS, HOME_ROWS, type HomeGroupKey, UNASSIGNED_ELSEWHERE } from "./home-groups";
import { parseListUrl } from "./parse-list-url.server";
import { COUNTED } from "./views";

/**
 * A group of tasks on an agent's home page.
 *
 * tasks      the first ones of its list
 * count      all of them, up to `COUNTED` + 1
 * elsewhere  for an empty group, whether there are such tasks outside it
 */
export type HomeGroup = { key: HomeGroupKey; tasks: ListedTask[]; count: number; elsewhere: boolean };

const KEYS = Object.keys(HOME_GROUPS) as HomeGroupKey[];

/** The groups of an agent's home page, each with the first tasks of the list that it links to. */
export function readHomeGroups(db: Db, viewer: Viewer, sights: readonly AccessScope[], now: number) {
  async function read(search: string, limit: number) {
    const { asked, usual } = await parseListUrl(db, viewer, new URLSearchParams(search), now);
    if (!asked.ok) throw new Error(`Invalid list: ${search}`);
    const ids = await listIds(db, viewer, { ...asked, sights }, COUNTED + 1);
    if (ids.length === 0) return { tasks: [], count: 0 };
    // Few tasks are sorted. Of many, the first come early in an index of all tasks.
    const few = ids.length <= COUNTED && { where: () => sql<SqlBool>`task.id in (${sql.join(ids)})`, isShort: true };
    const { tasks } = await listTasks(db, viewer, { ...asked, ...few, sights, sort: usual, limit });
    return { tasks, count: ids.length };
  }
  return Promise.all(
    KEYS.map(async (key): Promise<HomeGroup> => {
      const group = await read(HOME_GROUPS[key].search, HOME_ROWS);
      const looksElsewhere = key === "unassigned" && group.count === 0;
      const elsewhere = looksElsewhere && (await read(UNASSIGNED_ELSEWHERE, 1)).count > 0;
      return { key, ...group, elsewhere };
    }),
  );
}
