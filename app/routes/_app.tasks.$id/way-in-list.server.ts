import { db } from "~/db/db.server";
import { listPlaceOf } from "~/features/task-list/list-place.server";
import { taskHref, type WayInList } from "~/features/task-page/way-in-list";
import { preferencesOf } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { parseListUrl } from "~/features/views/parse-list-url.server";

export const NO_LIST: WayInList = { list: null, place: null };

/**
 * Reads `?list=` of a task's address. A board or a list in groups has no place: its order isn't that of the plain list.
 * Counting is optional, because it may read many tasks.
 */
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
  const isPlain = list.group === null && search.get("layout") !== "board";
  const place =
    isAgent(viewer) && isPlain ? await listPlaceOf(db, viewer, { ...asked, sort: list.sort }, id, { counts }) : null;
  return { list: search.toString(), place };
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
