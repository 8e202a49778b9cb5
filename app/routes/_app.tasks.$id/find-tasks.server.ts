import { db } from "~/db/db.server";
import type { FoundTask } from "~/features/relations/merge-form";
import { searchTasks } from "~/features/search/search-tasks.server";
import type { Viewer } from "~/features/users/users";

const OFFERED = 8;

/** Other tasks that match these words, best first, of those the viewer works on. */
export async function findOtherTasks(viewer: Viewer, taskId: number, words: string, now: number): Promise<FoundTask[]> {
  if (words.trim() === "") return [];
  const found = await searchTasks(db, viewer, words, { limit: OFFERED + 1, now });
  if (!found.ok) return [];
  return found.tasks
    .flatMap(({ id, title, status, inner }) =>
      inner && id !== taskId ? [{ id, title, status, requester: inner.requester }] : [],
    )
    .slice(0, OFFERED);
}
