import { type Asking, canSee, hasAgentAccess, type PolicyTask } from "~/features/tasks/task-policy";
import type { NewEvent } from "./new-events.server";
import type { Word } from "./stream.server";

type Task = PolicyTask & { version: number };

type News = { taskId: number; said: NewEvent[]; changed: NewEvent[] };

export function groupByTask(events: readonly NewEvent[]): News[] {
  const all = new Map<number, News>();
  for (const event of events) {
    const news = all.get(event.taskId) ?? { taskId: event.taskId, said: [], changed: [] };
    news[event.said ? "said" : "changed"].push(event);
    all.set(event.taskId, news);
  }
  return [...all.values()];
}

/**
 * What a viewer may learn of a task's news. The requester's side gets only changes their page shows and their own, without
 * the version, which would reveal hidden ones. Agents also learn of tasks just merged or trashed, which their lists still show.
 */
export function mayHear(asking: Asking, { taskId: task, said, changed }: News, found: Task | undefined): Word[] {
  if (!found) return [];
  const works = hasAgentAccess(asking, { ...found, merged_into: null, put_away: null });
  if (!works && !canSee(asking, found)) return [];
  const tells = (events: readonly NewEvent[]) =>
    events.some(({ shown, actorId }) => works || shown || actorId === asking.id);
  const version = works && { version: found.version };
  return [
    ...(tells(said) ? [{ kind: "message" as const, task, ...version }] : []),
    ...(tells(changed) ? [{ kind: "task" as const, task, ...version }] : []),
  ];
}
