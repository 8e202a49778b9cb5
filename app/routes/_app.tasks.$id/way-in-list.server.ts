import { db } from "~/db/db.server";
import { boardColumns } from "~/features/board/board-read.server";
import { groupedPlaceOf, type ListPlace, listPlaceOf } from "~/features/task-list/list-place.server";
import type { Grouping } from "~/features/task-list/task-groups";
import { groupsOf } from "~/features/task-list/task-groups.server";
import type { ListTasks } from "~/features/task-list/task-list.server";
import { taskHref, type WayInList } from "~/features/task-page/way-in-list";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import { preferencesOf } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { parseListUrl } from "~/features/views/parse-list-url.server";

export const NO_LIST: WayInList = { list: null, place: null };

/** Reads `?list=` of a task's address. Counting is optional, because it may read many tasks. */
export async function wayInList(
  viewer: Viewer,
  address: URLSearchParams,
  id: number,
  now: number,
  { counts = true } = {},
): Promise<WayInList> {
  const sent = address.get("list");
  if (sent === null) return NO_LIST;
  const search = new URLSearchParams(sent);
  const { asked, address: list } = await parseListUrl(db, viewer, search, now);
  if (!asked.ok) return NO_LIST;
  const place = isAgent(viewer)
    ? await placeIn(viewer, { ...asked, sort: list.sort }, search.get("layout") === "board" ? "board" : list.group)
    : null;
  return { list: search.toString(), place };

  /** A board is a list in groups, too: its columns. It has no position, as its last column shows only the latest tasks. */
  async function placeIn(viewer: Viewer, list: ListTasks, by: Grouping | "board" | null): Promise<ListPlace | null> {
    if (by === null) return listPlaceOf(db, viewer, list, id, { counts });
    const sights = await accessScopesOf(db, viewer, list.hidden);
    const groups =
      by === "board"
        ? await boardColumns(db, viewer, list, now)
        : await groupsOf(db, viewer, by, { ...list, sights }, now);
    return groupedPlaceOf(db, viewer, { ...list, sights, groups }, id, { counts: counts && by !== "board" });
  }
}

/**
 * URL of the page to show once the viewer has resolved a task, by their preference. Null to stay on the task. Read it before
 * the change: it may move the task in its list.
 */
export async function pageAfterResolving(
  viewer: Viewer,
  request: Pick<Request, "url">,
  id: number,
  now: number,
): Promise<string | null> {
  const { afterResolve } = preferencesOf(viewer);
  const { searchParams } = new URL(request.url);
  if (afterResolve === "stay" || !searchParams.has("list")) return null;
  const { list, place } = await wayInList(viewer, searchParams, id, now, { counts: false });
  if (afterResolve === "next" && place?.next) return taskHref(place.next, list);
  return list ? `/tasks?${list}` : "/tasks";
}
