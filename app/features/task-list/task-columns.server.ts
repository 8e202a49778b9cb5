import type { Db } from "~/db/types";
import { typeName } from "~/features/tasks/tasks";
import type { ListedTask } from "./listed-tasks.server";
import type { Column } from "./task-columns";

/** Data for optional columns. Without agent access, only `createdAt` is filled. */
export type TaskExtra = { team: string; organization: string; type: string; createdAt: number };

const EXTRA: readonly Column[] = ["team", "organization", "type", "created"];

export async function withExtra(
  db: Db,
  tasks: ListedTask[],
  columns: readonly Column[] | null,
): Promise<(ListedTask & { extra?: TaskExtra })[]> {
  if (tasks.length === 0 || !columns?.some((key) => EXTRA.includes(key))) return tasks;
  const rows = await db
    .selectFrom("task")
    .innerJoin("team", "team.id", "task.team_id")
    .leftJoin("organization", "organization.id", "task.organization_id")
    .select(["task.id", "task.type", "task.created_at", "team.name as team", "organization.name as organization"])
    .where(
      "task.id",
      "in",
      tasks.map(({ id }) => id),
    )
    .execute();
  const byNumber = new Map(rows.map((row) => [row.id, row]));
  return tasks.map((task) => {
    const row = byNumber.get(task.id);
    if (!row) return task;
    const { created_at: createdAt, team, organization } = row;
    const inner = { team, organization: organization ?? "", type: typeName(row.type) };
    const extra = task.inner ? { ...inner, createdAt } : { team: "", organization: "", type: "", createdAt };
    return { ...task, extra };
  });
}
