import type { Db } from "~/db/types";
import type { ListedTask } from "~/features/task-list/listed-tasks.server";
import { CLOCK_COLUMNS, type Column, type ListedClocks } from "~/features/task-list/task-columns";
import { MINUTE_MS } from "~/lib/durations";
import { clocksAt, currentClocks } from "./clock-rules";
import { readClocks } from "./clock-store.server";
import { loadServiceLevels } from "./service-levels-data.server";

const KEYS: readonly Column[] = Object.values(CLOCK_COLUMNS).flat();

export const hasServiceLevels = async (db: Db) => (await loadServiceLevels(db)) !== null;

/** Adds clocks to tasks that the viewer works on, if a column shows them. */
export async function withClocks<Task extends ListedTask>(
  db: Db,
  tasks: Task[],
  columns: readonly Column[] | null,
  now: number,
): Promise<(Task & { clocks?: ListedClocks })[]> {
  const ids = tasks.flatMap(({ id, inner }) => (inner ? id : []));
  if (ids.length === 0 || !columns?.some((key) => KEYS.includes(key))) return tasks;
  const desk = await loadServiceLevels(db);
  if (!desk) return tasks;
  const stored = await readClocks(db, ids);
  return tasks.map((task) => {
    const own = task.inner ? stored.get(task.id) : undefined;
    if (!own) return task;
    const clocks: ListedClocks = {};
    for (const { metric, state, warning, dueAt, consumed } of currentClocks(clocksAt(own.history, now, desk.levels))) {
      clocks[metric] = { state: warning ? "warning" : state, dueAt, used: Math.floor(consumed / MINUTE_MS) };
    }
    return { ...task, clocks };
  });
}
