import type { PriorityKey, StatusKey } from "~/features/tasks/task-words";

/** How many tasks an agent changes in one go, and how many leads and admins do; so many at once are changed while one waits. */
export const BULK_LIMITS = { agent: 500, lead: 5_000, atOnce: 500 } as const;

/** What is wanted of each task; what is not here stays as it is. Nobody for an assignee is null. */
export type BulkWanted = {
  status?: StatusKey | undefined;
  priority?: PriorityKey | undefined;
  assignee?: number | null | undefined;
  team?: number | undefined;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
};

export const bulkHref = (id: number) => `/tasks/bulk/${id}`;

/** "1 task", "1,200 tasks". */
export const tasksInWords = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "task" : "tasks"}`;
