import type { Db } from "~/db/types";
import { explainTask } from "~/features/search/explain-task.server";
import { explanationHref } from "~/features/search/search-address";
import type { Viewer } from "~/features/users/user-words";
import { SHIPPED_VIEWS, viewHref } from "./view-words";
import { listViews } from "./views.server";

/** A view, whether a task is in it, and where it is told why; `has` null where the query of the view cannot be read. */
export type ViewOfTask = { key: string; name: string; href: string; why: string; has: boolean | null };

/** Of every view this person has, whether a task they see is in it. `task` as somebody writes its number. */
export async function viewsOfTask(db: Db, viewer: Viewer, task: string, now: number): Promise<ViewOfTask[]> {
  const views = [...SHIPPED_VIEWS, ...(await listViews(db, viewer))];
  const answers = await Promise.all(views.map(({ query }) => explainTask(db, viewer, { task, text: query }, now)));
  return views.map(({ key, name, query }, place) => {
    const answer = answers[place];
    const has = answer?.ok ? answer.found && answer.beside.length === 0 : null;
    return { key, name, href: viewHref(key), why: explanationHref({ q: query, task }), has };
  });
}
