import { type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { offerTypes } from "~/features/new-task/type-defaults.server";
import { listDrafted } from "~/features/task-list/listed-tasks.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import { statuses } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { PAGE_ROWS } from "~/lib/page-cursor";

/**
 * The data of a requester's Home: the types to choose from, drafts, and open requests, split by whether they await a
 * reply.
 */
export async function readRequesterHome(db: Db, viewer: Viewer) {
  const sights = await accessScopesOf(db, viewer);
  const keys = statuses().flatMap(({ key, awaits }) => (awaits === "requester" ? [key] : []));
  const waits = keys.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`task.status in (${sql.join(keys)})`;
  const open = { sights, limit: PAGE_ROWS };
  const [{ types }, drafted, waiting, others] = await Promise.all([
    offerTypes(db, viewer, null),
    listDrafted(db, viewer, sights, 5),
    listTasks(db, viewer, { ...open, where: () => waits }),
    listTasks(db, viewer, { ...open, where: () => sql<SqlBool>`not ${waits}` }),
  ]);
  return { types, drafted, waiting: waiting.tasks, others: others.tasks };
}

export type RequesterHomeData = Awaited<ReturnType<typeof readRequesterHome>>;
